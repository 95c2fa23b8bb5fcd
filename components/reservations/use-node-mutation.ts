"use client";

import { type UseMutationOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { type Problem, readProblem } from "@/components/patterns/problem";
import { useTRPC } from "@/components/trpc/client";

export interface NodeMutation<Input, Answer> {
  send: (input: Input) => void;
  isPending: boolean;
  problem: Problem | undefined;
  answer: Answer | undefined;
}

/**
 * Sends a change and shows what the server says: nothing is drawn as done before it is. However it ends, pages ask again
 * for what is true now. A second press while it is on its way sends nothing, not even one that comes before the page has
 * drawn the first.
 */
export function useNodeMutation<Input, Answer, Fault>(
  options: Pick<UseMutationOptions<Answer, Fault, Input>, "mutationFn" | "mutationKey">,
  onDone: (answer: Answer, input: Input) => void,
): NodeMutation<Input, Answer> {
  const queryClient = useQueryClient();
  const trpc = useTRPC();
  const isOnItsWay = useRef(false);
  const mutation = useMutation<Answer, Fault, Input>({
    ...options,
    onSuccess: onDone,
    onSettled: () => {
      isOnItsWay.current = false;
      return queryClient.invalidateQueries({ queryKey: trpc.console.pathKey() });
    },
  });
  return {
    send: (input) => {
      if (isOnItsWay.current || mutation.isPending) return;
      isOnItsWay.current = true;
      mutation.mutate(input);
    },
    isPending: mutation.isPending,
    problem: mutation.error ? readProblem(mutation.error) : undefined,
    answer: mutation.data,
  };
}

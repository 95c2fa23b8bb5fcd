"use client";

import { type QueryKey, type UseMutationOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { type Problem, readProblem } from "./problem";

export interface SentChange<Input, Answer> {
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
export function useChange<Input, Answer, Fault>(
  options: Pick<UseMutationOptions<Answer, Fault, Input>, "mutationFn" | "mutationKey" | "gcTime">,
  onDone: (answer: Answer, input: Input) => void,
  /** What is asked again. */
  queryKey: QueryKey,
): SentChange<Input, Answer> {
  const queryClient = useQueryClient();
  const isOnItsWay = useRef(false);
  const mutation = useMutation<Answer, Fault, Input>({
    ...options,
    onSuccess: onDone,
    onSettled: () => {
      isOnItsWay.current = false;
      return queryClient.invalidateQueries({ queryKey });
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

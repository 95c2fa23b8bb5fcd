"use client";

import type { UseMutationOptions } from "@tanstack/react-query";
import { type SentChange, useChange } from "@/components/patterns/use-change";
import { useTRPC } from "@/components/trpc/client";

/** A change on a node: after it, whatever the console shows of nodes is asked for again. */
export function useNodeMutation<Input, Answer, Fault>(
  options: Pick<UseMutationOptions<Answer, Fault, Input>, "mutationFn" | "mutationKey">,
  onDone: (answer: Answer, input: Input) => void,
): SentChange<Input, Answer> {
  const trpc = useTRPC();
  return useChange(options, onDone, trpc.console.pathKey());
}

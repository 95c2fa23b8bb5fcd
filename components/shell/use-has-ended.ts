"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { readProblem } from "../patterns/problem";

/** Whether a call was refused because the session is over. */
export function useHasEnded(): [boolean, (ended: boolean) => void] {
  const queryClient = useQueryClient();
  const [hasEnded, setEnded] = useState(false);
  useEffect(() => {
    const look = (error: unknown) => {
      if (error && readProblem(error).code === "unauthorized") setEnded(true);
    };
    const stops = [
      queryClient.getQueryCache().subscribe((event) => look(event.type === "updated" && event.query.state.error)),
      queryClient.getMutationCache().subscribe((event) => look(event.type === "updated" && event.mutation.state.error)),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [queryClient]);
  return [hasEnded, setEnded];
}

"use client";

import { useEffect, useState } from "react";
import { useChanges } from "@/components/live/live";
import { type Problem, readProblem } from "@/components/patterns/problem";
import { useTRPCClient } from "@/components/trpc/client";
import type { ImportPreview } from "@/server/contract/machines";
import { MOST_BYTES, sizeProblem } from "./file-text";

/** Long enough for a pause between two key presses. */
const SETTLES_MS = 350;

interface Read {
  text: string;
  preview?: ImportPreview;
  problem?: Problem;
}

export interface PreviewState {
  /** What the text as it stands means; undefined while that is not known. */
  preview: ImportPreview | undefined;
  problem: Problem | undefined;
  isReading: boolean;
  retry: () => void;
}

const tooLarge = (text: string): Problem | undefined => {
  // A character takes three bytes at most: shorter texts need no counting.
  if (text.length * 3 <= MOST_BYTES) return undefined;
  const message = sizeProblem(new Blob([text]).size, "This text");
  return message === undefined ? undefined : { message, fields: [], details: {} };
};

/** Reads a report as it is typed: once it rests, and never twice at a time; what is overtaken is called off. */
export function usePreview(nodeId: string, text: string): PreviewState {
  const client = useTRPCClient();
  const [read, setRead] = useState<Read>();
  const [version, setVersion] = useState(0);
  const again = () => setVersion((before) => before + 1);
  useChanges((changes) => {
    if (changes.some((change) => change.nodeId === nodeId)) again();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change on the node reads the same text anew.
  useEffect(() => {
    if (text.trim() === "") return undefined;
    const problem = tooLarge(text);
    if (problem) {
      setRead({ text, problem });
      return undefined;
    }
    const calling = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const preview = await client.machines.previewImport.mutate({ nodeId, text }, { signal: calling.signal });
        setRead({ text, preview });
      } catch (error) {
        if (!calling.signal.aborted) setRead({ text, problem: readProblem(error) });
      }
    }, SETTLES_MS);
    return () => {
      clearTimeout(timer);
      calling.abort();
    };
  }, [client, nodeId, text, version]);
  const current = read?.text === text ? read : undefined;
  const isReading = text.trim() !== "" && !current;
  return { preview: current?.preview, problem: current?.problem, isReading, retry: again };
}

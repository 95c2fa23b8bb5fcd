"use client";

import type { ReactNode } from "react";
import { RevealBubble, useReveal } from "../ui/reveal";
import { type Entry, WORDS, type Word } from "./glossary";

interface ExplainedProps {
  entry: Entry;
  children?: ReactNode;
}

/** A word with a dotted line under it, explained on hover, tap and focus. */
export function Explained({ entry, children }: ExplainedProps) {
  const reveal = useReveal<HTMLSpanElement>();
  return (
    <>
      <span
        {...reveal.target}
        className="cursor-help rounded-sm underline decoration-1 decoration-dotted decoration-line-strong underline-offset-[3px]"
      >
        {children ?? entry.word}
      </span>
      <RevealBubble reveal={reveal}>{entry.text}</RevealBubble>
    </>
  );
}

/** A word of the product, explained where it stands. */
export function Term({ word, children }: { word: Word; children?: ReactNode }) {
  return <Explained entry={WORDS[word]}>{children}</Explained>;
}

"use client";

import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { IconButton } from "./button";

const SAYS_SO_MS = 1_500;

interface CopyButtonProps {
  text: string;
  /** `Copy id`, `Copy command`. */
  label?: string;
}

export function CopyButton({ text, label = "Copy" }: CopyButtonProps) {
  const [state, setState] = useState<"idle" | "copied" | "failed">("idle");
  useEffect(() => {
    if (state === "idle") return;
    const timer = setTimeout(() => setState("idle"), SAYS_SO_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setState("copied");
    } catch {
      setState("failed");
    }
  };
  const says = { idle: "", copied: "Copied", failed: "Copying is not allowed here" }[state];
  return (
    <>
      <IconButton icon={state === "copied" ? Check : Copy} label={says || label} size="sm" onPress={copy} />
      <span role="status" className="sr-only">
        {says}
      </span>
    </>
  );
}

interface CodeProps {
  children: string;
  /** Several lines, in a box with a copy button; else within the line. */
  block?: boolean;
  copyLabel?: string;
}

export function Code({ children, block, copyLabel }: CodeProps) {
  if (!block) return <code className="rounded-sm bg-sunken px-1 py-px text-[0.92em]">{children}</code>;
  return (
    <div className="flex min-w-0 items-start rounded-md border border-line bg-sunken">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard. */}
      <pre tabIndex={0} className="min-w-0 flex-1 overflow-x-auto px-3 py-2 text-sm leading-5">
        <code>{children}</code>
      </pre>
      <span className="shrink-0 p-1">
        <CopyButton text={children} label={copyLabel} />
      </span>
    </div>
  );
}

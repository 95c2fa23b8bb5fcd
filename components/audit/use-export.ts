"use client";

import { useEffect, useRef, useState } from "react";
import { toast } from "@/components/ui/toast";
import type { ExportFormat } from "@/server/contract/trail";
import { recordCounter } from "./count-records";

/** Said again here: the contract's module would bring its schemas into the browser. */
const TOTAL_HEADER = "x-total-entries" satisfies typeof import("@/server/contract/trail").EXPORT_TOTAL_HEADER;
const DRAW_EVERY_MS = 100;

export interface ExportState {
  format: ExportFormat;
  done: number;
  total: number;
}

type OnProgress = (progress: { done: number; total: number }) => void;

/** What the server refused, in its words; undefined where it gave none. */
async function refusalOf(reply: Response): Promise<string> {
  const body: unknown = await reply.json().catch(() => undefined);
  const said = typeof body === "object" && body !== null && "error" in body ? body.error : undefined;
  return typeof said === "string" ? said : "The server did not answer as it should.";
}

async function download(url: string, format: ExportFormat, signal: AbortSignal, onProgress: OnProgress) {
  const reply = await fetch(url, { signal });
  if (!reply.ok || !reply.body) throw new Error(await refusalOf(reply));
  const total = Number(reply.headers.get(TOTAL_HEADER) ?? 0);
  const count = recordCounter(format);
  const parts: BlobPart[] = [];
  const reader = reply.body.getReader();
  let [done, drawn] = [0, 0];
  for (;;) {
    const { value, done: isOver } = await reader.read();
    if (isOver) break;
    parts.push(value);
    done = count(value);
    if (performance.now() - drawn < DRAW_EVERY_MS) continue;
    drawn = performance.now();
    onProgress({ done, total });
  }
  const [, name = `audit.${format}`] = /filename="([^"]+)"/.exec(reply.headers.get("content-disposition") ?? "") ?? [];
  return { blob: new Blob(parts, { type: reply.headers.get("content-type") ?? "" }), name, done };
}

function save(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser takes the bytes in its own time; the address only has to outlast its asking for them.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

const entries = (count: number) => `${count.toLocaleString("en")} ${count === 1 ? "entry" : "entries"}`;

/** Downloads the filtered trail and says how far it is; one at a time, ended by `cancel` or by leaving the page. */
export function useExport() {
  const [state, setState] = useState<ExportState>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const start = async (format: ExportFormat, query: string) => {
    if (running.current) return;
    const abort = new AbortController();
    running.current = abort;
    setState({ format, done: 0, total: 0 });
    const url = `/api/audit/export?${query ? `${query}&` : ""}format=${format}`;
    try {
      const file = await download(url, format, abort.signal, (progress) => setState({ format, ...progress }));
      save(file.blob, file.name);
      toast({ tone: "ok", title: `Exported ${entries(file.done)}`, detail: file.name });
    } catch (error) {
      if (!abort.signal.aborted) {
        const detail = error instanceof Error && error.message ? error.message : undefined;
        toast({ tone: "danger", title: "The export broke off; nothing was saved", detail });
      }
    } finally {
      running.current = undefined;
      setState(undefined);
    }
  };
  const cancel = () => running.current?.abort();
  return { state, start, cancel };
}

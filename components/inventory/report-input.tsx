"use client";

import { FileUp } from "lucide-react";
import { type ClipboardEvent, type DragEvent, useState } from "react";
import { FileTrigger } from "react-aria-components/FileTrigger";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { cx } from "@/components/ui/cx";
import { TextArea } from "@/components/ui/text-field";
import { fileText, sizeProblem } from "./file-text";

interface ReportInputProps {
  value: string;
  onChange: (text: string) => void;
}

/** Takes a dropped or chosen file for what was pasted. */
function useFile(onText: (text: string) => void) {
  const [problem, setProblem] = useState<string>();
  const [name, setName] = useState<string>();
  const take = async (file: File | undefined) => {
    if (!file) return;
    setName(undefined);
    const large = sizeProblem(file.size, file.name);
    const read = large ? { problem: large } : fileText(new Uint8Array(await file.arrayBuffer()), file.name);
    setProblem(read.problem);
    if (read.problem !== undefined) return;
    setName(file.name);
    onText(read.text ?? "");
  };
  const forget = () => {
    setProblem(undefined);
    setName(undefined);
  };
  return { problem, name, take, forget };
}

/** Browsers take a minute over a pasted text of a few hundred kilobytes, and no time over a value that is set. */
const LARGE_PASTE = 50_000;

function insertLarge(event: ClipboardEvent<HTMLInputElement>, onChange: (text: string) => void): void {
  const pasted = event.clipboardData.getData("text/plain");
  if (pasted.length < LARGE_PASTE) return;
  event.preventDefault();
  const { value, selectionStart, selectionEnd } = event.target as unknown as HTMLTextAreaElement;
  onChange(value.slice(0, selectionStart) + pasted + value.slice(selectionEnd));
}

/** Where a report comes in: typed, pasted, dropped or chosen. */
export function ReportInput({ value, onChange }: ReportInputProps) {
  const file = useFile(onChange);
  const [isOver, setOver] = useState(false);
  const change = (text: string) => {
    file.forget();
    onChange(text);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void file.take(event.dataTransfer.files[0]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the button beside it does the same by keyboard.
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={cx(
        "flex flex-col gap-2 rounded-md [&_textarea]:overflow-x-auto [&_textarea]:whitespace-pre",
        isOver && "outline-2 outline-accent outline-offset-4",
      )}
    >
      <TextArea
        label="Report"
        description="Text of lspci, IOMMU groups, nvidia-smi, rocm-smi, Proxmox or libvirt, several in one, or a JSON report; up to 4 MiB."
        mono
        rows={12}
        value={value}
        placeholder="Paste here, or drop a file"
        spellCheck="false"
        onChange={change}
        onPaste={(event) => insertLarge(event, change)}
      />
      <div className="flex flex-wrap items-center gap-2">
        <FileTrigger onSelect={(files) => void file.take(files?.[0])}>
          <Button size="sm" icon={FileUp}>
            Choose a file
          </Button>
        </FileTrigger>
        {value !== "" && (
          <Button size="sm" variant="quiet" onPress={() => change("")}>
            Clear
          </Button>
        )}
        {file.name && <span className="text-ink-muted text-sm">{`From ${file.name}`}</span>}
      </div>
      {file.problem && (
        <Callout tone="danger" role="alert">
          {file.problem}
        </Callout>
      )}
    </div>
  );
}

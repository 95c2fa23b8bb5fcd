"use client";

import { FileSearch } from "lucide-react";
import dynamic from "next/dynamic";
import { useEffect, useRef, useState } from "react";
import { PageHeader } from "@/components/patterns/page-header";
import { EmptyState } from "@/components/ui/states";
import type { NodeView } from "@/server/contract/console";
import { Collector } from "./collector";
import { ReportInput } from "./report-input";
import type { Stored } from "./store-dialog";
import { StoredPanel } from "./stored-panel";
import { usePreview } from "./use-preview";

const loadReading = () => import("./reading").then((module) => module.Reading);
const Reading = dynamic(loadReading, { ssr: false });
const READING_AFTER_MS = 500;

/** What shows a report is most of the page's script: it comes after the page, and before anybody has pasted. */
function useReadingAhead(): void {
  useEffect(() => {
    const timer = setTimeout(loadReading, READING_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
}

const NoReport = () => (
  <EmptyState icon={FileSearch} title="No report yet">
    The units of the machine, what was left out and why, and what would change stand here as soon as there is a report.
  </EmptyState>
);

interface ImportPageProps {
  node: Pick<NodeView["node"], "id" | "hostname">;
  /** Where the product is reached from outside. */
  publicUrl: string;
}

/** Takes in what a machine says of itself: shows what it means line by line before anything is stored. */
export function ImportPage({ node, publicUrl }: ImportPageProps) {
  const [text, setText] = useState("");
  const [stored, setStored] = useState<Stored>();
  const reading = usePreview(node.id, text);
  useReadingAhead();
  const isBlank = text.trim() === "";
  const top = useRef<HTMLDivElement>(null);
  const done = (result: Stored) => {
    setStored(result);
    setText("");
    top.current?.scrollIntoView({ block: "start" });
  };
  return (
    <div ref={top} className="flex flex-col gap-5">
      <PageHeader
        title="Import inventory"
        crumbs={[
          { label: "Nodes", href: "/nodes" },
          { label: node.hostname, href: `/nodes/${node.id}` },
          { label: "Import inventory" },
        ]}
        description={`What ${node.hostname} says about its GPUs. Nothing is stored before you confirm it.`}
      />
      {stored && <StoredPanel nodeId={node.id} stored={stored} />}
      <div className="grid items-start gap-5 lg:grid-cols-2 lg:grid-rows-[auto_1fr]">
        <div className="flex min-w-0 flex-col gap-4">
          <ReportInput
            value={text}
            onChange={(next) => {
              setText(next);
              setStored(undefined);
            }}
          />
          {isBlank && <Collector nodeId={node.id} publicUrl={publicUrl} />}
        </div>
        {isBlank ? <NoReport /> : <Reading nodeId={node.id} text={text} reading={reading} onStored={done} />}
      </div>
    </div>
  );
}

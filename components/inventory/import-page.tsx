"use client";

import dynamic from "next/dynamic";
import { useRef, useState } from "react";
import { PageHeader } from "@/components/patterns/page-header";
import type { NodeView } from "@/server/contract/console";
import { Collector } from "./collector";
import { ReportInput } from "./report-input";
import type { Stored } from "./store-dialog";
import { StoredPanel } from "./stored-panel";
import { usePreview } from "./use-preview";

const Reading = dynamic(() => import("./reading").then((module) => module.Reading));

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
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4">
          <ReportInput
            value={text}
            onChange={(next) => {
              setText(next);
              setStored(undefined);
            }}
          />
          {text.trim() === "" && <Collector nodeId={node.id} publicUrl={publicUrl} />}
        </div>
        <Reading nodeId={node.id} text={text} reading={reading} onStored={done} />
      </div>
    </div>
  );
}

"use client";

import { type Ref, useRef, useState } from "react";
import { StateLegend } from "@/components/topology/state";
import { TopologyGrid } from "@/components/topology/topology-grid";
import { UnitDetails } from "@/components/topology/unit-details";
import { Button } from "@/components/ui/button";
import { Loading, Skeleton } from "@/components/ui/skeleton";
import { ErrorState } from "@/components/ui/states";
import { Checkbox } from "@/components/ui/toggles";
import type { ImportPreview } from "@/server/contract/machines";
import { Findings } from "./findings";
import { Impact } from "./impact";
import { LineByLine, type LineByLineHandle } from "./line-by-line";
import { StoreDialog, type Stored } from "./store-dialog";
import type { PreviewState } from "./use-preview";
import { Verdict } from "./verdict";

interface ReadingProps {
  nodeId: string;
  text: string;
  reading: PreviewState;
  onStored: (stored: Stored) => void;
}

const NONE: ReadonlySet<string> = new Set();
const any = () => true as const;
const nothing = () => undefined;

/** More than any machine has: a browser would take minutes to draw them. */
const MOST_UNITS = 256;

/** The units as the node's page will draw them. */
function Machine({ preview }: { preview: ImportPreview }) {
  const [focusedId, setFocused] = useState<string>();
  const view = preview.after;
  if (view.units.length > MOST_UNITS) {
    return (
      <p className="text-sm">{`These are too many units to draw: no machine has ${view.units.length}. Is this one?`}</p>
    );
  }
  return (
    <section aria-label="The machine as it will be drawn" className="flex flex-col gap-3">
      <h2 className="font-semibold text-lg">The machine</h2>
      <StateLegend states={view.units.map((unit) => unit.state)} />
      <TopologyGrid
        view={view}
        isReadOnly
        selectedIds={NONE}
        onSelectionChange={nothing}
        focusedId={focusedId}
        onFocusChange={setFocused}
        selectable={any}
      />
      {focusedId && (
        <div className="rounded-md border border-line bg-surface p-4">
          <UnitDetails view={view} unitId={focusedId} onShowUnit={setFocused} />
        </div>
      )}
    </section>
  );
}

function Pending() {
  return (
    <Loading label="Reading the report">
      <div className="flex flex-col gap-3">
        <Skeleton className="h-14 w-full" />
        <Skeleton className="h-40 w-full" />
        <Skeleton className="h-8 w-48" />
      </div>
    </Loading>
  );
}

interface ReadProps extends Omit<ReadingProps, "reading"> {
  preview: ImportPreview;
}

/** The way to storing it, with the explicit word that a partial report needs. */
function Store({ nodeId, text, preview, onStored }: ReadProps) {
  const [isAgreed, setAgreed] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const isPartial = preview.accept === "partial";
  const why =
    isPartial && !isAgreed
      ? "The report is only partly readable: say that it is to be stored all the same."
      : undefined;
  return (
    <div className="flex flex-col gap-3">
      {isPartial && (
        <Checkbox
          isSelected={isAgreed}
          onChange={setAgreed}
          detail="What could not be read stays out. The errors above say what that is."
        >
          Store it all the same
        </Checkbox>
      )}
      <div>
        <Button variant="primary" disabledReason={why} onPress={() => setAsking(true)}>
          Store this inventory
        </Button>
      </div>
      {isAsking && (
        <StoreDialog
          nodeId={nodeId}
          text={text}
          preview={preview}
          acceptPartial={isPartial && isAgreed}
          onClose={() => setAsking(false)}
          onStored={(stored) => {
            setAsking(false);
            onStored(stored);
          }}
        />
      )}
    </div>
  );
}

interface FoundProps extends ReadProps {
  onJump: (line: number) => void;
}

function Found({ onJump, ...props }: FoundProps) {
  const { preview, text } = props;
  return (
    <>
      <Findings preview={preview} onJump={onJump} />
      {preview.accept !== "no" && (
        <>
          <Machine key={text} preview={preview} />
          <section aria-label="Against what is stored" className="flex flex-col gap-2">
            <h2 className="font-semibold text-lg">Against what is stored</h2>
            <Impact preview={preview} />
          </section>
          <Store {...props} />
        </>
      )}
    </>
  );
}

function Lines({ preview, text, ref }: Pick<ReadProps, "preview" | "text"> & { ref: Ref<LineByLineHandle> }) {
  return (
    <section
      aria-labelledby="line-by-line"
      className="flex min-w-0 flex-col gap-2 lg:sticky lg:top-0 lg:col-start-1 lg:row-start-2"
    >
      <h2 id="line-by-line" className="font-semibold text-lg">
        The report, line by line
      </h2>
      {preview.moreDevices > 0 && (
        <p className="text-ink-muted text-sm">{`${preview.moreDevices} more devices were read; they have no notes here.`}</p>
      )}
      <LineByLine ref={ref} text={text} preview={preview} />
    </section>
  );
}

/** What a report means, as far as that is known: beside the report on a wide screen, its lines under it. */
export function Reading({ reading, ...props }: ReadingProps) {
  const { preview, problem, isReading, retry } = reading;
  const lines = useRef<LineByLineHandle>(null);
  return (
    <>
      <div className="flex min-w-0 flex-col gap-5 lg:col-start-2 lg:row-span-2 lg:row-start-1">
        <div role="status">{preview && <Verdict preview={preview} />}</div>
        {problem && (
          <ErrorState
            title={problem.message}
            onRetry={problem.code === undefined ? retry : undefined}
            requestId={problem.requestId}
          />
        )}
        {isReading && <Pending />}
        {preview && <Found {...props} preview={preview} onJump={(line) => lines.current?.show(line)} />}
      </div>
      {preview && <Lines ref={lines} text={props.text} preview={preview} />}
    </>
  );
}

import { useCallback, useEffect, useRef, useState } from "react";
import type { UnitView } from "@/server/contract/console";
import { selectionText } from "./describe";
import { type Dropped, everything, type Judge, reconcile, sameSet, toggled, withRange } from "./selection";
import { useAnnouncer } from "./use-announcer";

export interface SelectionOptions {
  units: readonly UnitView[];
  /** Unit ids in the order drawn. */
  order: readonly string[];
  selectedIds: ReadonlySet<string>;
  onSelectionChange: (ids: Set<string>) => void;
  judge: Judge;
  onDropped?: ((dropped: Dropped[]) => void) | undefined;
}

const PACE = { delay: 150, gap: 500 };

export interface UnitSelection {
  toggle: (id: string) => void;
  only: (id: string) => void;
  /** From where the person began to the unit named; `keep` adds to what was selected before. */
  extendTo: (id: string, from: string, keep: boolean) => void;
  /** The next range begins anew. */
  endRun: () => void;
  all: () => void;
  clear: () => void;
  /** For a live region. */
  spoken: string;
  /** For the eye: what dropped out, or why something can't be selected. */
  notice: string | undefined;
}

function droppedText(dropped: readonly Dropped[]): string {
  return dropped.map(({ id, reason }) => `Unit ${id} dropped out of the selection: ${reason}`).join(" ");
}

/** Says how many units are selected whenever that changes, by whomever. */
function useSpokenCount({ units, selectedIds }: SelectionOptions, say: (key: string, text: string) => void): void {
  const text = selectionText(units, selectedIds);
  const last = useRef(text);
  useEffect(() => {
    if (last.current === text) return;
    last.current = text;
    say("selection", `${text}.`);
  }, [text, say]);
}

/** Selection of units with anchor and ranges; never holds what may not be selected or is gone. */
export function useUnitSelection(options: SelectionOptions): UnitSelection {
  const { order, selectedIds, onSelectionChange, judge, onDropped } = options;
  const [spoken, say] = useAnnouncer(PACE);
  const [notice, setNotice] = useState<string>();
  const run = useRef<{ anchor: string; base: ReadonlySet<string> }>(undefined);
  const anchor = useRef<string>(undefined);
  useSpokenCount(options, say);

  useEffect(() => {
    const { selected, dropped } = reconcile(selectedIds, order, judge);
    if (dropped.length === 0) return;
    const text = droppedText(dropped);
    setNotice(text);
    say("dropped", text);
    onSelectionChange(selected);
    onDropped?.(dropped);
  });

  const change = (next: Set<string>) => {
    setNotice(undefined);
    if (!sameSet(next, selectedIds)) onSelectionChange(next);
  };

  const allowed = (id: string): boolean => {
    const verdict = judge(id);
    if (verdict === true) return true;
    const text = `Unit ${id} can't be selected: ${verdict}`;
    setNotice(text);
    say("refused", text);
    return false;
  };

  const begin = (id: string) => {
    run.current = undefined;
    anchor.current = id;
  };

  return {
    toggle: (id) => {
      begin(id);
      if (selectedIds.has(id) || allowed(id)) change(toggled(selectedIds, id));
    },
    only: (id) => {
      begin(id);
      if (allowed(id)) change(new Set([id]));
    },
    extendTo: (id, from, keep) => {
      run.current ??= { anchor: anchor.current ?? from, base: keep ? new Set(selectedIds) : new Set() };
      change(withRange(run.current.base, order, run.current.anchor, id, judge));
    },
    endRun: useCallback(() => {
      run.current = undefined;
      anchor.current = undefined;
    }, []),
    all: () => change(everything(order, judge)),
    clear: () => change(new Set()),
    spoken,
    notice,
  };
}

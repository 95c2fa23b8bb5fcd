"use client";

import { type InfiniteData, type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef } from "react";
import type { ChangeEvent } from "@/server/contract/console";
import { useChanges } from "./live";
import { useDue } from "./use-due";
import { withRows } from "./with-rows";

const MOST_REFRESHED = 200;

interface DatedRow {
  id: string;
  nextBoundary?: string | undefined;
}

interface ListChanges<Row extends { id: string }> {
  queryKey: QueryKey;
  /** The list itself is being read. */
  isReading: boolean;
  /** The rows that are shown, and when the clock alone changes them. */
  rows: readonly DatedRow[];
  /** Rows as they are now. */
  readRows: (ids: string[]) => Promise<readonly Row[]>;
  /** A change that may bring a row which isn't shown. */
  addsRow: (change: ChangeEvent) => boolean;
  /** The shown rows that changes touch. */
  touched: (changes: readonly ChangeEvent[]) => readonly string[];
}

/** Puts rows as they are now into a list by pages. Answers may overtake each other: the last question about a row wins. */
function useRefresh<Row extends { id: string }>({ queryKey, readRows }: ListChanges<Row>, refreshAll: () => void) {
  const queryClient = useQueryClient();
  const questions = useRef(0);
  const lastAbout = useRef(new Map<string, number>());
  return (ids: readonly string[]) => {
    if (ids.length === 0) return;
    if (ids.length > MOST_REFRESHED) return refreshAll();
    questions.current += 1;
    const question = questions.current;
    for (const id of ids) lastAbout.current.set(id, question);
    readRows([...ids]).then(
      (rows) => {
        // A row that is no longer the reader's to see would be asked for again and again.
        if (rows.length < ids.length) return refreshAll();
        const fresh = rows.filter(({ id }) => lastAbout.current.get(id) === question);
        queryClient.setQueryData(queryKey, (data: InfiniteData<{ items: Row[] }> | undefined) => withRows(data, fresh));
      },
      // The list's own read has retries, and says so where it fails.
      refreshAll,
    );
  };
}

/** A list by pages follows changes, and the clock, by the rows that they touch, and not by reading all of it again. */
export function useListChanges<Row extends { id: string }>(list: ListChanges<Row>): void {
  const { queryKey, isReading, rows, addsRow, touched } = list;
  const queryClient = useQueryClient();
  const refreshAll = () => void queryClient.invalidateQueries({ queryKey });
  const refresh = useRefresh(list, refreshAll);
  // What a read of the list that is on its way answers may be of before these.
  const missed = useRef<ChangeEvent[]>([]);
  useChanges((changes) => {
    if (changes.some(addsRow)) return refreshAll();
    if (isReading) missed.current.push(...changes);
    refresh(touched(changes));
  });
  const catchUp = useEffectEvent(() => {
    if (missed.current.length > 0) refresh(touched(missed.current.splice(0)));
  });
  useEffect(() => {
    if (!isReading) catchUp();
  }, [isReading]);
  useDue(rows, refresh);
}

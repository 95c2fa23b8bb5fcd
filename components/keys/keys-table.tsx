"use client";

import { Ban, KeyRound, TimerOff } from "lucide-react";
import type { ReactNode } from "react";
import { type Column, DataTable } from "@/components/patterns/data-table";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { RelativeTime } from "@/components/ui/relative-time";
import { EmptyState } from "@/components/ui/states";
import type { KeyView } from "@/server/contract/people";
import { PermissionsSummary } from "./permissions-summary";

interface KeysTableProps {
  rows: readonly KeyView[] | undefined;
  /** There are keys, and the filter shows none of them. */
  hasOthers: boolean;
  onRevoke: (key: KeyView) => void;
  error: ReactNode;
}

type ColumnId = "name" | "prefix" | "permissions" | "by" | "created" | "used" | "expires" | "actions";

const quiet = (text: string) => <span className="text-ink-muted">{text}</span>;

function Name({ row }: { row: KeyView }) {
  return (
    <span className="flex min-w-24 flex-wrap items-center gap-x-2">
      <span className="font-medium [overflow-wrap:anywhere]">{row.name}</span>
      {row.state === "revoked" && <Badge icon={Ban}>Revoked</Badge>}
      {row.state === "expired" && <Badge icon={TimerOff}>Expired</Badge>}
    </span>
  );
}

function Ends({ row }: { row: KeyView }) {
  if (row.revokedAt) {
    return (
      <>
        revoked <RelativeTime time={row.revokedAt} />
      </>
    );
  }
  return row.expiresAt ? <RelativeTime time={row.expiresAt} /> : quiet("never");
}

function MadeBy({ madeBy }: Pick<KeyView, "madeBy">) {
  if (!madeBy) return quiet("set up");
  return madeBy.byKey ? `key ${madeBy.name}` : madeBy.name;
}

const columnsOf = (onRevoke: KeysTableProps["onRevoke"]): Column<KeyView, ColumnId>[] => [
  { id: "name", label: "Name", cell: (row) => <Name row={row} /> },
  { id: "prefix", label: "Begins with", mono: true, hideBelow: "md", cell: (row) => row.keyPrefix },
  { id: "permissions", label: "May do", cell: (row) => <PermissionsSummary row={row} /> },
  { id: "by", label: "Created by", hideBelow: "lg", cell: (row) => <MadeBy madeBy={row.madeBy} /> },
  { id: "created", label: "Created", hideBelow: "lg", cell: (row) => <RelativeTime time={row.createdAt} /> },
  {
    id: "used",
    label: "Last used",
    hideBelow: "md",
    cell: (row) => (row.lastUsedAt ? <RelativeTime time={row.lastUsedAt} /> : quiet("not yet")),
  },
  { id: "expires", label: "Ends", hideBelow: "md", cell: (row) => <Ends row={row} /> },
  {
    id: "actions",
    label: "Actions",
    numeric: true,
    cell: (row) =>
      row.state !== "revoked" && (
        <Button size="sm" variant="quiet" aria-label={`Revoke ${row.name}`} onPress={() => onRevoke(row)}>
          Revoke
        </Button>
      ),
  },
];

/** API keys, the newest first. */
export function KeysTable({ rows, hasOthers, onRevoke, error }: KeysTableProps) {
  return (
    <DataTable
      label="API keys"
      columns={columnsOf(onRevoke)}
      rows={rows}
      rowKey={(row) => row.id}
      error={error}
      expected={4}
      empty={
        hasOthers ? (
          <EmptyState icon={KeyRound} title="No key is like that" />
        ) : (
          <EmptyState icon={KeyRound} title="No API keys yet">
            A key lets a program use the REST API for this organization, with just the permissions that it needs.
          </EmptyState>
        )
      }
    />
  );
}

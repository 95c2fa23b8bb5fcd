"use client";

import {
  ArrowRightLeft,
  ChevronDown,
  CircleArrowDown,
  CircleCheck,
  CircleX,
  FileUp,
  type LucideIcon,
  Wrench,
} from "lucide-react";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useMemo, useState } from "react";
import { type PaletteItem, usePaletteActions } from "@/components/shell/palette-search";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-look";
import { Menu, type MenuEntry } from "@/components/ui/menu";
import type { NodeView } from "@/server/contract/console";
import { movesFrom } from "@/server/domain/node-status";
import type { NodeChange } from "./node-change-dialog";

const NodeChangeDialog = dynamic(() => import("./node-change-dialog").then((module) => module.NodeChangeDialog));

const ICONS = { online: CircleCheck, draining: CircleArrowDown, maintenance: Wrench, removed: CircleX };

interface Offer {
  change: NodeChange;
  label: string;
  icon: LucideIcon;
  why?: string | undefined;
}

/** Every change that there is to this node, with its name, and why not where it can't be made. */
function useOffers({ node: { status, pool }, repool }: NodeView): Offer[] {
  const why = repool.allowed ? undefined : (repool.why ?? "You can't change the pool.");
  return useMemo(() => {
    const other = pool === "verified" ? "community" : "verified";
    return [
      ...movesFrom(status).map(
        (move): Offer => ({ change: { kind: "status", move }, label: move.label, icon: ICONS[move.to] }),
      ),
      { change: { kind: "pool", pool: other }, label: `Move to the ${other} pool`, icon: ArrowRightLeft, why },
    ];
  }, [status, pool, why]);
}

/** What can be done with the node as a whole, from its header and from the palette. */
export function NodeActions({ view }: { view: NodeView }) {
  const router = useRouter();
  const [change, setChange] = useState<NodeChange>();
  const offers = useOffers(view);
  const { id, hostname } = view.node;
  const importHref = `/nodes/${id}/import`;
  const { allowed } = view.operate;
  const items = useMemo<readonly PaletteItem[]>(() => {
    if (!allowed) return [];
    const offer = (key: string, label: string, icon: PaletteItem["icon"], run: () => void): PaletteItem => ({
      id: `node:${key}`,
      section: "Actions",
      label,
      detail: hostname,
      icon,
      run,
    });
    return [
      offer("import", "Import inventory", FileUp, () => router.push(importHref)),
      ...offers
        .filter((each) => each.why === undefined)
        .map((each) => offer(each.label, each.label, each.icon, () => setChange(each.change))),
    ];
  }, [allowed, hostname, importHref, offers, router]);
  usePaletteActions(items);
  const entries = offers.map(
    (each): MenuEntry => ({
      id: each.label,
      label: each.label,
      icon: each.icon,
      disabledReason: each.why,
      danger: each.change.kind === "status" && each.change.move.to === "removed",
      onAction: () => setChange(each.change),
    }),
  );
  if (!allowed) return <Button disabledReason={view.operate.why}>Node</Button>;
  return (
    <>
      <Menu
        label="Actions on the node"
        placement="bottom end"
        className={buttonClass({})}
        groups={[
          { id: "inventory", entries: [{ id: "import", label: "Import inventory", icon: FileUp, href: importHref }] },
          { id: "status", entries: entries.slice(0, -1) },
          { id: "pool", entries: entries.slice(-1) },
        ]}
      >
        Node
        <ChevronDown className="size-4" aria-hidden="true" />
      </Menu>
      {change && <NodeChangeDialog view={view} change={change} onClose={() => setChange(undefined)} />}
    </>
  );
}

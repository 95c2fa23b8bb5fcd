"use client";

import { skipToken, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSettled } from "@/components/patterns/use-settled";
import { useTRPC } from "@/components/trpc/client";
import { Callout } from "@/components/ui/callout";
import { Link } from "@/components/ui/link";

const SETTLES_MS = 300;

/** Says where a hostname is one of a node that the person may see; two nodes may have the same all the same. */
export function KnownHostname({ hostname }: { hostname: string }) {
  const trpc = useTRPC();
  const text = hostname.trim();
  const [settled, setSettled] = useState("");
  useSettled(text, SETTLES_MS, setSettled);
  const query = useQuery(trpc.console.search.queryOptions(settled ? { text: settled } : skipToken, { retry: false }));
  const same = (name: string) => name.toLowerCase() === text.toLowerCase();
  const known = same(settled) ? query.data?.nodes.find((node) => same(node.hostname)) : undefined;
  return (
    <div role="status" className="empty:hidden">
      {known && (
        <Callout tone="warn" title={`${known.hostname} is registered already`}>
          <Link href={`/nodes/${encodeURIComponent(known.id)}`} prefetch={false}>
            {`The node of ${known.owner}`}
          </Link>{" "}
          may be this machine. Registered again, it would be two nodes.
        </Callout>
      )}
    </div>
  );
}

"use client";

import { useQuery } from "@tanstack/react-query";
import { placeableText } from "@/components/catalog/words";
import { ReservationStatusBadge } from "@/components/patterns/reservation-status-badge";
import { Term } from "@/components/patterns/term";
import { count } from "@/components/topology/address";
import { useTRPC } from "@/components/trpc/client";
import { Link } from "@/components/ui/link";
import { RelativeTime } from "@/components/ui/relative-time";
import { Loading, Skeleton } from "@/components/ui/skeleton";
import type { OfferView, OwnOverview } from "@/server/contract/overview";
import { Panel } from "./panel";

type Grant = OwnOverview["grants"]["items"][number];

function GrantLine({ grant }: { grant: Grant }) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-0.5 py-1.5 text-sm">
      <span className="font-medium [overflow-wrap:anywhere]">{grant.contractRef ?? <code>{grant.id}</code>}</span>
      <ReservationStatusBadge status={grant.status} />
      <span className="flex-1 text-ink-muted">
        {count(grant.units, "unit")}
        {grant.released > 0 && `, ${grant.released} on the spot market meanwhile`}
      </span>
      <span className="text-ink-muted">
        {grant.status === "pending" ? "from " : "until "}
        {grant.status === "pending" ? (
          <RelativeTime time={grant.startsAt} as="date" />
        ) : grant.endsAt ? (
          <RelativeTime time={grant.endsAt} as="date" />
        ) : (
          "cancelled; no end is set"
        )}
      </span>
    </li>
  );
}

/** What is reserved for the org that one acts for. */
export function Grants({ grants, orgName }: { grants: OwnOverview["grants"]; orgName: string }) {
  return (
    <Panel title={<Term word="audience">{`Reserved for ${orgName}`}</Term>}>
      {grants.items.length === 0 ? (
        <p className="text-ink-muted text-sm">
          Nothing is reserved for {orgName}. Reservations that the operator makes for it stand here, with their units
          and terms.
        </p>
      ) : (
        <ul className="-my-1.5 flex flex-col divide-y divide-line">
          {grants.items.map((grant) => (
            <GrantLine key={grant.id} grant={grant} />
          ))}
        </ul>
      )}
      {grants.hasMore && (
        <p className="text-ink-muted text-sm">
          The newest are shown; all are in <code>GET /v1/reservations?role=audience</code>.
        </p>
      )}
    </Panel>
  );
}

/** What the org runs. */
export function Workloads({ workloads, orgName }: { workloads: OwnOverview["workloads"]; orgName: string }) {
  const aside = workloads.count > 0 && `${workloads.count} on ${count(workloads.gpus, "GPU")}`;
  return (
    <Panel title={<Term word="workload">Running</Term>} aside={aside}>
      {workloads.items.length === 0 ? (
        <p className="text-ink-muted text-sm">
          {orgName} runs nothing. VMs and pods stand here once they are created with{" "}
          <code>POST /v1/orgs/…/vms/create</code>.
        </p>
      ) : (
        <ul className="-my-1.5 flex flex-col divide-y divide-line">
          {workloads.items.map((each) => (
            <li key={each.id} className="flex flex-wrap items-baseline gap-x-3 py-1.5 text-sm">
              <span className="font-medium [overflow-wrap:anywhere]">{each.name}</span>
              <span className="flex-1 text-ink-muted">
                {`${each.kind}, ${each.tier}, ${each.gpus} × ${each.model.name}`}
                {each.status === "terminating" && <span className="text-warn-text">, terminating</span>}
              </span>
              <span className="text-ink-muted">
                started <RelativeTime time={each.since} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {workloads.count > workloads.items.length && (
        <p className="text-ink-muted text-sm">The newest {workloads.items.length} are shown.</p>
      )}
    </Panel>
  );
}

const MODELS_SHOWN = 6;
const canHave = (offers: readonly OfferView[]) => offers.some((offer) => offer.maxPlaceableGpus > 0);
const best = (offers: readonly OfferView[]): OfferView =>
  offers.reduce((most, offer) => (offer.maxPlaceableGpus > most.maxPlaceableGpus ? offer : most));

/** What the org can buy now, by model; the catalog has the rest. */
export function CanBuy() {
  const trpc = useTRPC();
  const { data, error } = useQuery(trpc.overview.catalog.queryOptions({}, { refetchInterval: 30_000 }));
  const offered = data?.models.flatMap(({ id, name, tiers }) => {
    const all = Object.entries(tiers).filter(([, { vm, cluster }]) => canHave([vm, cluster]));
    return all.length > 0 ? [{ id, name, tiers: all }] : [];
  });
  return (
    <Panel title={<Term word="placeable">Can be placed now</Term>} aside={<Link href="/catalog">Catalog</Link>}>
      {!data && !error && (
        <Loading label="Loading the catalog">
          <Skeleton className="h-32 w-full" />
        </Loading>
      )}
      {!data && error && <p className="text-ink-muted text-sm">{`The catalog could not be read. ${error.message}`}</p>}
      {offered?.length === 0 && <p className="text-ink-muted text-sm">Nothing can be placed right now at any tier.</p>}
      <ul className="flex flex-col gap-2 text-sm">
        {offered?.slice(0, MODELS_SHOWN).map((model) => (
          <li key={model.id} className="flex flex-col">
            <span className="font-medium">{model.name}</span>
            {model.tiers.map(([tier, { vm, cluster }]) => (
              <span key={tier} className="text-ink-muted">{`${tier}: ${placeableText(best([vm, cluster]))}`}</span>
            ))}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

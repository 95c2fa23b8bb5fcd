"use client";

import { fleetHref } from "@/components/fleet/fleet-filters";
import { STATE_WORDS } from "@/components/patterns/glossary";
import { Explained, Term } from "@/components/patterns/term";
import { StateSwatch } from "@/components/topology/state";
import { inBarOrder, StateBar } from "@/components/topology/state-bar";
import { type DrawnState, STATE_LOOKS } from "@/components/topology/state-look";
import { Link } from "@/components/ui/link";
import type { ModelTally } from "@/server/contract/overview";
import type { UnitState } from "@/server/domain/unit-state";
import { Panel } from "./panel";
import { gpusIn, percent, SOLD, type StateSum, sumStates } from "./sums";

/** Nodes with a unit in that state. */
const hrefOf =
  (model?: string) =>
  (state: DrawnState): string =>
    fleetHref({ state: state as UnitState, ...(model !== undefined && { model }) });

function Headline({ label, gpus, total }: { label: string; gpus: number; total: number }) {
  return (
    <div className="flex flex-col">
      <dt className="text-ink-muted text-sm">{label}</dt>
      <dd>
        <span className="font-semibold text-2xl tracking-tight">{gpus.toLocaleString("en-GB")}</span>{" "}
        <span className="text-ink-muted text-sm">{percent(gpus, total)}</span>
      </dd>
    </div>
  );
}

function StateTable({ sums, total }: { sums: readonly StateSum[]; total: number }) {
  return (
    <table aria-label="GPUs by state" className="w-full border-collapse text-left text-sm">
      <thead>
        <tr className="text-ink-muted text-xs [&>th]:h-7 [&>th]:font-medium [&>th+th]:pl-3">
          <th scope="col">State</th>
          <th scope="col" className="text-right">
            GPUs
          </th>
          <th scope="col" className="text-right">
            <Term word="unit">Units</Term>
          </th>
          <th scope="col" className="text-right">
            Share
          </th>
          <th scope="col">
            <span className="sr-only">Where</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {inBarOrder(sums).map(({ state, gpus, units }) => (
          <tr key={state} className="border-line border-t [&>*]:h-7 [&>*]:font-normal [&>td]:pl-3">
            <th scope="row">
              <span className="flex items-center gap-2">
                <StateSwatch state={state} />
                <Explained entry={STATE_WORDS[state]} />
              </span>
            </th>
            <td className="text-right">{gpus.toLocaleString("en-GB")}</td>
            <td className="text-right text-ink-muted">{units.toLocaleString("en-GB")}</td>
            <td className="text-right text-ink-muted">{percent(gpus, total)}</td>
            <td className="text-right">
              <Link href={hrefOf()(state)} prefetch={false} aria-label={`Nodes with units: ${STATE_LOOKS[state].name}`}>
                Nodes
              </Link>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** All GPUs by state: the sum in one look, the numbers below. */
export function Capacity({ models }: { models: readonly ModelTally[] }) {
  const sums = sumStates(models);
  const total = sums.reduce((sum, { gpus }) => sum + gpus, 0);
  return (
    <Panel title="Capacity" aside={`${total.toLocaleString("en-GB")} GPUs`}>
      <dl className="flex flex-wrap gap-x-10 gap-y-3">
        <Headline label="Claimed" gpus={gpusIn(sums, ...SOLD)} total={total} />
        <Headline label="Reserved, idle" gpus={gpusIn(sums, "reserved")} total={total} />
        <Headline label="On the spot market" gpus={gpusIn(sums, "released", "spot")} total={total} />
        <Headline label="Free" gpus={gpusIn(sums, "free")} total={total} />
      </dl>
      <StateBar shares={sums} href={hrefOf()} />
      <StateTable sums={sums} total={total} />
    </Panel>
  );
}

/** `4 free; 2 reserved, idle`: names of states have commas. */
export const statesText = (states: readonly StateSum[]): string =>
  inBarOrder(states)
    .map(({ state, gpus }) => `${gpus} ${STATE_LOOKS[state].name.toLowerCase()}`)
    .join("; ");

/** The same for each GPU model. */
export function CapacityByModel({ models }: { models: readonly ModelTally[] }) {
  return (
    <Panel title="By GPU model" aside={<Link href="/models">All models</Link>}>
      <ul className="flex flex-col gap-3">
        {models.map((model) => (
          <li key={model.id} className="flex flex-col gap-1">
            <span className="flex flex-wrap items-baseline justify-between gap-x-4 text-sm">
              <Link look="plain" href={fleetHref({ model: model.id })} prefetch={false}>
                {model.name}
              </Link>
              <span className="text-ink-muted">
                {`${model.gpus} GPUs on ${model.nodes} ${model.nodes === 1 ? "node" : "nodes"}`}
                <span className="sr-only">{`: ${statesText(model.states)}`}</span>
              </span>
            </span>
            <StateBar shares={model.states} href={hrefOf(model.id)} size="sm" />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

import { Fragment } from "react";
import { Term } from "@/components/patterns/term";
import { Table, Td, Th, Tr } from "@/components/ui/table";
import type { CatalogView, OfferView } from "@/server/contract/overview";
import { placeableText, type Tier, whyNothing } from "./words";

const TIERS: readonly { id: Tier; label: string; detail: string }[] = [
  { id: "community", label: "Community", detail: "on any pool" },
  { id: "verified", label: "Verified", detail: "on the verified pool" },
  { id: "spot", label: "Spot", detail: "ends when reclaimed" },
];

const KINDS = [
  { id: "vm", label: "VM" },
  { id: "cluster", label: "pod" },
] as const;

function Offer({ offer, tier }: { offer: OfferView; tier: Tier }) {
  const why = whyNothing(offer, tier);
  if (why) {
    return (
      <>
        <span className="font-medium">0 GPUs</span>
        <span className="block text-ink-muted text-xs">{why}</span>
      </>
    );
  }
  return (
    <>
      <span className="font-medium">{placeableText(offer)}</span>
      <span className="block text-ink-muted text-xs">
        {`${offer.freeGpus.toLocaleString("en-GB")} free of ${offer.totalGpus.toLocaleString("en-GB")}`}
      </span>
    </>
  );
}

/** Kinds of workload that the model has units for, or had; both rows only where there are two. */
function kindsOf(model: CatalogView["models"][number]) {
  const used = KINDS.filter(({ id }) => TIERS.some((tier) => (model.tiers[tier.id]?.[id].totalGpus ?? 0) > 0));
  return used.length > 0 ? used : KINDS.slice(0, 1);
}

/** Tiers side by side. */
function TierTable({ catalog }: { catalog: CatalogView }) {
  return (
    <Table label={`Catalog of ${catalog.org.name}`}>
      <thead>
        <tr>
          <Th>Model</Th>
          <Th>For a</Th>
          {TIERS.map(({ id, label, detail }) => (
            <Th key={id} className="w-[21%]">
              <Term word={id === "spot" ? "spotMarket" : "tier"}>{label}</Term>{" "}
              <span className="font-normal text-ink-faint">{detail}</span>
            </Th>
          ))}
        </tr>
      </thead>
      <tbody>
        {catalog.models.flatMap((model) =>
          kindsOf(model).map((kind, index) => (
            <Tr key={`${model.id} ${kind.id}`} className="align-top [&>td]:py-1.5">
              <Td>
                {index === 0 && (
                  <>
                    <span className="font-medium">{model.name}</span>
                    <span className="block font-mono text-ink-muted text-xs">{model.id}</span>
                  </>
                )}
              </Td>
              <Td>{kind.label}</Td>
              {TIERS.map((tier) => {
                const offer = model.tiers[tier.id]?.[kind.id];
                return <Td key={tier.id}>{offer && <Offer offer={offer} tier={tier.id} />}</Td>;
              })}
            </Tr>
          )),
        )}
      </tbody>
    </Table>
  );
}

/** The same one under the other, where there is no room for columns. */
function TierList({ catalog }: { catalog: CatalogView }) {
  return (
    <ul aria-label={`Catalog of ${catalog.org.name}`} className="flex flex-col gap-3">
      {catalog.models.flatMap((model) =>
        kindsOf(model).map((kind) => (
          <li key={`${model.id} ${kind.id}`} className="rounded-md border border-line bg-surface p-3 text-sm">
            <p className="font-medium">{`${model.name}, for a ${kind.label}`}</p>
            <dl className="grid grid-cols-[6rem_minmax(0,1fr)] gap-x-3 gap-y-1.5 pt-2">
              {TIERS.map((tier) => {
                const offer = model.tiers[tier.id]?.[kind.id];
                return (
                  <Fragment key={tier.id}>
                    <dt className="text-ink-muted">{tier.label}</dt>
                    <dd>{offer && <Offer offer={offer} tier={tier.id} />}</dd>
                  </Fragment>
                );
              })}
            </dl>
          </li>
        )),
      )}
    </ul>
  );
}

/** GPUs that one workload can ask for, by model and tier. */
export function CatalogTable({ catalog }: { catalog: CatalogView }) {
  return (
    <>
      <div className="max-md:hidden">
        <TierTable catalog={catalog} />
      </div>
      <div className="md:hidden">
        <TierList catalog={catalog} />
      </div>
    </>
  );
}

import type { DrawnState } from "@/components/topology/state-look";
import type { ReservationStatus } from "@/server/domain/status";

export interface Entry {
  /** How it stands in headings and lists. */
  word: string;
  /** One or two sentences for whoever meets it for the first time. */
  text: string;
}

/** States of a unit; one a unit, told by fill, outline and glyph wherever a unit is drawn. */
export const STATE_WORDS: Readonly<Record<DrawnState, Entry>> = {
  free: { word: "Free", text: "Nobody has reserved it and nothing runs on it." },
  "in-use": { word: "In use", text: "A workload runs on it, and no reservation of it has begun." },
  reserved: {
    word: "Reserved, idle",
    text: "Kept for the audience of its reservation; nothing runs on it.",
  },
  audience: { word: "Claimed by audience", text: "An org that it is reserved for runs a workload on it." },
  released: { word: "Released, idle", text: "Reserved, and on the spot market now; nothing runs on it." },
  spot: {
    word: "Sold at spot",
    text: "Reserved, released, and sold to a spot workload, which a reclaim ends.",
  },
  holdover: {
    word: "Holdover",
    text: "Reserved, but a workload from outside the audience still runs on it: reserving stops nothing.",
  },
  "needs-review": {
    word: "Needs review",
    text: "The machine changed under its reservation: nobody is placed on it until that is re-affirmed or cancelled.",
  },
  "not-sellable": {
    word: "Not sellable",
    text: "It can't be handed to a customer; the reason stands beside it.",
  },
  "not-reported": { word: "Not reported", text: "The machine's last report doesn't have it." },
};

/** Status of a reservation: it follows from the stored facts and the clock, at the moment of reading. */
export const STATUS_WORDS: Readonly<Record<ReservationStatus, Entry>> = {
  pending: { word: "Pending", text: "Its term has not begun. Its units are kept for it already." },
  active: { word: "Active", text: "Its term runs, on the topology that it was made for." },
  "needs-review": {
    word: "Needs review",
    text: "The node's topology changed since it was made or re-affirmed. It holds its silicon, and nobody is placed there until it is re-affirmed or cancelled.",
  },
  expired: { word: "Expired", text: "Its term is over. Workloads that ran on its units run on." },
  cancelled: { word: "Cancelled", text: "It was ended by hand. Its units are free again; workloads on them run on." },
};

/** The words of the product, as its pages, its API and its people use them. */
export const WORDS = {
  org: {
    word: "Org",
    text: "An organization: a customer, a provider, or both. People and API keys always act for one org.",
  },
  platformOrg: {
    word: "Platform org",
    text: "The operator of this cloud: the one org that reserves units and sees every node. It is in the audience of every reservation.",
  },
  provider: { word: "Provider", text: "An org that owns nodes." },
  node: { word: "Node", text: "One GPU server, owned by one org." },
  pool: {
    word: "Pool",
    text: "Community or verified, set by the operator. Workloads of the verified tier are placed on verified nodes only.",
  },
  nodeStatus: {
    word: "Node status",
    text: "Online, draining, maintenance or removed. New workloads are placed, and units reserved, on online nodes only.",
  },
  unit: {
    word: "Unit",
    text: "The smallest thing that can be sold: the GPUs of one IOMMU group, passed through together and never split. Its id is the lowest GPU address in the group.",
  },
  pairedUnit: {
    word: "Paired unit",
    text: "A unit of several GPUs: they sit in one IOMMU group and can only be sold together.",
  },
  allocClass: {
    word: "Class",
    text: "How a unit is handed over: vfio-group to virtual machines, device-request to pods where the host has no IOMMU groups. Called allocClass in the API.",
  },
  workload: {
    word: "Workload",
    text: "A VM or a pod of one org, at one tier, on whole units of one node.",
  },
  tier: {
    word: "Tier",
    text: "How a workload is bought: community, verified (on verified nodes only), or spot (cheaper, and ended when the units are reclaimed).",
  },
  claim: {
    word: "Claim",
    text: "A running or terminating workload holds a unit. A unit has one claim at most, and it ends when the workload is really gone.",
  },
  reservation: {
    word: "Reservation",
    text: "The right of named orgs to be placed on certain units of one node for a term. It keeps others out, and stops nothing that runs.",
  },
  governing: {
    word: "Governing reservation",
    text: "The one that decides about a unit now: the live reservation whose term covers now, else the earliest live one to come.",
  },
  audience: {
    word: "Audience",
    text: "The orgs that a reservation is for. They may be placed on its units; the platform org is always among them.",
  },
  term: {
    word: "Term",
    text: "From when until when a reservation holds, to the millisecond; the end itself is outside. Without an end it holds until it is cancelled.",
  },
  managingOrg: {
    word: "Managing org",
    text: "An org that may release and reclaim these units, and end spot workloads on them, for the owner, while the reservation is active. It need not be in the audience.",
  },
  released: {
    word: "Released",
    text: "A reserved unit that is on the spot market now, so that it earns while its audience leaves it idle. It stays part of its reservation.",
  },
  reclaim: {
    word: "Reclaim",
    text: "Takes units off the spot market and ends the spot workloads on them. Other workloads run on. A preview names what would end.",
  },
  cancel: {
    word: "Cancel",
    text: "Ends a reservation, or takes units out of it, at once. Workloads on the units run on.",
  },
  reaffirm: {
    word: "Re-affirm",
    text: "Brings a reservation that needs review back, on the units that it had or on others, and on the node's current topology.",
  },
  needsReview: {
    word: "Needs review",
    text: "A report found other units on the node than before, so its reservations wait for somebody to re-affirm, move or cancel them. Until then they keep their silicon.",
  },
  holdover: {
    word: "Holdover",
    text: "A workload from outside the audience on a reserved unit. It was there first and runs on; the audience gets the unit when it has ended.",
  },
  spotMarket: {
    word: "Spot market",
    text: "Where released units are sold again, at the spot tier alone, and taken back when they are needed.",
  },
  placeable: {
    word: "Placeable",
    text: "The GPU counts that one workload can ask for right now: whole units of one node that add up to exactly that number.",
  },
  topologyGen: {
    word: "Topology generation",
    text: "A number that starts at 1 and rises when a report finds other units on the node. Called topologyGen in the API.",
  },
  inventory: {
    word: "Inventory",
    text: "A node's own report of its GPUs, IOMMU groups and links, from which its units are made.",
  },
  fabric: { word: "Fabric", text: "How the GPUs of a node are linked: NVLink, NVSwitch or xGMI." },
  audit: {
    word: "Audit trail",
    text: "Every change and every refused attempt: who, when, what, why. It can't be altered.",
  },
} as const satisfies Record<string, Entry>;
export type Word = keyof typeof WORDS;

import type { ClaimFacts, ReservationFacts, Silicon, UnitFacts } from "./facts";

/** Whether two sets of GPUs have a card in common: same address or same UUID (contract, section 6). */
export function sharesSilicon(a: Silicon, b: Silicon): boolean {
  return (
    a.gpuBdfs.some((bdf) => b.gpuBdfs.includes(bdf)) ||
    a.gpuUuids.some((uuid) => uuid !== "" && b.gpuUuids.includes(uuid))
  );
}

const differ = (a: string | undefined, b: string | undefined): boolean => Boolean(a && b && a !== b);

/** Same addresses, and at none another card: another UUID or another model. What only one side knows is no difference. */
export function sameSilicon(a: Silicon, b: Silicon): boolean {
  if (a.gpuBdfs.length !== b.gpuBdfs.length) return false;
  return a.gpuBdfs.every((bdf, index) => {
    const other = b.gpuBdfs.indexOf(bdf);
    if (other < 0 || differ(a.gpuUuids[index], b.gpuUuids[other])) return false;
    return !differ(a.gpuIds?.[index], b.gpuIds?.[other]);
  });
}

/** Whether a reservation holds a unit: by name, or because a card it reserved is in that unit now. */
export function holds(reservation: ReservationFacts, unit: UnitFacts): boolean {
  return reservation.units.some((reserved) => reserved.unitId === unit.id || sharesSilicon(reserved, unit));
}

/** The live claim on a unit, by name or by a card that a workload still holds under another unit's name. */
export function claimOn(unit: UnitFacts, claims: readonly ClaimFacts[]): ClaimFacts | undefined {
  return claims.find((claim) => claim.unitId === unit.id) ?? claims.find((claim) => sharesSilicon(claim, unit));
}

/** `vm:<id>` or `pod:<id>`: what a claimed unit is claimed by (contract, section 1). */
export const holderId = (claim: Pick<ClaimFacts, "kind" | "workloadId">): string => `${claim.kind}:${claim.workloadId}`;

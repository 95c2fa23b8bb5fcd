import type { Executor } from "@/db/client";
import { type NamedOrgRow, orgsNamed } from "@/db/queries/orgs";
import type { FieldProblem } from "@/server/domain/errors";

export interface NamedOrgs {
  allowedOrgIds?: readonly string[] | undefined;
  managingOrgIds?: readonly string[] | undefined;
}

export interface Audience {
  allowedOrgIds: string[];
  platformNamed: boolean;
}

/** What to ask the database about the orgs that a request names. */
export const askForOrgs = (db: Executor, { allowedOrgIds = [], managingOrgIds = [] }: NamedOrgs) =>
  orgsNamed(db, [...allowedOrgIds, ...managingOrgIds]);

/** Checks that every org named exists, and completes the audience: the platform org is always in it. */
export function judgeOrgs(
  rows: readonly NamedOrgRow[],
  { allowedOrgIds, managingOrgIds }: NamedOrgs,
): { problems: FieldProblem[]; audience: Audience | undefined } {
  const known = new Set(rows.map((row) => row.id));
  const problemsOf = (field: string, ids: readonly string[] = []): FieldProblem[] =>
    ids.flatMap((id, index) => (known.has(id) ? [] : [{ field: `${field}.${index}`, message: "is not an org" }]));
  const problems = [...problemsOf("allowedOrgIds", allowedOrgIds), ...problemsOf("managingOrgIds", managingOrgIds)];
  const platformOrgId = rows.find((row) => row.isPlatform)?.id;
  if (!allowedOrgIds || platformOrgId === undefined) return { problems, audience: undefined };
  const platformNamed = allowedOrgIds.includes(platformOrgId);
  const audience = {
    allowedOrgIds: platformNamed ? [...allowedOrgIds] : [...allowedOrgIds, platformOrgId],
    platformNamed,
  };
  return { problems, audience };
}

/** Both, where nothing else is asked with it. */
export async function namedOrgs(db: Executor, named: NamedOrgs): Promise<ReturnType<typeof judgeOrgs>> {
  if (!named.allowedOrgIds && !named.managingOrgIds) return { problems: [], audience: undefined };
  const { rows } = await db.executeQuery(askForOrgs(db, named));
  return judgeOrgs(rows, named);
}

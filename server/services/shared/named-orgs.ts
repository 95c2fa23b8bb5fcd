import type { Executor } from "@/db/client";
import { checkOrgIds } from "@/db/queries/orgs";
import type { FieldProblem } from "@/server/domain/errors";

export interface NamedOrgs {
  allowedOrgIds?: readonly string[] | undefined;
  managingOrgIds?: readonly string[] | undefined;
}

export interface Audience {
  allowedOrgIds: string[];
  platformNamed: boolean;
}

/** Checks that every org named exists, and completes the audience: the platform org is always in it. */
export async function namedOrgs(
  db: Executor,
  named: NamedOrgs,
): Promise<{ problems: FieldProblem[]; audience: Audience | undefined }> {
  const { allowedOrgIds, managingOrgIds } = named;
  if (!allowedOrgIds && !managingOrgIds) return { problems: [], audience: undefined };
  const { unknown, platformOrgId } = await checkOrgIds(db, [...(allowedOrgIds ?? []), ...(managingOrgIds ?? [])]);
  const problemsOf = (field: string, ids: readonly string[] = []): FieldProblem[] =>
    ids.flatMap((id, index) =>
      unknown.includes(id) ? [{ field: `${field}.${index}`, message: "is not an org" }] : [],
    );
  const problems = [...problemsOf("allowedOrgIds", allowedOrgIds), ...problemsOf("managingOrgIds", managingOrgIds)];
  if (!allowedOrgIds || platformOrgId === undefined) return { problems, audience: undefined };
  const platformNamed = allowedOrgIds.includes(platformOrgId);
  const audience = {
    allowedOrgIds: platformNamed ? [...allowedOrgIds] : [...allowedOrgIds, platformOrgId],
    platformNamed,
  };
  return { problems, audience };
}

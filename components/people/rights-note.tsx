import { PERMISSION_HELP, rightsDifference } from "@/components/patterns/role-words";
import type { Role } from "@/server/domain/permissions";

function Rights({ title, rights }: { title: string; rights: readonly (keyof typeof PERMISSION_HELP)[] }) {
  if (rights.length === 0) return null;
  return (
    <div>
      <p className="font-medium text-sm">{title}</p>
      <ul className="list-disc pl-5 text-ink-muted text-sm">
        {rights.map((right) => (
          <li key={right}>{PERMISSION_HELP[right]}</li>
        ))}
      </ul>
    </div>
  );
}

/** What another role means, before it is given. */
export function RightsNote({ from, to }: { from: Role; to: Role }) {
  const { gained, lost } = rightsDifference(from, to);
  const owners =
    to === "owner"
      ? "They may then make and change owners too."
      : from === "owner"
        ? "They may then make or change owners no more."
        : undefined;
  return (
    <div className="flex flex-col gap-3">
      <p>It counts at once, on pages that are open and for the API keys they have made.</p>
      <Rights title="They may then also" rights={gained} />
      <Rights title="They may no longer" rights={lost} />
      {owners && <p className="text-ink-muted text-sm">{owners}</p>}
    </div>
  );
}

import { Badge } from "@/components/ui/badge";
import { TipText } from "@/components/ui/tooltip";
import type { KeyView } from "@/server/contract/people";
import { PERMISSIONS } from "@/server/domain/permissions";
import { readOnly } from "./key-form";

function summary(permissions: KeyView["permissions"]): string {
  if (permissions.length === PERMISSIONS.length) return "Everything";
  if (permissions.every((permission) => readOnly(permissions).includes(permission))) return "Read only";
  return permissions.length === 1 ? (permissions[0] ?? "") : `${permissions.length} permissions`;
}

const list = (permissions: KeyView["permissions"]) => (permissions.length > 0 ? permissions.join(", ") : "nothing");

/** What a key may do, in two words; the list on hover and focus. */
export function PermissionsSummary({ row }: { row: KeyView }) {
  const isCapped = row.state === "active" && row.effective.length < row.permissions.length;
  return (
    <span className="flex items-center gap-2">
      <TipText tip={list(row.permissions)}>
        <span className="whitespace-nowrap rounded-sm">{summary(row.permissions)}</span>
      </TipText>
      {isCapped && (
        <TipText tip={`Who made it has another role since. It may do now: ${list(row.effective)}.`}>
          <span className="rounded-sm">
            <Badge tone="warn">{row.effective.length === 0 ? "May do nothing now" : "May do less now"}</Badge>
          </span>
        </TipText>
      )}
    </span>
  );
}

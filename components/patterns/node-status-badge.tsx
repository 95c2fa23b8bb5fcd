import { CircleArrowDown, CircleCheck, CircleX, Wrench } from "lucide-react";
import { Badge } from "../ui/badge";

const LOOKS = {
  online: { label: "Online", tone: "neutral", icon: CircleCheck },
  draining: { label: "Draining", tone: "warn", icon: CircleArrowDown },
  maintenance: { label: "Maintenance", tone: "warn", icon: Wrench },
  removed: { label: "Removed", tone: "neutral", icon: CircleX },
} as const;

/** What a node's operator has said about it: text, shape, and colour only where it is out of the ordinary. */
export function NodeStatusBadge({ status }: { status: keyof typeof LOOKS }) {
  const { label, tone, icon } = LOOKS[status];
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  );
}

/** The same in a list, where nearly all are online: that is plain text, so that the others stand out. */
export function NodeStatusInList({ status }: { status: keyof typeof LOOKS }) {
  return status === "online" ? LOOKS.online.label : <NodeStatusBadge status={status} />;
}

import { CircleCheck, CircleDashed, CircleHelp, CircleMinus, CircleX } from "lucide-react";
import type { ReservationStatus } from "@/server/domain/status";
import { Badge } from "../ui/badge";

const LOOKS = {
  pending: { label: "Pending", tone: "neutral", icon: CircleDashed },
  active: { label: "Active", tone: "accent", icon: CircleCheck },
  "needs-review": { label: "Needs review", tone: "warn", icon: CircleHelp },
  expired: { label: "Expired", tone: "neutral", icon: CircleMinus },
  cancelled: { label: "Cancelled", tone: "neutral", icon: CircleX },
} as const satisfies Record<ReservationStatus, object>;

export const reservationStatusLabel = (status: ReservationStatus): string => LOOKS[status].label;

export function ReservationStatusBadge({ status }: { status: ReservationStatus }) {
  const { label, tone, icon } = LOOKS[status];
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  );
}

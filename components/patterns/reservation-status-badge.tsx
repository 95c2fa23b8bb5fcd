import { CircleCheck, CircleDashed, CircleHelp, CircleMinus, CircleX } from "lucide-react";
import type { ReservationStatus } from "@/server/domain/status";
import { Badge } from "../ui/badge";
import { STATUS_WORDS } from "./glossary";
import { Explained } from "./term";

const LOOKS = {
  pending: { tone: "neutral", icon: CircleDashed },
  active: { tone: "accent", icon: CircleCheck },
  "needs-review": { tone: "warn", icon: CircleHelp },
  expired: { tone: "neutral", icon: CircleMinus },
  cancelled: { tone: "neutral", icon: CircleX },
} as const satisfies Record<ReservationStatus, object>;

export const reservationStatusLabel = (status: ReservationStatus): string => STATUS_WORDS[status].word;

interface StatusBadgeProps {
  status: ReservationStatus;
  /** Explains itself on hover and focus; not in long lists, where each badge would be a tab stop. */
  explained?: boolean;
}

export function ReservationStatusBadge({ status, explained = false }: StatusBadgeProps) {
  const { tone, icon } = LOOKS[status];
  const entry = STATUS_WORDS[status];
  return (
    <Badge tone={tone} icon={icon}>
      {explained ? <Explained entry={entry} /> : entry.word}
    </Badge>
  );
}

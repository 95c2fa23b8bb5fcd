import { Bookmark, Check, RefreshCw } from "lucide-react";
import { useTimeZone } from "@/components/ui/clock";
import { cx } from "@/components/ui/cx";
import type { HolderView, ReservationView, UnitView } from "@/server/contract/console";
import { splitAddress } from "./address";
import { audienceText, ownReason, shortModel, shortTerm } from "./describe";
import { StateGlyph, StateSurface } from "./state";
import { STATE_LOOKS } from "./state-look";

export interface UnitTileProps {
  unit: UnitView;
  /** The governing reservation, where the caller may read it. */
  reservation?: ReservationView | undefined;
  now: string;
  selected?: boolean;
  /** It changed while it was selected or looked at. */
  changed?: boolean;
  /** Why it can't be selected. */
  blocked?: string | undefined;
  /** Class of the link to the focused unit. */
  link?: string | undefined;
  /** xGMI hive, where the machine has several. */
  hive?: string | undefined;
  platformOrgId?: string | undefined;
}

function Address({ bdf }: { bdf: string }) {
  const { domain, slot } = splitAddress(bdf);
  return (
    <span className="flex flex-wrap items-baseline font-mono leading-tight">
      <span className="text-2xs">{domain}</span>
      <span className="break-all font-semibold text-xl tracking-tight">{slot}</span>
    </span>
  );
}

const CELL =
  "flex-1 border-current border-dashed not-first:border-t not-first:pt-1 @[15rem]:not-first:border-t-0 @[15rem]:not-first:border-l @[15rem]:not-first:pt-0 @[15rem]:not-first:pl-2.5";

/** One cell a GPU: they stand apart by a seam and never by a gap. */
function Addresses({ unit }: { unit: UnitView }) {
  const many = unit.gpus.length > 1;
  return (
    <span className={cx("relative", many ? "flex flex-col gap-1 @[15rem]:flex-row @[15rem]:gap-0" : "block")}>
      {unit.gpus.map(({ bdf }) => (
        <span key={bdf} className={cx("min-w-0", many && CELL)}>
          <Address bdf={bdf} />
        </span>
      ))}
    </span>
  );
}

const KINDS = { vm: "VM", pod: "Pod" };

function Holder({ holder }: { holder: HolderView }) {
  return (
    <span className="block leading-snug">
      <span className="font-semibold">{holder.org.name}</span> <span className="break-words">{holder.name}</span>
      <span className="block text-xs">
        {KINDS[holder.kind]} · {holder.tier}
        {holder.status === "terminating" && " · terminating"}
      </span>
    </span>
  );
}

function ReservationTag({
  reservation,
  now,
  platformOrgId,
}: Pick<UnitTileProps, "reservation" | "now" | "platformOrgId">) {
  const zone = useTimeZone();
  return (
    <span className="mt-auto flex items-start gap-1 pt-1 text-xs leading-snug">
      <Bookmark className="mt-0.5 size-3 shrink-0" aria-hidden="true" />
      <span className="min-w-0">
        {reservation ? (
          <>
            {audienceText(reservation, platformOrgId)}{" "}
            <span className="inline-block">{shortTerm(reservation, now, zone)}</span>
          </>
        ) : (
          "Reserved"
        )}
      </span>
    </span>
  );
}

function SelectMark({ selected }: { selected: boolean }) {
  return (
    <span
      data-toggle=""
      className={cx(
        "-m-1.5 ml-auto flex size-7 shrink-0 cursor-pointer items-center justify-center",
        "forced-colors:forced-color-adjust-none",
      )}
    >
      <span
        className={cx(
          "flex size-4 items-center justify-center rounded-sm border",
          selected
            ? "border-accent bg-accent text-accent-fg forced-colors:border-[Highlight] forced-colors:bg-[Highlight] forced-colors:text-[HighlightText]"
            : "border-current bg-surface forced-colors:bg-[Canvas]",
        )}
      >
        {selected && <Check className="size-3.5" strokeWidth={3} aria-hidden="true" />}
      </span>
    </span>
  );
}

const MARK =
  "absolute z-10 inline-flex h-4.5 items-center gap-1 rounded-sm border border-line-strong bg-surface px-1 text-2xs text-ink";

/** Marks sit on the border: they come and go without moving anything, and cover no text. */
function Marks({ changed, link }: Pick<UnitTileProps, "changed" | "link">) {
  return (
    <>
      {changed && (
        <span className={cx(MARK, "-top-2.5 left-2 font-medium")}>
          <RefreshCw className="size-2.5" aria-hidden="true" />
          changed
        </span>
      )}
      {link !== undefined && <span className={cx(MARK, "right-2 -bottom-2.5 font-mono")}>{link}</span>}
    </>
  );
}

function Facts(props: UnitTileProps) {
  const { unit, blocked, hive } = props;
  const reasons = [unit.notSellableReason, ownReason(unit, blocked)].filter((reason) => reason !== undefined);
  return (
    <span className="relative flex grow flex-col gap-1">
      <Addresses unit={unit} />
      <span className="block text-xs">
        {shortModel(unit)}
        {hive !== undefined && ` · hive ${hive}`}
      </span>
      {unit.holder && <Holder holder={unit.holder} />}
      {reasons.map((reason) => (
        <span key={reason} className="block text-2xs leading-snug">
          {reason}
        </span>
      ))}
      {unit.reservationId !== undefined && <ReservationTag {...props} />}
    </span>
  );
}

/** What shows of a unit, made to be read from two metres. The cell around it carries its name and its behaviour. */
export function UnitTile(props: UnitTileProps) {
  const { unit, selected = false, blocked } = props;
  return (
    <span className="relative block h-full">
      <StateSurface
        state={unit.state}
        size="large"
        className={cx(
          "flex h-full min-h-28 flex-col gap-1 rounded-lg p-2.5 text-sm",
          selected && "outline-3 outline-accent outline-solid forced-colors:outline-[Highlight]",
        )}
      >
        <span className="relative flex items-center gap-1.5 font-medium leading-snug">
          <StateGlyph state={unit.state} />
          {STATE_LOOKS[unit.state].name}
          {blocked === undefined && <SelectMark selected={selected} />}
        </span>
        <Facts {...props} />
      </StateSurface>
      <Marks {...props} />
    </span>
  );
}

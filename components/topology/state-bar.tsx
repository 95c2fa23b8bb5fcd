import NextLink from "next/link";
import { cx } from "@/components/ui/cx";
import { count } from "./address";
import { StateGlyph, StateSurface } from "./state";
import { type DrawnState, STATE_LOOKS } from "./state-look";

/** From what earns to what can't: sold, kept, free, withheld. */
const BAR_ORDER: readonly DrawnState[] = [
  "audience",
  "in-use",
  "spot",
  "holdover",
  "reserved",
  "released",
  "free",
  "needs-review",
  "not-sellable",
];

export interface Share {
  state: DrawnState;
  gpus: number;
}

export const inBarOrder = <S extends Share>(shares: readonly S[]): S[] =>
  BAR_ORDER.flatMap((state) => shares.filter((share) => share.state === state && share.gpus > 0));

interface StateBarProps {
  shares: readonly Share[];
  /** Where a segment leads; the mouse's way, as the same links stand beside the numbers. */
  href?: (state: DrawnState) => string;
  size?: "sm" | "lg";
}

function Segment({ state, gpus, href, size }: Share & Pick<StateBarProps, "size" | "href">) {
  const isLarge = size === "lg";
  const surface = (
    <StateSurface
      state={state}
      className="@container flex h-full w-full items-center justify-center rounded-sm text-xs"
    >
      {isLarge && (
        <span className="relative hidden items-center gap-1 px-1 font-medium @min-[1.75rem]:flex">
          <StateGlyph state={state} className="size-3" />
          <span className="hidden @min-[3.25rem]:inline">{gpus}</span>
        </span>
      )}
    </StateSurface>
  );
  const title = `${STATE_LOOKS[state].name}: ${count(gpus, "GPU")}`;
  const style = { flexGrow: gpus, flexBasis: 0, minWidth: isLarge ? 12 : 6 };
  if (!href) {
    return (
      <span title={title} style={style} className="flex">
        {surface}
      </span>
    );
  }
  return (
    <NextLink
      href={href(state)}
      prefetch={false}
      tabIndex={-1}
      title={title}
      style={style}
      className="flex hover:opacity-80"
    >
      {surface}
    </NextLink>
  );
}

/** GPUs by state on one line, each state as it looks everywhere. A picture: whatever it shows stands in text beside it. */
export function StateBar({ shares, href, size = "lg" }: StateBarProps) {
  return (
    <span aria-hidden="true" className={cx("flex w-full gap-px", size === "lg" ? "h-9" : "h-4")}>
      {inBarOrder(shares).map(({ state, gpus }) => (
        <Segment key={state} state={state} gpus={gpus} href={href} size={size} />
      ))}
    </span>
  );
}

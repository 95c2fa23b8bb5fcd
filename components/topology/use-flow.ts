import { type RefObject, useLayoutEffect, useState } from "react";
import type { Flow } from "./grid-moves";

/** The columns that the style sheet gave, read from an empty grid of the same style. */
function columnsOf(root: HTMLElement, natural: number): number {
  const probe = root.querySelector("[data-probe]");
  const tracks = probe ? getComputedStyle(probe).gridTemplateColumns : "";
  return tracks.endsWith("px") ? tracks.split(" ").length : natural;
}

function acrossOf(root: HTMLElement): number {
  const sections = [...root.querySelectorAll<HTMLElement>("[data-section]")];
  return Math.max(1, sections.filter((section) => section.offsetTop === sections[0]?.offsetTop).length);
}

/**
 * How the cells flow at the present width. The style sheet decides, so that served HTML is right before any script
 * runs; this follows it, for rows and arrow keys.
 */
export function useFlow(root: RefObject<HTMLElement | null>, natural: number, sections: number): Flow {
  const [flow, setFlow] = useState<Flow>({ columns: natural, across: 1 });
  useLayoutEffect(() => {
    const element = root.current;
    if (!element) return;
    const measure = () => {
      const next = { columns: columnsOf(element, natural), across: sections > 1 ? acrossOf(element) : 1 };
      setFlow((old) => (old.columns === next.columns && old.across === next.across ? old : next));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [root, natural, sections]);
  return flow;
}

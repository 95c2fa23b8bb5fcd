import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { Miniature } from "./miniature";
import { StateLegend } from "./state";
import { DRAWN_STATES, STATE_LOOKS, tally } from "./state-look";
import { holder, links, QUARRY, reservation, slot, unit, view } from "./testing/views";
import { TopologyGrid, type TopologyGridProps } from "./topology-grid";
import { UnitDetails } from "./unit-details";

const BUSES = ["11", "12", "41", "44"];
const NODE = view(
  [
    unit(["11", "12"], {
      numa: 0,
      state: "spot",
      reservationId: "res_1",
      holder: holder(QUARRY, "spot", [slot("11")]),
    }),
    unit("41", {
      numa: 0,
      state: "not-sellable",
      sellable: false,
      notSellableReason: "It shares its group with a NIC.",
    }),
    unit("44", { numa: 1 }),
  ],
  { links: links(BUSES, "NV4"), reservations: [reservation({ reservedUnitIds: [slot("11"), slot("43")] })] },
);

function grid(patch: Partial<TopologyGridProps> = {}): string {
  return renderToStaticMarkup(
    createElement(TopologyGrid, {
      view: NODE,
      selectedIds: new Set<string>(),
      onSelectionChange: () => {},
      focusedId: undefined,
      onFocusChange: () => {},
      selectable: (one) => (one.sellable ? true : (one.notSellableReason ?? "no")),
      ...patch,
    }),
  );
}

const times = (html: string, text: string) => html.split(text).length - 1;

describe("state looks", () => {
  it("differ without colour", () => {
    const looks = DRAWN_STATES.map((state) => {
      const { outline, fill, glyph } = STATE_LOOKS[state];
      return `${outline} ${fill} ${glyph}`;
    });
    expect(new Set(looks).size).toBe(DRAWN_STATES.length);
    expect(new Set(DRAWN_STATES.map((state) => STATE_LOOKS[state].name)).size).toBe(DRAWN_STATES.length);
  });

  it("are counted in a fixed order, only those that occur", () => {
    expect(tally(["spot", "free", "spot"])).toEqual([
      { state: "free", count: 1 },
      { state: "spot", count: 2 },
    ]);
    const legend = renderToStaticMarkup(createElement(StateLegend, { states: ["spot", "free", "spot"] }));
    expect(legend).toContain("Sold at spot");
    expect(legend).not.toContain("Holdover");
  });
});

describe("the served grid", () => {
  it("is a grid with one tab stop, in sockets", () => {
    const html = grid();
    expect(times(html, 'role="grid"')).toBe(1);
    expect(times(html, 'role="rowgroup"')).toBe(2);
    expect(times(html, 'role="gridcell"')).toBe(3);
    expect(times(html, 'tabindex="0"')).toBe(1);
    expect(html).toContain('aria-label="NUMA node 0, 3 GPUs"');
  });

  it("says in text why a unit can't be selected", () => {
    const html = grid();
    expect(times(html, 'aria-disabled="true"')).toBe(1);
    expect(html).toContain(">It shares its group with a NIC.<");
  });

  it("puts the tab stop on the focused unit and link classes on the others", () => {
    const html = grid({ focusedId: slot("44") });
    expect(html).toMatch(/data-unit="0000:44:00.0"[^>]*tabindex="0"|tabindex="0"[^>]*data-unit="0000:44:00.0"/);
    expect(times(html, ">NV4</span>")).toBe(3);
  });

  it("has a cell to reach where nothing is reported, and names what is missing", () => {
    const html = grid({ view: { ...NODE, units: [], links: [] } });
    expect(times(html, 'tabindex="0"')).toBe(1);
    expect(html).toContain("not in the machine");
    expect(html).toContain("0000:43:00.0");
  });

  it("needs no inline style, which a strict policy would refuse", () => {
    const html =
      grid({ focusedId: slot("11"), selectedIds: new Set([slot("11")]), changedIds: new Set([slot("11")]) }) +
      renderToStaticMarkup(createElement(UnitDetails, { view: NODE, unitId: slot("11") })) +
      renderToStaticMarkup(
        createElement(Miniature, { units: NODE.units.map((one) => ({ ...one, gpus: one.gpus.length })) }),
      );
    expect(html).not.toContain("style=");
  });
});

describe("details", () => {
  it("say what the unit is, who is on it and by what right", () => {
    const html = renderToStaticMarkup(createElement(UnitDetails, { view: NODE, unitId: slot("11") }));
    for (const fact of ["0000:12:00.0", "Sold at spot", "Quarry", "Acme", "28 Feb 2027 07:53", "Reservable"]) {
      expect(html).toContain(fact);
    }
  });

  it("say that a unit is gone", () => {
    expect(renderToStaticMarkup(createElement(UnitDetails, { view: NODE, unitId: slot("43") }))).toContain(
      "not in the machine",
    );
  });
});

describe("miniature", () => {
  it("is one drawing whose name counts the states", () => {
    const units = NODE.units.map(({ id, state, gpus }) => ({ id, state, gpus: gpus.length, numa: gpus[0]?.numa }));
    const html = renderToStaticMarkup(createElement(Miniature, { units }));
    expect(times(html, 'role="img"')).toBe(1);
    expect(html).toContain("<title>4 GPUs in 3 units: 1 free, 1 sold at spot and 1 not sellable</title>");
    expect(renderToStaticMarkup(createElement(Miniature, { units: [] }))).toContain("No GPUs reported");
  });
});

"use client";

import { Kbd } from "../ui/kbd";
import { Switch } from "../ui/switch";
import { type Shortcut, setSingleKeys, useModKey, useShortcutList, useSingleKeys } from "./shortcuts";

const ALWAYS: readonly Omit<Shortcut, "run">[] = [
  { group: "Grids and tables", keys: ["Tab"], label: "Into and out of a grid" },
  { group: "Grids and tables", keys: ["↑", "↓", "←", "→"], label: "Between the units of a node" },
  { group: "Grids and tables", keys: ["Space"], label: "Select or deselect a unit" },
  { group: "Grids and tables", keys: ["Shift", "→"], label: "Extend the selection" },
  { group: "Grids and tables", keys: ["Mod+a"], label: "Select all that can be selected" },
  { group: "Grids and tables", keys: ["Esc"], label: "Clear the selection, close a dialog" },
];

const spoken = (key: string, mod: string): string[] =>
  key.startsWith("Mod+") ? [mod, key.slice(4).toUpperCase()] : [key];

function Group({ title, entries }: { title: string; entries: readonly Omit<Shortcut, "run">[] }) {
  const mod = useModKey();
  return (
    <section>
      <h3 className="pb-1 font-medium text-ink-faint text-xs">{title}</h3>
      <dl>
        {entries.map((entry) => (
          <div
            key={entry.label}
            className="flex items-center justify-between gap-4 border-line border-b py-1.5 last:border-b-0"
          >
            <dt>{entry.label}</dt>
            <dd className="flex gap-1">
              {entry.keys
                .flatMap((key) => spoken(key, mod))
                .map((key) => (
                  <Kbd key={key}>{key}</Kbd>
                ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Every key that works now, and the switch for single ones. */
export function KeyboardList() {
  const registered = useShortcutList();
  const isOn = useSingleKeys();
  const entries = [...registered, ...ALWAYS];
  const groups = [...new Set(["Everywhere", ...entries.map((entry) => entry.group)])];
  return (
    <div className="flex flex-col gap-5">
      {groups.map((group) => (
        <Group key={group} title={group} entries={entries.filter((entry) => entry.group === group)} />
      ))}
      <Switch isSelected={isOn} onChange={setSingleKeys} detail="Off: only keys with Ctrl or ⌘ work.">
        Single-key shortcuts
      </Switch>
    </div>
  );
}

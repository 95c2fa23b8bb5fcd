"use client";

import { CornerDownLeft } from "lucide-react";
import { useState } from "react";
import { Autocomplete } from "react-aria-components/Autocomplete";
import { Dialog } from "react-aria-components/Dialog";
import { Header, Menu, MenuItem, MenuSection } from "react-aria-components/Menu";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { Input, Label, SearchField } from "react-aria-components/SearchField";
import { cx } from "../ui/cx";
import { Kbd } from "../ui/kbd";
import { optionClass, sectionHeaderClass } from "../ui/list-look";
import { Spinner } from "../ui/spinner";
import {
  matchesPalette,
  PALETTE_SECTIONS,
  type PaletteItem,
  type UsePaletteSearch,
  useOfferedActions,
} from "./palette-search";

interface CommandPaletteProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** Pages and the shell's own actions. */
  items: readonly PaletteItem[];
  useSearch: UsePaletteSearch;
}

function Row({ item }: { item: PaletteItem }) {
  const { icon: Icon } = item;
  return (
    <MenuItem
      id={item.id}
      href={item.href}
      onAction={item.run}
      textValue={item.detail ? `${item.label} ${item.detail}` : item.label}
      className={cx(optionClass, "min-h-8")}
    >
      {Icon ? (
        <Icon className="size-4 shrink-0 text-ink-muted" aria-hidden="true" />
      ) : (
        <span className="size-4 shrink-0" />
      )}
      <span className="min-w-0 flex-1 truncate">{item.label}</span>
      {item.detail && <span className="min-w-0 max-w-[45%] truncate text-ink-faint text-sm">{item.detail}</span>}
      <CornerDownLeft
        className="invisible size-3.5 shrink-0 text-ink-faint group-data-focused:visible"
        aria-hidden="true"
      />
    </MenuItem>
  );
}

function Results({ items, close }: { items: readonly PaletteItem[]; close: () => void }) {
  const sections = PALETTE_SECTIONS.map((section) => ({
    section,
    rows: items.filter((item) => item.section === section),
  }));
  return (
    <Menu
      aria-label="Results"
      onClose={close}
      className="max-h-[50dvh] overflow-y-auto p-1 outline-none"
      renderEmptyState={() => null}
    >
      {sections
        .filter(({ rows }) => rows.length > 0)
        .map(({ section, rows }) => (
          <MenuSection key={section} id={section}>
            <Header className={sectionHeaderClass}>{section}</Header>
            {rows.map((item) => (
              <Row key={item.id} item={item} />
            ))}
          </MenuSection>
        ))}
    </Menu>
  );
}

function Palette({
  items,
  useSearch,
  close,
}: Pick<CommandPaletteProps, "items" | "useSearch"> & { close: () => void }) {
  const [text, setText] = useState("");
  const offered = useOfferedActions();
  const search = useSearch(text);
  const shown = [...[...offered, ...items].filter((item) => matchesPalette(item, text)), ...search.items];
  const says = search.failed ?? (shown.length > 0 ? undefined : search.isSearching ? "Searching…" : "Nothing matches.");
  return (
    <Autocomplete inputValue={text} onInputChange={setText}>
      <SearchField autoFocus className="flex items-center gap-3 border-line border-b px-4">
        <Label className="sr-only">Search pages, nodes, reservations and actions</Label>
        <Input
          placeholder="Search pages, nodes, reservations, actions"
          className="h-12 min-w-0 flex-1 bg-transparent text-lg outline-none [&::-webkit-search-cancel-button]:hidden"
        />
        {search.isSearching ? <Spinner className="text-ink-faint" /> : <Kbd>Esc</Kbd>}
      </SearchField>
      <Results items={shown} close={close} />
      <p role="status" className={says ? "px-4 py-3 text-ink-muted text-sm" : "sr-only"}>
        {says ?? `${shown.length} ${shown.length === 1 ? "result" : "results"}`}
      </p>
    </Autocomplete>
  );
}

/** Everything by name, from anywhere. */
export function CommandPalette({ isOpen, onOpenChange, items, useSearch }: CommandPaletteProps) {
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      isDismissable
      className="fixed inset-0 z-50 flex items-start justify-center bg-scrim px-4 pt-[12vh]"
    >
      <Modal className="w-full max-w-xl overflow-hidden rounded-lg border border-line-strong bg-raised text-ink">
        <Dialog aria-label="Command palette" className="outline-none">
          {({ close }) => <Palette items={items} useSearch={useSearch} close={close} />}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

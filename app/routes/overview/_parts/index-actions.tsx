import { Menu, MenuLinks } from "~/components/ui/menu";
import { Gated } from "~/components/ui/message/gated";
import type { Gate } from "~/lib/access-control/gate";
import { appLevel, type LevelRef, screenPath } from "~/navigation/paths";
import type { OverviewRow } from "./index-list.server";

type Entry = { path: string; label: string; danger?: boolean };
type Entries = { look: readonly Entry[]; change: readonly Entry[] };

const overview: Entry = { path: "", label: "Overview" };
const remove: Entry = { path: "delete", label: "Delete…", danger: true };
const open: Entries = {
  look: [
    overview,
    { path: "browse", label: "Browse" },
    { path: "import", label: "Import data" },
    { path: "search-preview", label: "Search preview" },
  ],
  change: [
    { path: "clone", label: "Clone…" },
    { path: "reindex", label: "Re-index…" },
    { path: "maintain", label: "Refresh, merge, clear…" },
    { path: "close", label: "Close…" },
    remove,
  ],
};
const closed: Entries = { look: [overview], change: [{ path: "open", label: "Open…" }, remove] };

const linksOf = (entries: readonly Entry[], at: LevelRef) =>
  entries.map(({ path, ...entry }) => ({ to: screenPath(at, path), ...entry }));

/** What changes an index, each with a page that asks first. */
export const changesOf = (row: Pick<OverviewRow, "open">, at: LevelRef) =>
  linksOf((row.open ? open : closed).change, at);

/** Where one looks at an index. */
const looksOf = (row: Pick<OverviewRow, "open">, at: LevelRef) => linksOf((row.open ? open : closed).look, at);

/**
 * What can be done with one index, as links: each leads to a screen, and what changes something has a page that asks
 * first.
 */
export function IndexActions({ row, gate }: { row: Pick<OverviewRow, "name" | "open">; gate: Gate }) {
  const at = appLevel(row.name);
  return (
    <Menu label={<span className="sign">…</span>} name={`Actions for ${row.name}`}>
      <MenuLinks links={looksOf(row, at)} />
      <Gated gate={gate} look="menu" label={row.open ? "Clone, re-index, refresh, close, delete" : "Open, delete"}>
        <MenuLinks links={changesOf(row, at)} />
      </Gated>
    </Menu>
  );
}

import { Gated, Menu, MenuLink } from "~/components/kit";
import type { Gate } from "~/lib/access/gate";
import { appLevel, screenPath } from "~/navigation/paths";
import type { OverviewRow } from "./index-list.server";

/** What can be done with one index, as links: each leads to a screen, and what changes something has a page that asks first. */
export function IndexActions({ row, gate }: { row: Pick<OverviewRow, "name" | "open">; gate: Gate }) {
  const at = appLevel(row.name);
  return (
    <Menu label={<span className="sign">…</span>} name={`Actions for ${row.name}`}>
      <MenuLink to={screenPath(at)}>Overview</MenuLink>
      {row.open && <MenuLink to={screenPath(at, "browse")}>Browse</MenuLink>}
      {row.open && <MenuLink to={screenPath(at, "import")}>Import data</MenuLink>}
      {row.open && <MenuLink to={screenPath(at, "search-preview")}>Search preview</MenuLink>}
      <Gated gate={gate} look="menu" label={row.open ? "Clone, re-index, refresh, close, delete" : "Open, delete"}>
        {row.open && <MenuLink to={screenPath(at, "clone")}>Clone…</MenuLink>}
        {row.open && <MenuLink to={screenPath(at, "reindex")}>Re-index…</MenuLink>}
        {row.open && <MenuLink to={screenPath(at, "maintain")}>Refresh, merge, clear…</MenuLink>}
        <MenuLink to={screenPath(at, row.open ? "close" : "open")}>{row.open ? "Close…" : "Open…"}</MenuLink>
        <MenuLink to={screenPath(at, "delete")} danger>
          Delete…
        </MenuLink>
      </Gated>
    </Menu>
  );
}

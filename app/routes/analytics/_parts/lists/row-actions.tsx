import { Gated, Menu, MenuLink, PlainLink } from "~/components/kit";
import type { Gate } from "~/lib/access/gate";
import { appLevel, type LevelRef, queryString, screenPath } from "~/navigation/paths";
import { EMPTY_QUERY } from "~/lib/empty-query";
import type { ShownRow } from "./list-kind";

const notRecorded: Gate = {
  ok: false,
  because: "nothing-kept",
  missing: "No request was recorded with this search",
  who: "the search page",
  help: "Searches through the search API with recordAnalytics keep theirs.",
};

export type Ways = { preview: Gate; cures: readonly { label: string; href: string }[] };
type RowActionsProps = { row: ShownRow; at: LevelRef; ways: Ways; /** Its search went badly, so the ways to make it better are offered. */ isBad: boolean };

/** What can be done about a search: send it again in the search preview, and where it went badly, make it better. */
export function RowActions({ row: { name, index, replay }, at, ways, isBad }: RowActionsProps) {
  const gate = ways.preview.ok && replay === null ? notRecorded : ways.preview;
  return (
    <span className="page-only flex items-center justify-end gap-3 whitespace-nowrap text-13">
      <Gated gate={gate} label="Replay search" look="link">
        {/* Without an index of its own, a search of all indices asks for one first. */}
        <PlainLink to={screenPath(index === null ? at : appLevel(index), "search-preview", { query: replay ?? {} })} className="link">
          Replay search
        </PlainLink>
      </Gated>
      {isBad && name !== EMPTY_QUERY && ways.cures.length > 0 && (
        <Menu label="Improve" name={`Improve ${name}`}>
          {ways.cures.map(({ label, href }) => (
            <MenuLink key={label} to={`${href}${queryString({ q: name })}`}>
              {label}
            </MenuLink>
          ))}
        </Menu>
      )}
    </span>
  );
}

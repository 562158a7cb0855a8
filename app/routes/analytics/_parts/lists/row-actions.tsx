import { Menu, MenuLink } from "~/components/ui/menu";
import { Gated } from "~/components/ui/message/gated";
import { PlainLink } from "~/components/ui/plain-link";
import type { Gate } from "~/lib/access-control/gate";
import { EMPTY_QUERY } from "~/lib/address/empty-query";
import { appLevel, type LevelRef, queryString, screenPath } from "~/navigation/paths";
import { FixMenu } from "./fix-menu";
import type { Fixes } from "./fixes.server";
import type { ShownRow } from "./list-kind";

const notRecorded: Gate = {
  ok: false,
  because: "nothing-kept",
  missing: "No request was recorded with this search",
  who: "the search page",
  help: "Searches through the search API with recordAnalytics keep theirs.",
};

export type Ways = {
  preview: Gate;
  cures: readonly { label: string; href: string }[];
  /** Indices to choose from, for fixes are of one. */ fixIn: readonly string[];
};
type RowActionsProps = {
  row: ShownRow;
  at: LevelRef;
  ways: Ways;
  /** What its search can be fixed by, where it can be. */ fixes: Fixes | null;
  /** Its search went badly, so the ways to make it better are offered. */ isBad: boolean;
};

/** What can be done about a search: send it again in the search preview, and where it went badly, make it better. */
export function RowActions({ row: { name, index, replay }, at, ways, fixes, isBad }: RowActionsProps) {
  const gate = ways.preview.ok && replay === null ? notRecorded : ways.preview;
  return (
    <span className="page-only flex items-center justify-end gap-3 whitespace-nowrap text-13">
      <Gated gate={gate} label="Replay" look="link">
        {/* Without an index of its own, a search of all indices asks for one first. */}
        <PlainLink
          to={screenPath(index === null ? at : appLevel(index), "search-preview", { query: replay ?? {} })}
          className="link"
        >
          Replay<span className="sr-only"> search</span>
        </PlainLink>
      </Gated>
      {fixes !== null && name !== EMPTY_QUERY && <FixMenu term={name} fixes={fixes} />}
      {fixes === null && isBad && name !== EMPTY_QUERY && ways.cures.length > 0 && (
        <Menu label="Fix" name={`Fix ${name}`}>
          {ways.fixIn.map((one) => (
            <MenuLink key={one} to={screenPath(appLevel(one), "no-results-searches", { query: { q: name } })}>
              Fix in {one}
            </MenuLink>
          ))}
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

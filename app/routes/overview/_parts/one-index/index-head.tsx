import { LinkButton } from "~/components/ui/button";
import { Menu, MenuLinks } from "~/components/ui/menu";
import { Gated, GatedLink } from "~/components/ui/message/gated";
import { PageHeader } from "~/components/ui/page/page-header";
import { arrived } from "~/components/ui/page/panel";
import type { Gate } from "~/lib/access-control/gate";
import { countOf, formatBytes } from "~/lib/values/numbers";
import { type LevelRef, screenPath } from "~/navigation/paths";
import type { PanelData } from "~/services/platform/http/settle.server";
import { IndexHealth } from "../index-health";
import type { OverviewRow } from "../index-list.server";

type IndexHeadProps = {
  row: Pick<OverviewRow, "name" | "open" | "health" | "documents" | "bytes">;
  aliases: PanelData<string[]>;
  at: LevelRef;
  /** Whether data may be looked at and brought in, and searches tried. */
  mayChange: boolean;
  mayTry: boolean;
  gate: Gate;
  /** Whether the page offers to set search up, which comes first then. */
  offersSetUp: boolean;
  /** What changes the index: `changesOf`, from the loader, so that the page does not carry the lists. */
  changes: readonly { to: string; label: string; danger?: boolean }[];
};

/** The head of an index: its facts in one line, what one comes for as the primary, all else under More. */
export function IndexHead({ row, aliases, at, mayChange, mayTry, gate, changes, offersSetUp }: IndexHeadProps) {
  const known = arrived(aliases);
  const facts = [
    row.documents === null ? "" : countOf(row.documents, "document"),
    row.bytes === null ? "" : formatBytes(row.bytes),
    known?.ok && known.value.length > 0 ? `alias ${known.value.join(", ")}` : "",
  ];
  // An index without documents finds nothing: there is something to import first.
  const fills = mayChange && row.documents === 0;
  const tries = mayTry && !fills;
  const look = [
    ...(mayChange ? [{ to: screenPath(at, "browse"), label: "Browse" }] : []),
    ...(mayChange && tries ? [{ to: screenPath(at, "import"), label: "Import data" }] : []),
  ];
  return (
    <PageHeader
      title={row.name}
      badge={<IndexHealth row={row} />}
      description={facts.filter((fact) => fact !== "").join(" · ")}
      actions={
        <>
          {mayChange && (
            <Menu label="More" button>
              {row.open && <MenuLinks links={look} />}
              <Gated gate={gate} look="menu" label={row.open ? "Clone, re-index, refresh, close, delete" : "Delete"}>
                <MenuLinks links={changes} />
              </Gated>
            </Menu>
          )}
          {!row.open && mayChange && (
            <GatedLink gate={gate} label="Open index" to={screenPath(at, "open")} tone="primary" />
          )}
          {row.open && tries && (
            <LinkButton to={screenPath(at, "search-preview")} tone={offersSetUp ? "plain" : "primary"}>
              Search preview
            </LinkButton>
          )}
          {row.open && !tries && mayChange && (
            <LinkButton to={screenPath(at, "import")} tone="primary">
              Import data
            </LinkButton>
          )}
        </>
      }
    />
  );
}

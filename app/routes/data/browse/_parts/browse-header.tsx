import { LinkButton } from "~/components/ui/button";
import { Menu, MenuLink } from "~/components/ui/menu";
import { Gated, GatedLink } from "~/components/ui/message/gated";
import { PageHeader } from "~/components/ui/page/page-header";
import type { Gate } from "~/lib/access-control/gate";
import type { Here } from "~/lib/address";
import { countOf, formatNumber } from "~/lib/values/numbers";
import { documentsPath } from "~/navigation/document-paths";
import { appLevel } from "~/navigation/paths";
import { type BrowseState, listOf } from "./address";

type BrowseHeaderProps = {
  name: string;
  here: Here<BrowseState>;
  /** Of the index; null where nobody can say. */ documents: number | null;
  /** What the filters match; null where the list could not be read. */ total: number | null;
  columns: readonly string[];
  /** Nothing is there to be added to by hand: an import comes first. */ empty: boolean;
  gate: Gate;
};

/** What is listed, and what can be done with all of it. */
export function BrowseHeader({ name, here, documents, total, columns, empty, gate }: BrowseHeaderProps) {
  const at = appLevel(name);
  const filtered = here.holds("q", "f");
  const all = (verb: string) => `${verb} all ${formatNumber(total ?? 0)}${filtered ? " that match" : ""}…`;
  const listed = new URLSearchParams(listOf({ ...here.state, columns: [] }));
  const meant = Object.fromEntries([...new Set(listed.keys())].map((key) => [key, listed.getAll(key)]));
  return (
    <PageHeader
      title="Browse"
      description={
        <>
          {documents === null ? "Documents" : countOf(documents, "document")} in <strong>{name}</strong>.
          {filtered && total !== null && ` ${formatNumber(total)} match the filters.`}
        </>
      }
      actions={
        <>
          {total !== null && total > 0 && (
            <>
              <LinkButton to={documentsPath(at, "export", { ...meant, column: columns })}>
                Export {formatNumber(total)}
              </LinkButton>
              <Menu label="More" button>
                <Gated gate={gate} look="menu" label={all("Update")}>
                  <MenuLink to={documentsPath(at, "update", meant)}>{all("Update")}</MenuLink>
                </Gated>
                <Gated gate={gate} look="menu" label={all("Delete")}>
                  <MenuLink to={documentsPath(at, "delete", meant)} danger>
                    {all("Delete")}
                  </MenuLink>
                </Gated>
              </Menu>
            </>
          )}
          {!empty && <GatedLink gate={gate} label="Add document" to={documentsPath(at, "add")} tone="primary" />}
        </>
      }
    />
  );
}

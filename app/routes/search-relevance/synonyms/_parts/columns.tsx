import { MenuLink } from "~/components/ui/menu";
import { Gated } from "~/components/ui/message/gated";
import { StatusBadge } from "~/components/ui/message/status-badge";
import { Panel } from "~/components/ui/page/panel";
import { PlainLink } from "~/components/ui/plain-link";
import type { Column } from "~/components/ui/table/data-table";
import { actionsColumn } from "~/components/ui/table/list-page";
import type { Gate } from "~/lib/access-control/gate";
import { formatNumber } from "~/lib/values/numbers";
import { type LevelRef, screenPath } from "~/navigation/paths";
import type { loadSynonyms } from "./list.server";
import { synonyms } from "./thing";
import { firstWord, WordGroup } from "./word-group";

type Loaded = NonNullable<Awaited<ReturnType<typeof loadSynonyms>>>;
type Row = Loaded["rows"][number];
type Known = { at: LevelRef; gate: Gate; list: Pick<Loaded, "searches" | "draft"> };

/** The columns of the list of synonyms. */
export const columnsAt = ({ at, gate, list: { searches, draft } }: Known): Column<Row>[] => [
  {
    key: "expression",
    label: "Words",
    render: ({ expression, waits, was }) => (
      <>
        <WordGroup expression={expression} gone={waits === "deleted"} />
        {waits !== null && (
          <span className="mt-1 flex flex-wrap items-center gap-1.5 text-13 text-muted">
            <StatusBadge tone="warn">{waits}</StatusBadge> in your draft
            {was !== null && (
              <>
                , live: <WordGroup expression={was} />
              </>
            )}
          </span>
        )}
      </>
    ),
  },
  {
    key: "searches",
    label: "Searches (30 days)",
    align: "right",
    narrow: "fact",
    unit: () => "searches in 30 days",
    render: ({ id }) => (
      <Panel of={searches} waiting="…">
        {(found) => (found.ok && found.value !== null ? formatNumber(found.value[id] ?? 0) : "–")}
      </Panel>
    ),
  },
  {
    key: "try",
    label: "Try",
    room: 4,
    narrow: "fact",
    render: ({ expression }) => tryLink({ at, word: firstWord(expression), draft: draft.total > 0 }),
  },
  actionsColumn(
    ({ expression }) => expression.slice(0, 60),
    ({ id, waits }) =>
      waits === "new" ? (
        <PlainLink to={screenPath(at, "search/review")} className="link">
          Review
        </PlainLink>
      ) : (
        <Gated gate={gate} look="menu" label="Edit, delete">
          <MenuLink to={synonyms.path(at, { id, page: "edit" })}>Edit</MenuLink>
          <MenuLink to={synonyms.path(at, { id, page: "delete" })} danger>
            Delete…
          </MenuLink>
        </Gated>
      ),
  ),
];

/** To a search for the first word of a group, with what waits in the draft. */
function tryLink({ at, word, draft }: { at: LevelRef; word: string; draft: boolean }) {
  if (word === "") return null;
  const query = { q: word, ...(draft && { with: "draft" }) };
  return (
    <PlainLink to={screenPath(at, "search-preview", { query })} className="link" aria-label={`Try ${word}`}>
      Try
    </PlainLink>
  );
}

import { MenuLink } from "~/components/ui/menu";
import { Gated } from "~/components/ui/message/gated";
import { StatusBadge } from "~/components/ui/message/status-badge";
import { Panel } from "~/components/ui/page/panel";
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
type Known = { at: LevelRef; gate: Gate; list: Pick<Loaded, "searches" | "draft" | "inForce"> };

/** The columns of the list of synonyms. */
export const columnsAt = ({ at, gate, list: { searches, draft, inForce } }: Known): Column<Row>[] => [
  {
    key: "expression",
    label: "Words",
    render: ({ expression, waits, was }) => (
      <>
        <WordGroup expression={expression} gone={waits === "deleted"} />
        {was !== null && (
          <span className="mt-1 flex flex-wrap items-center gap-1.5 text-13 text-muted">
            Live: <WordGroup expression={was} />
          </span>
        )}
      </>
    ),
  },
  {
    key: "direction",
    label: "Direction",
    room: 7,
    narrow: "fact",
    render: ({ type }) => (type === "one-way" ? "One-way" : "Two-way"),
  },
  {
    key: "state",
    label: "State",
    room: 10,
    narrow: "fact",
    render: ({ waits }) =>
      waits === null ? (
        <StatusBadge tone={inForce ? "good" : "neutral"}>{inForce ? "in force" : "saved"}</StatusBadge>
      ) : (
        <StatusBadge tone="warn">in draft: {waits === "deleted" ? "removed" : waits}</StatusBadge>
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
  actionsColumn(
    ({ expression }) => expression.slice(0, 60),
    ({ id, waits, expression }) => (
      <>
        <TryLink at={at} word={firstWord(expression)} draft={draft.total > 0} />
        {waits === "new" ? (
          <MenuLink to={screenPath(at, "search/review")}>Review draft</MenuLink>
        ) : (
          <Gated gate={gate} look="menu" label="Edit, delete">
            <MenuLink to={synonyms.path(at, { id, page: "edit" })}>Edit</MenuLink>
            <MenuLink to={synonyms.path(at, { id, page: "delete" })} danger>
              Delete…
            </MenuLink>
          </Gated>
        )}
      </>
    ),
  ),
];

/** To a search for the first word of a group, with what waits in the draft. */
function TryLink({ at, word, draft }: { at: LevelRef; word: string; draft: boolean }) {
  if (word === "") return null;
  const query = { q: word, ...(draft && { with: "draft" }) };
  return <MenuLink to={screenPath(at, "search-preview", { query })}>Try {word}</MenuLink>;
}

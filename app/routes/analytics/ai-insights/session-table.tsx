import { ListFilters } from "~/components/ui/filter/list-filters";
import { useAddress } from "~/components/ui/filter/use-address";
import { EmptyState } from "~/components/ui/message/empty-state";
import { StatusBadge } from "~/components/ui/message/status-badge";
import { Name } from "~/components/ui/name";
import { type Column, DataTable } from "~/components/ui/table/data-table";
import { TableFooter } from "~/components/ui/table/table-footer";
import { Time } from "~/components/ui/time";
import { clusterLevel, screenPath } from "~/navigation/paths";
import type { AiSession } from "~/services/analytics/ai/sessions.server";
import { aiAddress } from "./ai-insights-address";

export type SessionRow = Pick<AiSession, "id" | "question" | "useful" | "model" | "at">;

const columnsWith = (search: string): Column<SessionRow>[] => [
  {
    key: "question",
    label: "Question",
    className: "large:min-w-[16rem]",
    render: ({ id, question }) => (
      <Name to={`${screenPath(clusterLevel, "ai-insights", { rest: [id] })}${search}`} className="line-clamp-2">
        {question === "" ? <em>No question</em> : question}
      </Name>
    ),
  },
  {
    key: "feedback",
    label: "Feedback",
    narrow: "badge",
    room: 7,
    render: ({ useful }) =>
      useful !== null && <StatusBadge tone={useful ? "good" : "bad"}>{useful ? "Useful" : "Not useful"}</StatusBadge>,
  },
  { key: "model", label: "Model", narrow: "fact", render: ({ model }) => model },
  { key: "time", label: "Time", narrow: "fact", room: 6, render: ({ at }) => at !== null && <Time value={at} /> },
];

type SessionTableProps = {
  rows: SessionRow[];
  total: number;
  /** The total is not known, but is more. */ atLeast: boolean;
};

/** Conversations, the newest first. */
export function SessionTable({ rows, total, atLeast }: SessionTableProps) {
  const here = useAddress(aiAddress);
  if (rows.length === 0 && !here.holds("user", "model", "useful", "page"))
    return (
      <EmptyState title="No AI sessions in this period">
        <p>
          Questions that visitors ask the AI, and its answers, are listed here. Choose a longer period to see older
          ones.
        </p>
      </EmptyState>
    );
  return (
    <section aria-label="Sessions" className="min-w-0 large:col-span-2">
      <h2 className="mb-2 text-14 font-bold">Sessions</h2>
      <ListFilters
        here={here}
        filters={[
          { name: "user", label: "User", chip: (name) => `By ${name}` },
          { name: "model", label: "Model", chip: (name) => `Model starts with ${name}` },
          {
            name: "useful",
            label: "Feedback",
            any: "Any feedback",
            options: [
              { value: "true", label: "Useful" },
              { value: "false", label: "Not useful" },
            ],
          },
        ]}
      />
      <DataTable
        caption="Sessions"
        columns={columnsWith(here.search)}
        rows={rows}
        rowKey={({ id }) => id}
        footer={
          <TableFooter
            here={here}
            total={total}
            shown={rows.length}
            noun={["session", "sessions"]}
            sizes={[10, 25, 50]}
            atLeast={atLeast}
          />
        }
        empty={<EmptyState title="No session matches" />}
      />
    </section>
  );
}

import { Name } from "~/components/ui/name";
import { PlainLink } from "~/components/ui/plain-link";
import type { Column } from "~/components/ui/table/data-table";
import { Time } from "~/components/ui/time";
import { formatNumber } from "~/lib/values/numbers";
import { type LevelRef, screenPath } from "~/navigation/paths";
import type { RunRow } from "./history.server";
import { relevanceTests } from "./thing";

const rate = (ndcg: number | null) => (ndcg === null ? "none" : ndcg.toFixed(2));

function Moved({ at, moved, more }: Pick<RunRow, "moved" | "more"> & { at: LevelRef }) {
  if (moved.length === 0) return <span className="text-faint">nothing</span>;
  return (
    <>
      {moved.map(({ id, label, before, now, passes, passed }) => (
        <div key={id}>
          <Name to={relevanceTests.path(at, { id })}>{label}</Name>{" "}
          <span className="text-muted">
            {before === null && now === null ? "" : `${rate(before)} → ${rate(now)}`}
            {passes === passed ? "" : passes ? " passes now" : " fails now"}
          </span>
        </div>
      ))}
      {more > 0 && <div className="text-muted">and {formatNumber(more)} more</div>}
    </>
  );
}

/** Of the runs of an index's tests, each beside the run before it. */
export const historyColumns = (at: LevelRef): Column<RunRow>[] => [
  { key: "at", label: "Run", render: ({ at: moment }) => <Time value={moment} /> },
  { key: "person", label: "By", narrow: "fact", render: ({ person }) => person || "Schedule" },
  {
    key: "version",
    label: "Settings",
    narrow: "fact",
    render: ({ version }) =>
      version === null ? null : (
        <PlainLink to={screenPath(at, "search/versions", { rest: [String(version)] })}>Version {version}</PlainLink>
      ),
  },
  {
    key: "passed",
    label: "Pass",
    align: "right",
    narrow: "fact",
    render: ({ passed, tests }) => `${formatNumber(passed)} of ${formatNumber(tests)}`,
  },
  {
    key: "ndcg",
    label: "Mean nDCG@10",
    align: "right",
    narrow: "fact",
    render: ({ ndcg }) => (ndcg === null ? <span className="text-faint">no grades</span> : ndcg.toFixed(3)),
  },
  {
    key: "moved",
    label: "Moved since the run before",
    narrow: "own",
    render: (row) => <Moved at={at} moved={row.moved} more={row.more} />,
  },
];

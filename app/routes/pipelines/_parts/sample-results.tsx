import { Name } from "~/components/ui/name";
import { StatusBadge } from "~/components/ui/message/status-badge";
import { DataTable } from "~/components/ui/table/data-table";
import { formatNumber } from "~/lib/values/numbers";
import type { SampleResult, SampleResults as Results } from "~/services/pipelines/samples/run.server";

const states = {
  passed: { tone: "good", label: "Passed" },
  failed: { tone: "bad", label: "Failed" },
  "not-run": { tone: "warn", label: "Not run" },
} as const;

/** How many samples passed, in a line. */
export function resultsText({ passed, failed, notRun }: Omit<Results, "results">): string {
  const parts = [`${passed} passed`, `${failed} failed`, ...(notRun > 0 ? [`${notRun} not run`] : [])];
  return parts.join(", ");
}

/** What came of a run of saved samples: each with whether it passed, and the first difference where it did not. */
export function SampleResults({ of, toSample }: { of: Results; toSample: (id: string) => string }) {
  return (
    <>
      <p className="mb-2 font-semibold" role="status">
        {resultsText(of)}
      </p>
      <DataTable<SampleResult>
        caption="Results of saved samples"
        plain
        rows={of.results}
        rowKey={({ id }) => id}
        isSelected={({ outcome }) => outcome === "failed"}
        columns={[
          { key: "name", label: "Sample", render: ({ id, name }) => <Name to={toSample(id)}>{name}</Name> },
          {
            key: "outcome",
            label: "Result",
            narrow: "badge",
            render: ({ outcome }) => <StatusBadge tone={states[outcome].tone}>{states[outcome].label}</StatusBadge>,
          },
          {
            key: "why",
            label: "First difference",
            narrow: "own",
            render: ({ why }) => why !== null && <Name>{why}</Name>,
          },
          {
            key: "took",
            label: "Time",
            align: "right",
            narrow: "named",
            render: ({ took }) => (took === null ? null : `${formatNumber(took, 1)} ms`),
          },
        ]}
      />
    </>
  );
}

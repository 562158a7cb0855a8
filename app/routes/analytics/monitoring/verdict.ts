import { countOf, formatNumber } from "~/lib/values/numbers";
import type { EngineHealth, NodeFigures, ThreadPool } from "~/services/analytics/monitoring.server";
import { limits } from "./thresholds";

/** Something that is not as it should be: `bad` costs searches or writes now, `warn` may soon. */
export type Finding = { tone: "bad" | "warn"; text: string; /** Indices of this health. */ health?: "red" | "yellow" };
/** Whether the cluster is well, the worst first; `untold` is what the server did not report. */
export type Verdict = { tone: "good" | "warn" | "bad" | "info"; title: string; findings: Finding[]; untold: string[] };

/** What the server reports; null for what it does not have, "unknown" for what could not be read. */
type Reported = {
  health: EngineHealth | null;
  nodes: NodeFigures[] | null;
  pools: ThreadPool[] | "unknown" | null;
};

const MOST_PENDING = 100;

function ofHealth({ status, shards, nodes, tasks }: EngineHealth): Finding[] {
  const unassigned = countOf(shards.unassigned, "shard");
  const isAre = shards.unassigned === 1 ? "is" : "are";
  const found: Finding[] = [];
  if (status === "red")
    found.push({
      tone: "bad",
      health: "red",
      text: `${unassigned} ${isAre} unassigned, primary ones among them: some indices cannot be searched in full.`,
    });
  if (status === "yellow")
    found.push({
      tone: "warn",
      health: "yellow",
      text:
        nodes === 1
          ? `${unassigned} ${isAre} unassigned: on one node no replica can be assigned. All documents can be searched.`
          : `${unassigned} ${isAre} unassigned: all documents can be searched, but without a copy for when a node fails.`,
    });
  if ((tasks.pending ?? 0) > MOST_PENDING)
    found.push({
      tone: "bad",
      text: `${formatNumber(tasks.pending ?? 0)} changes to the cluster's state are waiting: the elected node is overloaded.`,
    });
  return found;
}

function ofNode({ name, cpu, heap, disk }: NodeFigures): Finding[] {
  const figures = { cpu, heap: heap.percent, disk: disk.percent };
  return (["cpu", "heap", "disk"] as const).flatMap((key) => {
    const [percent, { label, warn, bad }] = [figures[key], limits[key]];
    if (percent === null || percent < warn) return [];
    const text = `${label} of ${name} is at ${formatNumber(percent, 0)}%.`;
    return [{ tone: percent >= bad ? "bad" : "warn", text } satisfies Finding];
  });
}

const ofPool = ({ node, name, rejected }: ThreadPool): Finding[] =>
  rejected === 0
    ? []
    : [
        {
          tone: "warn",
          text: `${countOf(rejected, "request")} rejected by the thread pool ${name} of ${node} since the node started.`,
        },
      ];

/** Whether a cluster is well, by what is reported of it. What is not reported is never taken for well. */
export function verdictOf({ health, nodes, pools }: Reported): Verdict {
  const findings = [
    ...(health === null ? [] : ofHealth(health)),
    ...(nodes ?? []).flatMap(ofNode),
    ...(pools === "unknown" ? [] : (pools ?? [])).flatMap(ofPool),
  ].sort((one, other) => Number(other.tone === "bad") - Number(one.tone === "bad"));
  // An engine without thread pools rejects nothing by them.
  const untold = [
    ...(health === null ? ["health"] : []),
    ...(nodes === null ? ["nodes"] : []),
    ...(pools === "unknown" ? ["thread pools"] : []),
  ];
  const bad = findings.filter(({ tone }) => tone === "bad").length;
  if (bad > 0) return { tone: "bad", title: `${countOf(bad, "problem")} to solve now`, findings, untold };
  if (findings.length > 0)
    return { tone: "warn", title: `Working, with ${countOf(findings.length, "warning")}`, findings, untold };
  if (health === null) return { tone: "info", title: "The server does not report its health", findings, untold };
  return { tone: "good", title: "The cluster is healthy", findings, untold };
}

const pair = ([p50, p95]) => `${p50.toFixed(0)} / ${p95.toFixed(0)}`;
const MOST_HEADING = 100;
const MOST_COST = 2;
const MOST_MEMORY = 700;

function missedBy({ rows, cost, memory }) {
  const added = cost.recorded.p95 - cost.unrecorded.p95;
  const slowest = Math.max(...rows.map(({ heading }) => heading.p95));
  return [
    ...rows.flatMap(({ name, most, whole }) =>
      most !== undefined && whole.p95 > most ? [`${name}, ${whole.p95.toFixed(0)} ms for ${most}`] : [],
    ),
    ...(slowest > MOST_HEADING ? [`heading, ${slowest.toFixed(0)} ms for ${MOST_HEADING}`] : []),
    ...(added > MOST_COST ? [`recording, ${added.toFixed(1)} ms for ${MOST_COST}`] : []),
    ...(memory !== null && memory.peak >= MOST_MEMORY ? [`memory, ${memory.peak} MB for ${MOST_MEMORY}`] : []),
  ];
}

function told(side) {
  const missed = missedBy(side);
  return missed.length === 0 ? "all held" : `missed: ${missed.join("; ")}`;
}

/** The section of docs/reference/benchmarks.md on analytics. */
export function analyticsSection({ searches, ours, theirs, at, others }) {
  const sides = [ours, ...(theirs === null ? [] : [theirs])];
  const cells = (of) => [...sides.map(of), ...(theirs === null ? ["not measured"] : [])].join(" | ");
  const pages = ours.rows.map(({ name, most }, n) => {
    const shown = cells(
      ({ rows }) =>
        `${pair([rows[n].heading.p50, rows[n].heading.p95])}, ${pair([rows[n].whole.p50, rows[n].whole.p95])}`,
    );
    return `| ${name} | ${shown} | ${most ?? ""} |`;
  });
  const cost = cells(
    (side) =>
      `${side.cost.unrecorded.p95.toFixed(1)} and ${side.cost.recorded.p95.toFixed(1)}, ${(side.cost.recorded.p95 - side.cost.unrecorded.p95).toFixed(1)} more`,
  );
  return `## Analytics

${at}. ${searches.toLocaleString("en")} searches and ${(searches / 10).toLocaleString("en")} clicks over 90 days, days that are over summed; pages of the console asked for by one
client, p50 / p95 in ms until the heading has come, and until the whole page has (load average ${others.toFixed(1)}).

| asked for | embedded: heading, whole | on OpenSearch: heading, whole | goal |
|---|---|---|---|
${pages.join("\n")}
| a search, ms at p95, not recorded and recorded | ${cost} | ${MOST_COST} more |
| memory of the back end at most, MB | ${cells(({ memory }) => (memory === null ? "not known here" : String(memory.peak)))} | ${MOST_MEMORY} |
| filled and summed in, s | ${cells(({ filled }) => `${filled.filled.toFixed(0)} and ${filled.summed.toFixed(0)}`)} | |

Goals, besides those in the table: the heading within ${MOST_HEADING} ms at p95. Embedded: ${told(ours)}.${theirs === null ? "" : ` On OpenSearch: ${told(theirs)}.`}`;
}

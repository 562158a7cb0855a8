import { hiddenSeries } from "~/components/charts/chart-address";
import { noDataBefore } from "~/components/charts/since-data.server";
import { drawTimeChart } from "~/components/charts/time-chart.server";
import type { DrawnChart, Tone } from "~/components/charts/types";
import type { Range } from "~/lib/address/range-of";
import type { Requests } from "~/services/analytics/requests.server";

const MINUTE = 60_000;
/** Servers take 144 steps; a range of theirs may be another than was asked for. */
const MOST_POINTS = 240;

/** The colours of those that come most often; others take what is left. */
const usual: ReadonlyMap<number, Tone> = new Map([
  [200, 1],
  [201, 3],
  [400, 7],
  [401, 4],
  [404, 6],
  [429, 8],
  [500, 2],
]);
const tones: readonly Tone[] = [1, 2, 3, 4, 5, 6, 7, 8];
/** With a line for all others there is a colour for each. */
const MOST_LINES = 7;

type Look = { range: Pick<Range, "from" | "to" | "zone">; hide: readonly string[]; now?: number };
type Drawn = { chart: DrawnChart; total: number; failed: number; peak: number | null };
type Step = Requests["steps"][number];

/**
 * Requests a minute, a line for each status that occurred; the rarest are one line where there are many. `peak` is the
 * most of all in a minute, `failed` what ended with 400 or more.
 */
export function drawRequests(requests: Requests, { range: period, hide, now = Date.now() }: Look): Drawn {
  const { steps, step, total, part } = requests;
  const range = { ...period, ...part };
  const all = total ?? steps.reduce((sum, { count }) => sum + count, 0);
  const { times, width } = all === 0 ? { times: [], width: step } : pointsOf({ steps, step, range });
  const ends = Math.min(range.to, now);
  // Only the minutes of a point that lie in the range, and have gone by, count; what happens in less than one is no
  // rate.
  const minutes = times.map((at) =>
    at >= ends ? null : Math.max(1, (Math.min(at + width, ends) - Math.max(at, range.from)) / MINUTE),
  );
  const first = times[0] ?? 0;
  const rates = (countOf: (one: Step) => number) => {
    const sums = times.map(() => 0);
    for (const one of steps) {
      const point = Math.floor((one.at - first) / width);
      if (point >= 0 && point < sums.length) sums[point] = (sums[point] ?? 0) + countOf(one);
    }
    return minutes.map((length, n) => (length === null ? null : Number(((sums[n] ?? 0) / length).toPrecision(4))));
  };
  const known = statusesOf(requests).map((one) => ({
    ...one,
    key: String(one.code),
    label: String(one.code),
    values: rates((at) => countOf(at, one.code)),
  }));
  const other = {
    key: "other",
    label: "Other",
    tone: tones.find((tone) => known.every((one) => one.tone !== tone)) ?? 5,
    total: Math.max(0, all - known.reduce((sum, one) => sum + one.total, 0)),
    values: rates((at) => Math.max(0, at.count - known.reduce((sum, { code }) => sum + countOf(at, code), 0))),
  };
  const found = [...known, other].filter(({ total: count, values }) => count > 0 && values.some((rate) => rate));
  const whole = rates(({ count }) => count).flatMap((value) => value ?? []);
  const chart = drawTimeChart({
    id: "requests",
    title: "Requests per minute",
    kind: "line",
    times,
    step: width,
    // Of steps without a status the sum is drawn, and of no request nothing.
    series: found.length > 0 ? found : [{ key: "all", label: "Requests", values: rates(({ count }) => count) }],
    format: "number",
    zone: range.zone,
    hidden: hiddenSeries(hide, "requests"),
    noData: "zeros",
  });
  return {
    chart: part ? { ...chart, noDataBefore: noDataBefore({ ...range, since: part.from, from: period.from }) } : chart,
    total: all,
    failed: steps.reduce(
      (sum, { codes }) => sum + codes.reduce((more, one) => more + (one.key < 400 ? 0 : one.count), 0),
      0,
    ),
    peak: all === 0 || whole.length === 0 ? null : Math.max(...whole),
  };
}

const countOf = ({ codes }: Step, code: number) => codes.find(({ key }) => key === code)?.count ?? 0;

/** The statuses that have a line of their own, with their colours and how often they occurred, in order. */
function statusesOf({ steps, totals }: Pick<Requests, "steps" | "totals">) {
  const codes = new Set([...usual.keys(), ...steps.flatMap(({ codes }) => codes.map(({ key }) => key))]);
  const found = [...codes]
    .map((code) => ({ code, total: totals[code] ?? steps.reduce((sum, one) => sum + countOf(one, code), 0) }))
    .filter(({ total }) => total > 0)
    .sort((a, b) => b.total - a.total)
    .slice(0, MOST_LINES)
    .sort((a, b) => a.code - b.code);
  const taken = found.map(({ code }) => usual.get(code));
  const free = tones.filter((tone) => !taken.includes(tone));
  return found.map((one) => ({ ...one, tone: usual.get(one.code) ?? free.pop() ?? 5 }));
}

/**
 * Points over the whole range, also where servers leave out steps without requests; each at least a minute, of whole
 * steps.
 */
function pointsOf({ steps, step, range: { from, to } }: Pick<Requests, "steps" | "step"> & { range: Look["range"] }) {
  const together = Math.max(1, Math.ceil(MINUTE / step), Math.ceil((to - from) / step / MOST_POINTS));
  const width = step * together;
  const anchor = steps[0]?.at ?? from;
  const first = anchor - Math.ceil((anchor - from) / width) * width;
  return {
    width,
    times: Array.from({ length: Math.max(1, Math.ceil((to - first) / width)) }, (_, n) => first + n * width),
  };
}

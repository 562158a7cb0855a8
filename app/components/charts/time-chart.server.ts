import { area, line, stack, stackOffsetDiverging } from "d3-shape";
import { formatDateTime, formatDay } from "~/lib/values/dates";
import { formatValue } from "./format";
import { looks, previousDash, toneOf } from "./marks";
import { MOST_POINTS, reducePoints } from "./reduce.server";
import { type NoData, sinceData, tellingPoints } from "./since-data.server";
import { boxes, fillOf, frame, round, valueAxis, WIDTH } from "./svg.server";
import { timeTicks } from "./ticks.server";
import type { DrawnChart, LegendEntry, LiveData, Mark, Series, Tone, ValueFormat } from "./types";

type TimeChart = {
  /** Unique on the page; in the address too, where series are hidden. */
  id: string;
  title: string;
  /** The unit, in a few words: "per 5 min". */
  note?: string;
  kind: "line" | "area" | "bar" | "stacked";
  /** When each point begins, milliseconds, ascending. */
  times: readonly number[];
  /** How long a point lasts, milliseconds. */
  step: number;
  series: readonly Series[];
  format: ValueFormat;
  /** The reader's. */
  zone: string;
  marks?: readonly Mark[];
  /** Begins with its data where half of the period or more has none at its start; left out: shows the whole period. */
  noData?: NoData;
  /** Keys of series that the reader has switched off. */
  hidden?: readonly string[];
  height?: number;
  /** The address of what a point stands for: each row of the table leads there. */
  linkTo?: (span: { from: number; to: number }) => string;
};

const HEIGHT = 160;
const DAY = 24 * 3600 * 1000;
/** The share of its place that a bar fills. */
const BAR = 0.8;

/** So many points are told, not drawn. */
const MOST_FEW = 2;

type Toned = Series & { tone: Tone };
type Place = { x: (at: number) => number; y: (value: number) => number };

/** A chart over time, ready to be shown: scales, ticks, paths, and the same numbers as a table. */
export function drawTimeChart(chart: TimeChart): DrawnChart {
  const { id, title, note = "", kind, format, zone, marks = [], hidden = [], height = HEIGHT, linkTo } = chart;
  const counts = format === "count";
  const told = sinceData(chart);
  const { times, series, step, together } = reducePoints({
    times: told.times,
    series: told.series,
    step: chart.step,
    by: counts ? "sum" : "highest",
    most: MOST_POINTS,
  });
  const toned: Toned[] = series.map((one, n) => ({ ...one, tone: one.tone ?? toneOf(n) }));
  const shown = toned.filter(({ key }) => !hidden.includes(key));
  const from = times[0] ?? 0;
  const to = (times.at(-1) ?? 0) + step;
  const x = (at: number) => ((at - from) / Math.max(to - from, 1)) * WIDTH;
  const now = shown.filter(({ previous }) => !previous);
  const stacked = kind === "stacked" ? stackOf(now, times.length) : null;
  const { y, ticks, rows } = valueAxis({
    values: [...shown.flatMap(({ values }) => values), ...(stacked?.flat(2) ?? [])],
    format,
    height,
  });
  const place: Place = { x, y };
  const middle = times.map((at) => x(at + step / 2));
  const width = times.length === 0 ? 0 : (WIDTH / times.length) * BAR;
  const shapes = [
    ...(stacked
      ? now.map((one, n) => stackedPath({ id, one, layer: stacked[n] ?? [], middle, width, place }))
      : now.map((one, n) => shapeOf({ id, kind, one, n, of: now.length, middle, width, place }))),
    ...(y.domain()[0] === 0 ? [] : [`<path class="zero" d="M0 ${round(y(0))}H${WIDTH}"/>`]),
    ...shown.filter(({ previous }) => previous).map((one) => linePath({ one, middle, place })),
  ].join("");
  const columns = timeTicks({ from, to, zone });
  const empty = times.length === 0 || toned.every(({ values }) => values.every((value) => value === null));
  const named = {
    id,
    title,
    note,
    ...(told.noDataBefore !== null && { noDataBefore: told.noDataBefore }),
    height,
    legend: toned.map((one) => legendOf({ one, of: chart.series, format, hidden })),
    empty,
  };
  // Neither drawing nor table is shown of a chart without values, so neither is sent.
  if (empty) return { ...named, svg: "", table: { head: [], rows: [], note: null }, live: null };
  const nameOf = (at: number) =>
    chart.step % DAY === 0 ? formatDay({ instant: at, zone }) : formatDateTime({ instant: at, zone });
  // Of hours and minutes one wants to see when.
  const telling =
    chart.noData === undefined || chart.step % DAY !== 0
      ? []
      : tellingPoints({ times, series: toned, noData: chart.noData });
  const few =
    telling.length > MOST_FEW
      ? []
      : telling.map((n) => ({
          at: nameOf(times[n] ?? 0),
          values: shown.flatMap(({ label, values }) =>
            typeof values[n] === "number" ? [{ label, text: formatValue(values[n], format) }] : [],
          ),
        }));
  return {
    ...named,
    ...(few.length > 0 && { few }),
    svg: frame({
      id,
      title,
      description: describe({ series: toned, times, step, format, zone }),
      height,
      rows,
      columns: columns.map(({ at, label }) => ({ at: x(at), label })),
      marks: marks.filter(({ at }) => at >= from && at <= to).map(({ at, label }) => ({ at: x(at), label })),
      tones: kind === "line" ? [] : now.map(({ tone }) => tone),
      shapes,
    }),
    table: {
      head: [chart.step % DAY === 0 ? "Day" : "Time", ...toned.map(({ label }) => label)],
      rows: times.map((at, n) => [
        nameOf(at),
        ...toned.map(({ values }) => (typeof values[n] === "number" ? formatValue(values[n], format) : "–")),
      ]),
      note: together > 1 ? `Each row is ${counts ? "the sum" : "the highest"} of ${together} values.` : null,
      ...(linkTo && { links: times.map((from) => linkTo({ from, to: from + step })) }),
    },
    live: liveOf(),
  };

  function liveOf(): LiveData {
    const [low = 0, high = 1] = y.domain();
    return {
      kind,
      format,
      zone,
      step,
      times: times.map((at) => (at + step / 2) / 1000),
      columns: columns.map(({ at, label }) => ({ at: at / 1000, label })),
      rows: ticks,
      domain: [low, high],
      series: shown.map(({ label, tone, previous = false, values }) => ({
        label,
        tone,
        previous,
        values: [...values],
      })),
    };
  }
}

/** Where each series of a stack lies, point by point; what is below zero grows downwards. */
function stackOf(series: readonly Toned[], points: number): [number, number][][] {
  const rows = Array.from({ length: points }, (_, n) => n);
  const layers = stack<unknown, number, number>()
    .keys(series.map((_, n) => n))
    .value((row, key) => series[key]?.values[row] ?? 0)
    .offset(stackOffsetDiverging)(rows);
  return layers.map((layer) => layer.map(([low, high]): [number, number] => [low, high]));
}

type Shape = { one: Toned; middle: readonly number[]; place: Place };

function stackedPath({
  id,
  one,
  layer,
  middle,
  width,
  place: { y },
}: Shape & { id: string; layer: [number, number][]; width: number }): string {
  const found = layer.flatMap(([low, high], n) =>
    low === high ? [] : [{ x: (middle[n] ?? 0) - width / 2, width, top: y(high), bottom: y(low) }],
  );
  return `<path style="fill:${fillOf(id, one.tone)}" d="${boxes(found)}"/>`;
}

function shapeOf({
  id,
  kind,
  n,
  of,
  width,
  ...shape
}: Shape & { id: string; kind: TimeChart["kind"]; n: number; of: number; width: number }): string {
  const { one, middle, place } = shape;
  if (kind === "bar") {
    // Several series stand side by side.
    const own = width / of;
    const found = one.values.flatMap((value, at) =>
      value === null
        ? []
        : [
            {
              x: (middle[at] ?? 0) - width / 2 + n * own,
              width: own,
              top: Math.min(place.y(value), place.y(0)),
              bottom: Math.max(place.y(value), place.y(0)),
            },
          ],
    );
    return `<path style="fill:${fillOf(id, one.tone)}" d="${boxes(found)}"/>`;
  }
  if (kind === "line") return linePath(shape);
  const path = area<number | null>()
    .defined((value) => value !== null)
    .x((_, at) => middle[at] ?? 0)
    .y0(place.y(0))
    .y1((value) => place.y(value ?? 0))
    .digits(0)(one.values);
  return `<path class="area" style="fill:${fillOf(id, one.tone)}" d="${path ?? ""}"/>${linePath(shape)}`;
}

function linePath({ one, middle, place }: Shape): string {
  const path = line<number | null>()
    .defined((value) => value !== null)
    .x((_, at) => middle[at] ?? 0)
    .y((value) => place.y(value ?? 0))
    .digits(0)(one.values);
  const dash = one.previous ? previousDash : looks[one.tone].dash;
  const style = `stroke:${one.previous ? "var(--ink)" : `var(--series-${one.tone})`}${dash.length > 0 ? `;stroke-dasharray:${dash.join(" ")}` : ""}`;
  return `<path class="line" style="${style}" d="${path ?? ""}"/>${loneDots({ one, middle, place }, style)}`;
}

// A value between two gaps makes no line: it is drawn as a dot.
function loneDots({ one: { values }, middle, place }: Shape, style: string): string {
  const lone = values.flatMap((value, n) =>
    value !== null && (values[n - 1] ?? null) === null && (values[n + 1] ?? null) === null
      ? [`M${round(middle[n] ?? 0)} ${round(place.y(value))}h0`]
      : [],
  );
  return lone.length === 0 ? "" : `<path class="dot" style="${style.replace(/;.*/, "")}" d="${lone.join("")}"/>`;
}

function legendOf({
  one,
  of,
  format,
  hidden,
}: {
  one: Toned;
  of: readonly Series[];
  format: ValueFormat;
  hidden: readonly string[];
}): LegendEntry {
  const given = one.total;
  // Counted over what was given, not over what is drawn.
  const values = of.find(({ key }) => key === one.key)?.values ?? [];
  const total =
    given === undefined
      ? format === "count"
        ? values.reduce<number>((sum, value) => sum + (value ?? 0), 0)
        : null
      : given;
  return {
    key: one.key,
    label: one.label,
    tone: one.tone,
    previous: one.previous ?? false,
    total: total === null ? null : formatValue(total, format),
    hidden: hidden.includes(one.key),
  };
}

type Told = { series: readonly Toned[]; times: readonly number[]; step: number; format: ValueFormat; zone: string };

/** The chart in words: span, and the ends of each series. */
function describe({ series, times, step, format, zone }: Told): string {
  const from = times[0];
  if (from === undefined) return "No values.";
  const span = `${formatDateTime({ instant: from, zone })} to ${formatDateTime({ instant: (times.at(-1) ?? from) + step, zone })}, ${zone}.`;
  const ends = series.map(({ label, values }) => {
    const known = values.filter((value) => value !== null);
    if (known.length === 0) return `${label}: no values.`;
    const [low, high] = known.reduce(
      ([least, most], value) => [Math.min(least, value), Math.max(most, value)] as const,
      [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY] as const,
    );
    return low === high
      ? `${label}: ${formatValue(low, format)}.`
      : `${label}: ${formatValue(low, format)} to ${formatValue(high, format)}.`;
  });
  return [span, ...ends].join(" ");
}

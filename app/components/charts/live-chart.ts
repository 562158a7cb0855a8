import uPlot from "uplot";
import { formatDateTime } from "~/lib/values/dates";
import { formatTick, formatValue } from "./format";
import { looks, previousDash } from "./marks";
import type { LiveData, Tone } from "./types";

type Mount = {
  /** The box around the server's drawing; uPlot lies over it, so that nothing moves. */
  host: HTMLElement;
  /** Says the values under the cursor. */
  readout: HTMLElement;
  live: LiveData;
  height: number;
  zoom?: ((range: { from: number; to: number }) => void) | undefined;
};

/** The room that `.chart-plot` leaves around the drawing, in px. */
const ROOM = { top: 16, right: 16, bottom: 24, left: 48 };

/** Puts uPlot in the place of the drawing. The function that it gives back takes it away again. */
export function mountLiveChart({ host, readout, live, height, zoom }: Mount): () => void {
  const css = (name: string) => getComputedStyle(host).getPropertyValue(`--${name}`).trim();
  const data = live.kind === "stacked" ? stackedUp(live) : live.series.map(({ values }) => values);
  // The uppermost part of a stack reaches down to the axis, so it is drawn first.
  const order = live.series.map((_, n) => n);
  if (live.kind === "stacked") order.reverse();
  const size = () => ({ width: host.clientWidth, height: height + ROOM.top + ROOM.bottom });
  const over = document.createElement("div");
  over.className = "chart-live";
  host.append(over);
  const drawing = host.querySelector("svg");
  const font = `11px ${getComputedStyle(host).fontFamily}`;
  const axis = {
    font,
    stroke: () => css("muted"),
    grid: { stroke: () => css("line"), width: 1 },
    ticks: { show: false },
  };
  const plot = new uPlot(
    {
      ...size(),
      padding: [ROOM.top, ROOM.right, 0, 0],
      legend: { show: false },
      cursor: { drag: { x: zoom !== undefined, y: false, setScale: false }, points: { size: 7 } },
      select: { show: true, left: 0, top: 0, width: 0, height: 0 },
      scales: { x: { time: false, range: () => timeRange(live) }, y: { range: () => live.domain } },
      axes: [
        {
          ...axis,
          size: ROOM.bottom,
          gap: 4,
          grid: { show: false },
          splits: () => live.columns.map(({ at }) => at),
          values: () => columnLabels(live),
        },
        {
          ...axis,
          size: ROOM.left,
          gap: 6,
          splits: () => live.rows,
          values: (_, ticks) => ticks.map((tick) => formatTick(tick, live.format)),
        },
      ],
      series: [{}, ...order.map((n) => seriesOf({ live, n, css }))],
      hooks: {
        setCursor: [(u) => say(u.cursor.idx ?? null)],
        setSelect: [
          (u) => {
            if (zoom === undefined || u.select.width < 4) return;
            const [from, to] = [u.posToVal(u.select.left, "x"), u.posToVal(u.select.left + u.select.width, "x")];
            zoom({ from: Math.floor(from * 1000), to: Math.ceil(to * 1000) });
          },
        ],
      },
    },
    [live.times, ...order.map((n) => data[n] ?? [])],
    over,
  );
  drawing?.setAttribute("visibility", "hidden");

  function say(at: number | null) {
    const time = at === null ? undefined : live.times[at];
    if (at === null || time === undefined) return readout.replaceChildren();
    const values = live.series.map(
      ({ label, values: own }) => `${label} ${typeof own[at] === "number" ? formatValue(own[at], live.format) : "–"}`,
    );
    readout.textContent = [formatDateTime({ instant: time * 1000 - live.step / 2, zone: live.zone }), ...values].join(
      " · ",
    );
  }

  const keys = keyboard({ plot, live, zoom, say });
  host.addEventListener("keydown", keys);
  const sizes = new ResizeObserver(() => plot.setSize(size()));
  sizes.observe(host);
  const repaint = () => plot.redraw(false);
  const theme = new MutationObserver(repaint);
  theme.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  const dark = matchMedia("(prefers-color-scheme: dark)");
  dark.addEventListener("change", repaint);
  return () => {
    host.removeEventListener("keydown", keys);
    sizes.disconnect();
    theme.disconnect();
    dark.removeEventListener("change", repaint);
    plot.destroy();
    over.remove();
    drawing?.removeAttribute("visibility");
  };
}

// As in the drawing: every second label only where there is room.
function columnLabels({ columns }: LiveData): string[] {
  const narrow = matchMedia("(max-width: 575.98px)").matches;
  return columns.map(({ label }, n) => (n % 2 === 1 && narrow ? "" : label));
}

function timeRange({ times, step }: LiveData): [number, number] {
  const half = step / 2000;
  return [(times[0] ?? 0) - half, (times.at(-1) ?? 0) + half];
}

function stackedUp({ series, times }: LiveData): (number | null)[][] {
  const sums = times.map(() => 0);
  return series.map(({ values, previous }) =>
    previous ? values : values.map((value, n) => (sums[n] = (sums[n] ?? 0) + (value ?? 0))),
  );
}

// As in the drawing: a value between two gaps makes no line, so it gets a dot.
function dots(colour: () => string): uPlot.Series.Points {
  const isGap = (value: number | null | undefined) => value === null || value === undefined;
  const lone = (values: readonly (number | null | undefined)[]) =>
    values.flatMap((value, n) => (!isGap(value) && isGap(values[n - 1]) && isGap(values[n + 1]) ? [n] : []));
  return {
    show: true,
    size: 5,
    width: 0,
    fill: colour,
    filter: (plot, series) => lone([...(plot.data[series] ?? [])]),
  };
}

function seriesOf({ live, n, css }: { live: LiveData; n: number; css: (name: string) => string }): uPlot.Series {
  const { tone, previous, label } = live.series[n] ?? { tone: 1 as const, previous: false, label: "" };
  const colour = () => (previous ? css("ink") : css(`series-${tone}`));
  const dash = [...(previous ? previousDash : looks[tone].dash)];
  const bars = !previous && (live.kind === "bar" || live.kind === "stacked");
  if (bars)
    return {
      label,
      width: 0,
      fill: () => patternFill(colour(), tone, css("raised")),
      paths: uPlot.paths.bars?.({ size: [0.8, 200] }),
      points: { show: false },
    };
  return {
    label,
    width: 2,
    stroke: colour,
    dash,
    fill: live.kind === "area" && !previous ? () => `${colour()}33` : undefined,
    points: dots(colour),
  };
}

/** The same tile as in the server's drawing. */
function patternFill(colour: string, tone: Tone, cut: string): string | CanvasPattern {
  const { pattern } = looks[tone];
  const scale = devicePixelRatio;
  const tile = document.createElement("canvas");
  tile.width = tile.height = Math.round(6 * scale);
  const brush = tile.getContext("2d");
  if (pattern === "" || brush === null) return colour;
  brush.scale(scale, scale);
  brush.fillStyle = colour;
  brush.fillRect(0, 0, 6, 6);
  brush.strokeStyle = cut;
  brush.lineWidth = 1.5;
  brush.stroke(new Path2D(pattern));
  return brush.createPattern(tile, "repeat") ?? colour;
}

type Keys = { plot: uPlot; live: LiveData; zoom: Mount["zoom"]; say: (at: number | null) => void };

/** Arrows move the cursor, with Shift they select, Enter zooms to what is selected, Escape lets go. */
function keyboard({ plot, live, zoom, say }: Keys) {
  let at = -1;
  let anchor: number | null = null;
  const left = (n: number) => plot.valToPos(live.times[n] ?? 0, "x");
  return (event: KeyboardEvent) => {
    const last = live.times.length - 1;
    const targets: Record<string, number> = {
      ArrowRight: Math.min(at + 1, last),
      ArrowLeft: at < 0 ? last : Math.max(at - 1, 0),
      Home: 0,
      End: last,
    };
    const next = targets[event.key];
    if (next !== undefined) {
      event.preventDefault();
      anchor = event.shiftKey ? (anchor ?? Math.max(at, 0)) : null;
      at = next;
      plot.setCursor({ left: left(at), top: 0 });
      const [from, to] = [Math.min(anchor ?? at, at), Math.max(anchor ?? at, at)];
      plot.setSelect(
        {
          left: left(from),
          width: anchor === null ? 0 : left(to) - left(from),
          top: 0,
          height: plot.over.clientHeight,
        },
        false,
      );
      say(at);
    } else if (event.key === "Enter" && anchor !== null && zoom) {
      const half = live.step / 2;
      const [from, to] = [live.times[Math.min(anchor, at)] ?? 0, live.times[Math.max(anchor, at)] ?? 0];
      zoom({ from: Math.floor(from * 1000 - half), to: Math.ceil(to * 1000 + half) });
    } else if (event.key === "Escape") {
      anchor = null;
      at = -1;
      plot.setCursor({ left: -10, top: -10 });
      plot.setSelect({ left: 0, width: 0, top: 0, height: 0 }, false);
      say(null);
    }
  };
}

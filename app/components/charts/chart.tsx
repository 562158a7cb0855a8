import { useNavigate } from "@remix-run/react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Legend } from "./legend";
import { escapeText } from "~/lib/values/markup";
import type { DrawnChart } from "./types";

type ChartProps = {
  chart: DrawnChart;
  /** The address of the same page for a part of its time; with it the reader can drag over the chart. */
  zoomTo?: (range: { from: number; to: number }) => string;
  /** Under the chart on the right: a fact, a link. */
  aside?: ReactNode;
  /** In place of the chart when it has no values. */
  empty?: ReactNode;
  headingLevel?: "h2" | "h3";
};

/**
 * A chart in a card: title, legend, drawing, and the same numbers as a table. Where scripts run, uPlot takes the
 * drawing's place as soon as one comes near it.
 */
export function Chart({ chart, zoomTo, aside, empty, headingLevel: Heading = "h3" }: ChartProps) {
  const swatch = chart.live === null || chart.live.kind === "line" ? "line" : "box";
  return (
    <section className="chart" aria-label={chart.title}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <div className="flex flex-wrap items-baseline gap-x-3">
          <Heading className="text-14 font-bold">
            {chart.title} {chart.note !== "" && <span className="text-13 font-normal text-muted">{chart.note}</span>}
          </Heading>
          {chart.noDataBefore !== undefined && (
            <p className="whitespace-nowrap text-13 text-muted">{chart.noDataBefore}</p>
          )}
        </div>
        {/* Numbers have their names beside them; what was hidden is shown again here. */}
        {(chart.few === undefined || chart.legend.some(({ hidden }) => hidden)) && (
          <Legend chart={{ ...chart, swatch }} />
        )}
      </div>
      {chart.empty ? (
        <div className="py-8 text-center text-13 text-muted">{empty ?? "No values in this period."}</div>
      ) : (
        <>
          {chart.few ? <Few of={chart.few} /> : <Plot key={chart.svg} chart={chart} zoomTo={zoomTo} />}
          <div className="flex flex-wrap items-start justify-between gap-x-4 text-13">
            {chart.table.rows.length > 0 && <Numbers chart={chart} />}
            {aside}
          </div>
        </>
      )}
    </section>
  );
}

/** One or two points are read faster than a line between them. */
function Few({ of }: { of: NonNullable<DrawnChart["few"]> }) {
  return (
    <dl className="flex flex-wrap gap-x-10 gap-y-3 py-6">
      {of.map(({ at, values }) => (
        <div key={at}>
          <dt className="text-13 text-muted">{at}</dt>
          {values.map(({ label, text }) => (
            <dd key={label}>
              <span className="text-13 text-muted">{label}</span>{" "}
              <span className={values.length > 3 ? "font-bold" : "text-20 font-bold"}>{text}</span>
            </dd>
          ))}
        </div>
      ))}
    </dl>
  );
}

function Plot({ chart: { id, svg, height, live, title }, zoomTo }: Pick<ChartProps, "chart" | "zoomTo">) {
  const host = useRef<HTMLDivElement>(null);
  const readout = useRef<HTMLOutputElement>(null);
  const [near, setNear] = useState(false);
  const [scripts, setScripts] = useState(false);
  const navigate = useNavigate();
  const go = useRef<(range: { from: number; to: number }) => void>(() => undefined);
  go.current = (range) => zoomTo && navigate(zoomTo(range), { preventScrollReset: true });
  const zooms = zoomTo !== undefined;

  useEffect(() => setScripts(true), []);
  useEffect(() => {
    if (!near || live === null) return undefined;
    let gone = false;
    let end: (() => void) | undefined;
    void import("./live-chart").then(({ mountLiveChart }) => {
      if (gone || !host.current || !readout.current) return;
      end = mountLiveChart({
        host: host.current,
        readout: readout.current,
        live,
        height,
        zoom: zooms ? (range) => go.current(range) : undefined,
      });
    });
    return () => {
      gone = true;
      end?.();
    };
  }, [near, live, height, zooms]);

  const interactive = scripts && live !== null;
  const approach = interactive ? () => setNear(true) : undefined;
  return (
    <div
      ref={host}
      className="chart-plot"
      onPointerEnter={approach}
      onPointerMove={approach}
      onFocus={approach}
      {...(interactive && {
        tabIndex: 0,
        role: "group",
        "aria-label": `${title}. Arrow keys read the values${zooms ? ", with Shift they select, Enter zooms" : ""}.`,
      })}
    >
      {/* What stands in an image is no link. */}
      <svg
        role={svg.includes("<a ") ? "group" : "img"}
        aria-labelledby={`${id}-t ${id}-d`}
        width="100%"
        height={height}
        dangerouslySetInnerHTML={{ __html: svg }}
      />
      <output ref={readout} className="chart-readout" />
    </div>
  );
}

function Numbers({ chart: { id, title, table } }: { chart: DrawnChart }) {
  // As text: a React element for each cell would cost more than all else of the page.
  const nameOf = (text: string, to: string | undefined) =>
    to === undefined ? escapeText(text) : `<a class="link" href="${escapeText(to)}">${escapeText(text)}</a>`;
  const rows = table.rows.map(
    ([first = "", ...rest], at) =>
      `<tr><th scope="row">${nameOf(first, table.links?.[at])}</th>${rest.map((cell) => `<td class="number">${escapeText(cell)}</td>`).join("")}</tr>`,
  );
  return (
    <details id={`${id}-numbers`} className="min-w-0">
      <summary className="inline-flex min-h-[24px] items-center gap-2 text-accent">
        <span className="chevron" aria-hidden="true" />
        Show the numbers
      </summary>
      {table.note !== null && <p className="mt-1 text-12 text-muted">{table.note}</p>}
      {/* A box that scrolls takes the keyboard too. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="chart-numbers" tabIndex={0} role="region" aria-label={`${title}: numbers`}>
        <table className="data-table">
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr>
              {table.head.map((name, n) => (
                <th key={name} scope="col" className={n === 0 ? undefined : "number"}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody dangerouslySetInnerHTML={{ __html: rows.join("") }} />
        </table>
      </div>
    </details>
  );
}

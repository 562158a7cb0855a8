import { Link } from "@remix-run/react";
import { DataTable } from "~/components/kit";
import { appLevel, screenPath } from "~/navigation/paths";
import type { Explanation } from "~/services/search/answer.server";
import { Marked, ScrollBox } from "~/components/detail-kit";
import type { PreviewHere } from "./preview-address";
import type { ResultRow } from "~/services/search/result-row.server";

/** More columns leave no room for the title. */
const TABLE_FIELDS = 3;

/** Numbers say nothing without the name of their field. */
const BARE = /^-?[\d.,\s]+…?$/;

const documentPath = (app: string, id: string) => screenPath(appLevel(app), "browse", { rest: [id] });

/** `opens` says whether the reader may open documents; hits are no links else. */
type ResultsProps = { app: string; opens: boolean; here: PreviewHere; rows: readonly ResultRow[]; columns: readonly string[] };

/** The hits as cards, as a visitor would meet them. */
export function ResultCards({ app, opens, here, rows }: ResultsProps) {
  return (
    <ol className="grid gap-3">
      {rows.map((row) => (
        <li key={row.id} className="rounded border border-line bg-raised p-3.5">
          <div className="flex items-start justify-between gap-3">
            <h3 className="min-w-0 text-16 font-semibold">
              <Marked pieces={row.title} />
            </h3>
            <Score score={row.score} />
          </div>
          <p className="text-muted [overflow-wrap:anywhere]">
            {row.details
              .filter(({ pieces }) => pieces.length > 0)
              .map(({ field, pieces }, at) => (
                <span key={field} title={field}>
                  {at > 0 && " · "}
                  {pieces.every(({ text }) => BARE.test(text)) && <span className="text-faint">{field} </span>}
                  <Marked pieces={pieces} />
                </span>
              ))}
          </p>
          {row.found.map(({ field, pieces }) => (
            <p key={field} className="mt-1 text-13 text-muted [overflow-wrap:anywhere]">
              <span className="text-faint">{field}: </span>
              <Marked pieces={pieces} />
            </p>
          ))}
          <Links to={opens ? documentPath(app, row.id) : null} here={here} row={row} />
          {row.why && <Why why={row.why} />}
        </li>
      ))}
    </ol>
  );
}

/** The hits as rows of a table. */
export function ResultTable({ app, opens, here, rows, columns }: ResultsProps) {
  const explained = rows.find(({ why }) => why !== null);
  return (
    <>
      <DataTable
        caption="Hits"
        rows={rows}
        rowKey={(row) => row.id}
        columns={[
          {
            key: "title",
            label: "Title",
            className: "font-semibold small:min-w-[160px]",
            render: (row) =>
              opens ? (
                <Link to={documentPath(app, row.id)} className="link">
                  <Marked pieces={row.title} />
                </Link>
              ) : (
                <Marked pieces={row.title} />
              ),
          },
          ...columns.slice(0, TABLE_FIELDS).map((field, at) => ({
            key: `field-${field}`,
            label: field,
            roomy: at === TABLE_FIELDS - 1,
            render: (row: ResultRow) => (row.details[at]?.pieces.length ? <Marked pieces={row.details[at].pieces} /> : null),
          })),
          { key: "score", label: "Score", align: "right" as const, render: (row) => <Score score={row.score} /> },
          { key: "links", label: "Links", hideLabel: true, className: "small:whitespace-nowrap", render: (row) => <WhyLink here={here} row={row} short /> },
        ]}
      />
      {explained?.why && <Why why={explained.why} />}
    </>
  );
}

function Score({ score }: { score: string }) {
  return (
    <span className="shrink-0 whitespace-nowrap rounded-sm bg-sunken px-1.5 py-0.5 font-mono text-12 font-semibold">
      <span className="sr-only">Score </span>
      {score}
    </span>
  );
}

function Links({ to, here, row }: { to: string | null; here: PreviewHere; row: ResultRow }) {
  return (
    <p className="mt-1.5 flex flex-wrap gap-x-2 text-13">
      <WhyLink here={here} row={row} />
      {to !== null && (
        <>
          <span aria-hidden="true">·</span>
          <Link to={to} className="link">
            Document
          </Link>
        </>
      )}
    </p>
  );
}

function WhyLink({
  here,
  row,
  short = false,
}: {
  here: PreviewHere;
  row: ResultRow;
  /** Where there is little room; the rest is read out. */ short?: boolean;
}) {
  return (
    <Link to={here.href({ why: row.why ? "" : row.id })} preventScrollReset className="link">
      {row.why ? "Hide" : "Why"}
      <span className={short ? "sr-only" : ""}>{row.why ? " the score" : " this score"}</span>
    </Link>
  );
}

/** How the engine came to a score, as a tree that opens without scripts. */
function Why({ why }: { why: Explanation }) {
  return (
    <ScrollBox label="Why this score" className="mt-2 rounded border border-line bg-sunken p-3 font-mono text-code">
      <Reason why={why} depth={0} />
    </ScrollBox>
  );
}

function Reason({ why, depth }: { why: Explanation; depth: number }) {
  const line = (
    <span className="[overflow-wrap:anywhere]">
      <strong>{why.value.toPrecision(4)}</strong> {why.description}
    </span>
  );
  if (why.details.length === 0) return <div className="pl-4">{line}</div>;
  return (
    <details open={depth < 2}>
      <summary className="flex gap-1.5 rounded-sm">
        <span aria-hidden="true" className="chevron mt-1.5" />
        {line}
      </summary>
      <div className="ml-1.5 border-l border-line pl-2">
        {why.details.map((detail, at) => (
          <Reason key={at} why={detail} depth={depth + 1} />
        ))}
      </div>
    </details>
  );
}

import { Link } from "@remix-run/react";
import { Marked } from "~/components/ui/marked";
import { Name } from "~/components/ui/name";
import { DataTable } from "~/components/ui/table/data-table";
import { appLevel, screenPath } from "~/navigation/paths";
import type { PreviewHere } from "../../_parts/search/preview-address";
import { HitMenu, type HitGates } from "./hit-menu";
import type { PreviewRow } from "./panels.server";
import { Pinned } from "./pinned";
import { Why } from "./why";

/** More columns leave no room for the title. */
const TABLE_FIELDS = 3;

/** Numbers say nothing without the name of their field. */
const BARE = /^-?[\d.,\s]+…?$/;

const documentPath = (app: string, id: string) => screenPath(appLevel(app), "browse", { rest: [id] });

/** `opens` says whether the reader may open documents; hits are no links else. */
type ResultsProps = {
  app: string;
  opens: boolean;
  here: PreviewHere;
  rows: readonly PreviewRow[];
  columns: readonly string[];
  /** Whether the reader may save rules and synonyms; null where the index's settings are not his to tune. */
  gates: HitGates | null;
};

/** The hits as a list, as a visitor would meet them. */
export function ResultCards({ app, opens, here, rows, gates }: ResultsProps) {
  return (
    <ol className="rounded border border-line bg-raised">
      {rows.map((row) => (
        <li
          key={row.id}
          className={`border-b border-line px-3.5 py-2.5 last:border-b-0 ${row.pinned ? "border-l-[3px] border-l-accent" : ""}`}
        >
          <div className="flex items-start justify-between gap-3">
            <span className="shrink-0 pt-0.5 tabular-nums text-faint">{row.place}</span>
            <h3 className="min-w-0 flex-1 text-16 font-semibold">
              {opens ? (
                <Link to={documentPath(app, row.id)} className="text-ink no-underline hover:underline">
                  <Marked pieces={row.title} />
                </Link>
              ) : (
                <Marked pieces={row.title} />
              )}
            </h3>
            <div className="flex shrink-0 items-center gap-2 text-13">
              {here.state.q !== "" && (
                <>
                  <WhyLink here={here} row={row} />
                  <Score score={row.score} />
                </>
              )}
              <HitMenu app={app} opens={opens} q={here.state.q} row={row} gates={gates} />
            </div>
          </div>
          {row.pinned && <Pinned app={app} rule={row.pinned} />}
          <Name as="p" className="text-muted">
            {row.details
              .filter(({ pieces }) => pieces.length > 0)
              .map(({ field, pieces }, at) => (
                <span key={field} title={field}>
                  {at > 0 && " · "}
                  {pieces.every(({ text }) => BARE.test(text)) && <span className="text-faint">{field} </span>}
                  <Marked pieces={pieces} />
                </span>
              ))}
          </Name>
          {row.found.map(({ field, pieces }) => (
            <Name as="p" key={field} className="mt-1 text-13 text-muted">
              <span className="text-faint">{field}: </span>
              <Marked pieces={pieces} />
            </Name>
          ))}
          {row.why && <Why why={row.why} parts={row.parts} />}
        </li>
      ))}
    </ol>
  );
}

/** The hits as rows of a table. */
export function ResultTable({ app, opens, here, rows, columns, gates }: ResultsProps) {
  const explained = rows.find(({ why }) => why !== null);
  return (
    <>
      <DataTable
        caption="Hits"
        rows={rows}
        rowKey={(row) => row.id}
        columns={[
          { key: "place", label: "Rank", align: "right" as const, render: (row) => row.place },
          {
            key: "title",
            label: "Title",
            className: "font-semibold small:min-w-[160px]",
            render: (row) => (
              <>
                {opens ? (
                  <Link to={documentPath(app, row.id)} className="link">
                    <Marked pieces={row.title} />
                  </Link>
                ) : (
                  <Marked pieces={row.title} />
                )}
                {row.pinned && <Pinned app={app} rule={row.pinned} />}
              </>
            ),
          },
          ...columns.slice(0, TABLE_FIELDS).map((field, at) => ({
            key: `field-${field}`,
            label: field,
            roomy: at === TABLE_FIELDS - 1,
            room: 9,
            ...(at > 0 && { yields: TABLE_FIELDS - at }),
            render: (row: PreviewRow) =>
              row.details[at]?.pieces.length ? <Marked pieces={row.details[at].pieces} /> : null,
          })),
          {
            key: "score",
            label: "Score",
            align: "right" as const,
            room: 6,
            render: (row) => <Score score={row.score} />,
          },
          {
            key: "links",
            label: "Links",
            hideLabel: true,
            room: 8,
            className: "small:whitespace-nowrap",
            render: (row) => (
              <span className="flex items-center gap-1">
                <WhyLink here={here} row={row} />
                <HitMenu app={app} opens={opens} q={here.state.q} row={row} gates={gates} />
              </span>
            ),
          },
        ]}
      />
      {explained?.why && <Why why={explained.why} parts={explained.parts} />}
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

/** What it explains is read out; there is little room. */
function WhyLink({ here, row }: { here: PreviewHere; row: PreviewRow }) {
  // A hit that only a rule has put there has no score.
  if (row.pinned && !Number(row.score)) return null;
  return (
    <Link to={here.href({ why: row.why ? "" : row.id })} preventScrollReset className="link">
      {row.why ? "Hide" : "Why"}
      <span className="sr-only">{row.why ? " the score" : " this score"}</span>
    </Link>
  );
}

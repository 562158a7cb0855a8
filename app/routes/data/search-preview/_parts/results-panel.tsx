import { Link } from "@remix-run/react";
import { LinkButton } from "~/components/ui/button";
import { Marked } from "~/components/ui/marked";
import { Menu, MenuLink } from "~/components/ui/menu";
import { EmptyState } from "~/components/ui/message/empty-state";
import { ErrorPanel } from "~/components/ui/message/error-panel";
import { Notice } from "~/components/ui/message/notice";
import { Remarks } from "~/components/ui/message/remarks";
import { Name } from "~/components/ui/name";
import { PlainLink } from "~/components/ui/plain-link";
import { TableFooter } from "~/components/ui/table/table-footer";
import type { Remark } from "~/lib/address";
import { countOf, formatNumber } from "~/lib/values/numbers";
import { appLevel, screenPath } from "~/navigation/paths";
import type { Suggestion } from "~/services/data/search/answer.server";
import { resultSizes, WINDOW } from "../../_parts/search/params";
import { isNarrowed, noFacets, type PreviewHere } from "../../_parts/search/preview-address";
import type { Acted } from "~/services/search-relevance/visitors/acted.server";
import { ActedLine } from "./acted-line";
import type { HitGates } from "./hit-menu";
import type { Results } from "./panels.server";
import { ResultCards, ResultTable } from "./results";

type PanelProps = {
  app: string;
  /** Whether hits lead to their documents. */
  opens: boolean;
  here: PreviewHere;
  results: Results;
  suggestions: readonly Suggestion[];
  remarks: readonly Remark[];
  sorts: readonly { path: string; label: string; /** The direction that one wants first. */ first: "asc" | "desc" }[];
  /** False when no field can be searched. */
  searchable: boolean;
  acted: Pick<Acted, "rules" | "hidden" | "customData">;
  gates: HitGates | null;
};

/** What the search found, or why it found nothing. */
export function ResultsPanel({ results, suggestions, remarks, searchable, ...rest }: PanelProps) {
  const { here } = rest;
  return (
    <section aria-labelledby="results">
      {/* Above the titles of the hits, which are headings of the next level. */}
      <h2 id="results" className="sr-only">
        Results
      </h2>
      <Remarks of={remarks} />
      {!searchable && here.state.q !== "" && (
        <Notice tone="warn">
          No default fields, so the search text has no effect. Add a text field under “Fields and weights”.
        </Notice>
      )}
      {suggestions.length > 0 && <Suggestions here={here} suggestions={suggestions} />}
      {results.kind === "failed" && <ErrorPanel title="The search failed." failure={results.failure} />}
      {results.kind === "refused" && (
        <Notice tone="bad" role="alert">
          <strong>The search engine rejected this search.</strong> {results.message}
        </Notice>
      )}
      {results.kind === "hits" && <Hits {...rest} results={results} />}
    </section>
  );
}

type HitsProps = Pick<PanelProps, "app" | "opens" | "here" | "sorts" | "acted" | "gates"> & {
  results: Extract<Results, { kind: "hits" }>;
};

function Hits({ app, opens, here, results, sorts, acted, gates }: HitsProps) {
  const { rows, columns, total, atLeast, took, timedOut } = results;
  const { view, page, size } = here.state;
  const lastPage = Math.max(1, Math.floor(WINDOW / size));
  return (
    <>
      {timedOut && <Notice tone="warn">The search timed out. There may be more hits than shown.</Notice>}
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-13">
        <p role="status">
          <strong>
            {atLeast && "at least "}
            {countOf(total, "hit")}
          </strong>
          {took !== null && <span className="text-muted"> in {formatNumber(took)} ms</span>}
        </p>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-muted">
          <SortChoice here={here} sorts={sorts} />
          <p>
            View:{" "}
            {(["cards", "rows"] as const).map((name, at) => (
              <span key={name}>
                {at > 0 && " · "}
                {name === view ? (
                  <strong className="text-ink">{name}</strong>
                ) : (
                  <PlainLink to={here.href({ view: name })} keepScroll className="link">
                    {name}
                  </PlainLink>
                )}
              </span>
            ))}
          </p>
        </div>
      </div>
      <ActedLine app={app} acted={acted} />
      {rows.length === 0 ? (
        <Nothing app={app} here={here} total={total} />
      ) : (
        <>
          {view === "cards" ? (
            <ResultCards {...{ app, opens, here, rows, columns, gates }} />
          ) : (
            <ResultTable {...{ app, opens, here, rows, columns, gates }} />
          )}
          <div className="mt-3 rounded border border-line">
            <TableFooter
              here={here}
              page={page}
              size={size}
              total={total}
              shown={rows.length}
              noun={["hit", "hits"]}
              sizes={resultSizes}
              lastPage={lastPage}
              atLeast={atLeast}
            />
          </div>
          {total > WINDOW && page === lastPage && (
            <p className="mt-2 text-13 text-muted">
              Only the first {formatNumber(WINDOW)} hits can be shown. Narrow the search to see others.
            </p>
          )}
        </>
      )}
    </>
  );
}

function SortChoice({ here, sorts }: Pick<PanelProps, "here" | "sorts">) {
  const { by, order } = here.state.sort;
  const current = sorts.find(({ path }) => path === by);
  const other = order === "asc" ? "desc" : "asc";
  return (
    <div className="flex items-center gap-x-1">
      <span id="sort-label">Sort:</span>
      <Menu
        label={<strong className="font-semibold text-ink">{current?.label ?? "relevance"}</strong>}
        name={`Sort: ${current?.label ?? "relevance"}`}
        align="left"
      >
        <div className="max-h-[26rem] overflow-y-auto">
          <MenuLink to={here.href({ sort: undefined })} current={by === ""}>
            relevance
          </MenuLink>
          {sorts.map(({ path, label, first }) => (
            <MenuLink key={path} to={here.href({ sort: { by: path, order: first } })} current={path === by}>
              {label}
            </MenuLink>
          ))}
        </div>
      </Menu>
      {by !== "" && (
        <PlainLink
          to={here.href({ sort: { by, order: other } })}
          keepScroll
          className="link"
          aria-label={`${order === "asc" ? "Ascending" : "Descending"}. Change direction`}
        >
          {order === "asc" ? "Ascending" : "Descending"}
        </PlainLink>
      )}
    </div>
  );
}

function Nothing({ app, here, total }: { app: string; here: PreviewHere; total: number }) {
  const { q, page, operator, fuzziness } = here.state;
  const narrowed = isNarrowed(here);
  if (total > 0) {
    return (
      <EmptyState
        title={`Page ${formatNumber(page)} does not exist`}
        action={<LinkButton to={here.href({ page: 1 })}>Go to the first page</LinkButton>}
      >
        The hits end before it.
      </EmptyState>
    );
  }
  if (q === "" && !narrowed) {
    return (
      <EmptyState
        title="No documents yet"
        action={<LinkButton to={screenPath(appLevel(app), "import")}>Import data</LinkButton>}
      >
        Add documents to this index to search them.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No hits"
      action={
        <>
          {narrowed && <LinkButton to={here.href(noFacets)}>Clear all facets</LinkButton>}
          {operator === "and" && <LinkButton to={here.href({ operator: "or" })}>Match any word</LinkButton>}
          {operator === "or" && fuzziness !== "2" && (
            <LinkButton to={here.href({ fuzziness: "2" })}>Allow 2 typos per word</LinkButton>
          )}
        </>
      }
    >
      {q === "" ? "No document matches the chosen facets." : `No document matches “${q}” in the searched fields.`}
    </EmptyState>
  );
}

function Suggestions({ here, suggestions }: Pick<PanelProps, "here" | "suggestions">) {
  return (
    <nav aria-label="Suggestions" className="mb-3 text-13 text-muted">
      <ul className="flex flex-wrap gap-x-3 gap-y-1">
        <li>Suggestions:</li>
        {suggestions.map(({ value, pieces }) => (
          <Name as="li" key={value}>
            <Link to={here.href({ q: value })} className="link">
              <Marked pieces={pieces} />
            </Link>
          </Name>
        ))}
      </ul>
    </nav>
  );
}

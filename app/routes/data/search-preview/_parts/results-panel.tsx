import { Link, useSearchParams } from "@remix-run/react";
import { EmptyState, ErrorPanel, LinkButton, Notice, TableFooter } from "~/components/kit";
import { countOf, formatNumber } from "~/lib/numbers";
import { withParams } from "~/lib/search-params";
import { appLevel, screenPath } from "~/navigation/paths";
import type { Suggestion } from "~/services/search/answer.server";
import { Marked } from "./marked";
import type { Results } from "./panels.server";
import { fromParam, otherParam, resultSizes, toParam, valueParam, WINDOW } from "./params";
import { ResultCards, ResultTable } from "./results";
import type { PreviewState } from "./state";

type PanelProps = {
  app: string;
  state: PreviewState;
  results: Results;
  suggestions: readonly Suggestion[];
  notes: readonly string[];
  /** False when no field can be searched. */
  searchable: boolean;
};

/** What the search found, or why it found nothing. */
export function ResultsPanel({ app, state, results, suggestions, notes, searchable }: PanelProps) {
  return (
    <section aria-label="Results">
      {notes.map((note) => (
        <Notice key={note} tone="warn">
          {note}
        </Notice>
      ))}
      {!searchable && state.q !== "" && (
        <Notice tone="warn">No field is searched, so the text does not count. Name a text field under “Fields and weights”.</Notice>
      )}
      {suggestions.length > 0 && <Suggestions suggestions={suggestions} />}
      {results.kind === "failed" && <ErrorPanel title="The search failed." failure={results.failure} />}
      {results.kind === "refused" && (
        <Notice tone="bad" role="alert">
          <strong>The search engine refused this search.</strong> {results.message}
        </Notice>
      )}
      {results.kind === "hits" && <Hits app={app} state={state} results={results} />}
    </section>
  );
}

function Hits({ app, state, results }: { app: string; state: PreviewState; results: Extract<Results, { kind: "hits" }> }) {
  const [params] = useSearchParams();
  const { rows, columns, total, atLeast, took, timedOut } = results;
  const lastPage = Math.max(1, Math.floor(WINDOW / state.size));
  return (
    <>
      {timedOut && <Notice tone="warn">The engine ran out of time: there may be more hits than these.</Notice>}
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 text-13">
        <p role="status">
          <strong>
            {atLeast && "at least "}
            {countOf(total, "hit")}
          </strong>
          {took !== null && <span className="text-muted"> in {formatNumber(took)} ms</span>}
        </p>
        <p className="text-muted">
          View:{" "}
          {(["cards", "rows"] as const).map((view, at) => (
            <span key={view}>
              {at > 0 && " · "}
              {view === state.view ? (
                <strong className="text-ink">{view}</strong>
              ) : (
                <Link to={withParams(params, { view: view === "cards" ? null : view })} preventScrollReset className="link">
                  {view}
                </Link>
              )}
            </span>
          ))}
        </p>
      </div>
      {rows.length === 0 ? (
        <Nothing app={app} state={state} total={total} />
      ) : (
        <>
          {state.view === "cards" ? <ResultCards app={app} rows={rows} columns={columns} /> : <ResultTable app={app} rows={rows} columns={columns} />}
          <div className="mt-3 rounded border border-line">
            <TableFooter
              page={state.page}
              size={state.size}
              total={total}
              shown={rows.length}
              noun={["hit", "hits"]}
              sizes={resultSizes}
              lastPage={lastPage}
              atLeast={atLeast}
            />
          </div>
          {total > WINDOW && state.page === lastPage && (
            <p className="mt-2 text-13 text-muted">An engine shows no more than {formatNumber(WINDOW)} hits. Narrow the search to see the others.</p>
          )}
        </>
      )}
    </>
  );
}

function Nothing({ app, state, total }: { app: string; state: PreviewState; total: number }) {
  const [params] = useSearchParams();
  const narrowed = state.facets.some(({ values, from, to }) => values.length > 0 || from !== "" || to !== "");
  if (total > 0) {
    return (
      <EmptyState title="There are not so many pages." action={<LinkButton to={withParams(params, { page: null })}>First page</LinkButton>}>
        The last page is before this one.
      </EmptyState>
    );
  }
  if (state.q === "" && !narrowed) {
    return (
      <EmptyState title="There are no documents yet." action={<LinkButton to={screenPath(appLevel(app), "import")}>Import data</LinkButton>}>
        A search can be tried as soon as this index holds something.
      </EmptyState>
    );
  }
  const facetParams = state.facets.flatMap(({ path }) => [valueParam(path), otherParam(path), fromParam(path), toParam(path)]);
  return (
    <EmptyState
      title="Nothing matches."
      action={
        <>
          {narrowed && (
            <LinkButton to={withParams(params, { ...Object.fromEntries(facetParams.map((name) => [name, null])), page: null })}>Clear all facets</LinkButton>
          )}
          {state.operator === "and" && <LinkButton to={withParams(params, { words: "or", page: null })}>Any of the words</LinkButton>}
          {state.operator === "or" && state.fuzziness !== "2" && (
            <LinkButton to={withParams(params, { fuzziness: "2", page: null })}>Allow two typing errors</LinkButton>
          )}
        </>
      }
    >
      {state.q === "" ? "No document has all of the chosen facets." : `No document has “${state.q}” in the fields that are searched.`}
    </EmptyState>
  );
}

function Suggestions({ suggestions }: { suggestions: readonly Suggestion[] }) {
  const [params] = useSearchParams();
  return (
    <nav aria-label="Suggestions" className="mb-3 text-13 text-muted">
      <ul className="flex flex-wrap gap-x-3 gap-y-1">
        <li>Suggestions:</li>
        {suggestions.map(({ value, pieces }) => (
          <li key={value} className="[overflow-wrap:anywhere]">
            <Link to={withParams(params, { q: value, page: null, why: null })} className="link">
              <Marked pieces={pieces} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import { EmptyState, LinkButton, PageForm, PageHeader } from "~/components/kit";
import { actionNames } from "~/lib/actions";
import type { Handle } from "~/navigation/handle";
import { appLevel, screenPath } from "~/navigation/paths";
import { requireIndex } from "~/services/indices/get.server";
import { requireScope } from "~/session/scope.server";
import { listFields } from "~/services/mappings/get.server";
import { CallCard } from "./_parts/call-card";
import { callText } from "./_parts/call-text.server";
import { Facets } from "./_parts/facets";
import { panelsOf } from "./_parts/panels.server";
import { ResultsPanel } from "./_parts/results-panel";
import { maySearch, runSearch } from "./_parts/run.server";
import { SearchBox } from "./_parts/search-box";
import { Settings } from "./_parts/settings";
import { readState, settingsOf } from "./_parts/state";
import { previewActions } from "./_parts/actions";

/** Kept over a search though no control holds them. */
const KEPT = ["view", "call", "wrap"];

export const handle: Handle = { screen: "search-preview" };
export const meta: MetaFunction = ({ params }) => [{ title: `Search preview · ${params["appName"]}` }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, previewActions, context);
  const row = await requireIndex(scope);
  if (!maySearch(scope)) return { app: row.name, preview: null, missing: actionNames["search-relevancy"] };
  if (!row.open) return { app: row.name, preview: null, missing: null };
  const fields = await listFields(scope, row.name);
  const state = readState(new URL(request.url).searchParams, fields);
  const settings = settingsOf(state, fields);
  const run = await runSearch(scope, { index: row.name, settings });
  const call = await callText(scope, { tab: state.call, index: row.name, request: run.request, answer: run.answer });
  return { app: row.name, missing: null, preview: { state, call, ...panelsOf({ state, settings, fields, run }) } };
}

export default function SearchPreviewScreen() {
  const { app, preview, missing } = useLoaderData<typeof loader>();
  const [params] = useSearchParams();
  return (
    <>
      <PageHeader title="Search preview" description="Try your settings as a visitor would meet them. Nothing here changes the index." />
      {missing !== null ? (
        <EmptyState title={`Requires the ${missing} permission`} action={<LinkButton to={screenPath(appLevel(app), "browse")}>Browse documents</LinkButton>}>
          The preview calls the search API of the server, which your user may not. Someone who manages users can add {missing} to your permissions.
        </EmptyState>
      ) : preview === null ? (
        <EmptyState title="This index is closed." action={<LinkButton to={screenPath(appLevel(app), "open")}>Open index</LinkButton>}>
          Its documents are kept, but it answers no search until it is opened.
        </EmptyState>
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-6 gap-y-4 large:grid-cols-[230px_minmax(0,1fr)] large:grid-rows-[auto_1fr]">
          <PageForm method="get" role="search" preventScrollReset className="contents">
            {KEPT.flatMap((name) => params.getAll(name).map((value) => <input key={`${name}=${value}`} type="hidden" name={name} value={value} />))}
            <div className="min-w-0 large:col-start-2 large:row-start-1">
              <SearchBox app={app} text={preview.state.q} />
              <p className="mt-2 text-13 large:hidden">
                <a href="#settings" className="link">
                  Settings and facets
                </a>
              </p>
            </div>
            {/* On a narrow screen only where the link above led to them, or with a mistake in them: the results come first, and Tab goes as the page is read. */}
            <div
              id="settings"
              className="hidden min-w-0 scroll-mt-4 target:block has-[[aria-invalid],[role=alert]]:block large:col-start-1 large:row-span-2 large:row-start-1 large:block"
            >
              <Settings {...preview.controls} state={preview.state} facets={<Facets facets={preview.facets} />} />
              <p className="mt-3 text-13 large:hidden">
                <a href="#results" className="link">
                  Back to the results
                </a>
              </p>
            </div>
          </PageForm>
          <div id="results" className="min-w-0 scroll-mt-4 large:col-start-2 large:row-start-2">
            <ResultsPanel
              app={app}
              state={preview.state}
              results={preview.results}
              suggestions={preview.suggestions}
              notes={preview.notes}
              searchable={preview.controls.searched.length > 0}
            />
            <CallCard tab={preview.state.call} call={preview.call} />
          </div>
        </div>
      )}
    </>
  );
}

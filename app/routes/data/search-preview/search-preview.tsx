import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { FormBoundary } from "~/components/detail-kit";
import { AddressForm, EmptyState, GatedLink, LinkButton, PageHeader, useAddress } from "~/components/kit";
import { answerForm } from "~/form-action.server";
import { actionNames } from "~/lib/access/actions";
import type { Handle } from "~/navigation/handle";
import { appLevel, screenPath } from "~/navigation/paths";
import { leaveLongAddress } from "~/redirect.server";
import { isForeignLink } from "~/security.server";
import { getGrades } from "~/services/grades/grades.server";
import { settle } from "~/services/http/settle.server";
import { requireIndex } from "~/services/indices/get.server";
import { listFields } from "~/services/mappings/get.server";
import { requireScope } from "~/session/scope.server";
import { GradePanel } from "../../relevance/grade/_parts/grade-panel";
import { gradeGate, gradingOf } from "../../relevance/grade/_parts/grading.server";
import { previewActions } from "./_parts/actions";
import { CallCard } from "./_parts/call-card";
import { callText } from "./_parts/call-text.server";
import { Facets } from "./_parts/facets";
import { panelsOf } from "./_parts/panels.server";
import { previewAddress } from "./_parts/preview-address";
import { ResultsPanel } from "./_parts/results-panel";
import { maySearch, runSearch } from "./_parts/run.server";
import { SearchBox } from "./_parts/search-box";
import { Settings, SettingsFold } from "./_parts/settings";
import { readPreview, settingsOf } from "./_parts/state";

export const handle: Handle = { screen: "search-preview" };
export const meta: MetaFunction = ({ params }) => [{ title: `Search preview · ${params["appName"]}` }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, previewActions, context);
  const row = await requireIndex(scope);
  if (!maySearch(scope)) return { app: row.name, preview: null, gate: null, tunes: false, missing: actionNames["search-relevancy"] };
  if (!row.open) return { app: row.name, preview: null, gate: null, tunes: false, missing: null };
  const fields = await listFields(scope, row.name);
  const preview = readPreview(request, fields);
  leaveLongAddress(request, preview.here);
  // What a link of another site asks for leaves nothing in the figures.
  const settings = { ...settingsOf(preview, fields), ...(isForeignLink(request) && { recordAnalytics: false }) };
  const run = await runSearch(scope, { index: row.name, settings });
  const { state } = preview.here;
  const grading = state.grade === "on" && state.q !== "" ? await settle(getGrades(scope, { index: row.name, term: state.q })) : null;
  const call = await callText(scope, { tab: state.call || "request", index: row.name, request: run.request, answer: run.answer });
  return {
    app: row.name,
    missing: null,
    tunes: scope.can("search-relevancy"),
    gate: scope.may("stored-queries:write"),
    preview: {
      opens: scope.can("develop"),
      grades: grading?.ok && grading.value ? [...grading.value] : null,
      gate: gradeGate(scope),
      state,
      usual: preview.usual,
      call,
      ...panelsOf({ preview, settings, fields, run }),
    },
  };
}

export async function action(args: ActionFunctionArgs) {
  return answerForm(args, gradingOf(args, { right: previewActions, screen: "search-preview" }));
}

export { FormBoundary as ErrorBoundary };

type Shown = NonNullable<Awaited<ReturnType<typeof loader>>["preview"]>;

export default function SearchPreviewScreen() {
  const { app, preview, missing, gate, tunes } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const toSave = `${screenPath(appLevel(app), "search-preview", { rest: ["save"] })}${search}`;
  return (
    <>
      <PageHeader
        title="Search preview"
        description="Try settings without changing the index."
        actions={
          gate && (
            <>
              {tunes && <LinkButton to={screenPath(appLevel(app), "search/compare", { query: { q: preview?.state.q } })}>Compare live and draft</LinkButton>}
              {tunes && preview && preview.state.q !== "" && (
                <LinkButton to={screenPath(appLevel(app), "relevance-tests/new", { query: { value: preview.state.q } })}>Save as relevance test</LinkButton>
              )}
              <GatedLink gate={gate} to={toSave} label="Save this search" />
            </>
          )
        }
      />
      {missing !== null ? (
        <EmptyState title={`Requires the ${missing} permission`} action={<LinkButton to={screenPath(appLevel(app), "browse")}>Browse documents</LinkButton>}>
          The preview calls the server’s search API. Someone who manages users can add {missing} to your permissions.
        </EmptyState>
      ) : preview === null ? (
        <EmptyState title="This index is closed" action={<LinkButton to={screenPath(appLevel(app), "open")}>Open index</LinkButton>}>
          A closed index keeps its documents but cannot be searched.
        </EmptyState>
      ) : (
        <OpenPreview app={app} preview={preview} />
      )}
    </>
  );
}

/** The parameters that the form has controls for. */
const controls = ["q", "rows", "subFields", "fuzziness", "operator", "facets", "is", "from", "to", "highlight", "record"] as const;

function OpenPreview({ app, preview }: { app: string; preview: Shown }) {
  const here = useAddress(previewAddress(preview.usual), preview.state);
  const grades = new Map(preview.grades);
  const { results } = preview;
  const rows = (results.kind === "hits" ? results.rows : []).map(({ id, title }, at) => ({
    ...{ id, title: title.map(({ text }) => text).join(""), grade: grades.get(id) ?? null },
    remark: `place ${(here.state.page - 1) * here.state.size + at + 1}`,
  }));
  const searchable = preview.controls.searched.length > 0;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-6 gap-y-4 large:grid-cols-[230px_minmax(0,1fr)] large:grid-rows-[auto_1fr]">
      <AddressForm here={here} controls={controls} role="search" keepScroll className="contents">
        <div className="min-w-0 large:col-start-2 large:row-start-1">
          <SearchBox app={app} here={here} />
        </div>
        <SettingsFold here={here}>
          <Settings {...preview.controls} here={here} facets={<Facets here={here} facets={preview.facets} />} />
        </SettingsFold>
      </AddressForm>
      <div className="min-w-0 large:col-start-2 large:row-start-2">
        <ResultsPanel app={app} here={here} {...preview} sorts={preview.controls.sorts} searchable={searchable} />
        {rows.length > 0 && preview.grades && <GradePanel key={here.state.q} term={here.state.q} rows={rows} gate={preview.gate} />}
        <CallCard here={here} call={preview.call} />
      </div>
    </div>
  );
}

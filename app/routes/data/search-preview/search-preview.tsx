import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { FormBoundary } from "~/components/forms/form-boundary";
import { LinkButton } from "~/components/ui/button";
import { AddressForm } from "~/components/ui/filter/address-form";
import { useAddress } from "~/components/ui/filter/use-address";
import { EmptyState } from "~/components/ui/message/empty-state";
import { PageHeader } from "~/components/ui/page/page-header";
import { answerForm } from "~/server/form-action.server";
import { actionNames } from "~/lib/access-control/actions";
import { type Handle, titled } from "~/navigation/handle";
import { appLevel, screenPath } from "~/navigation/paths";
import { leaveLongAddress } from "~/server/redirect.server";
import { isForeignLink } from "~/server/security.server";
import { getGrades } from "~/services/search-relevance/grades/grades.server";
import { settle } from "~/services/platform/http/settle.server";
import { readHits } from "~/services/data/search/answer.server";
import { defaultSearchFields } from "~/services/data/search/fields";
import { rulesActed } from "~/services/search-relevance/visitors/acted.server";
import { requireIndex } from "~/services/indices/get.server";
import { listFields } from "~/services/indices/mappings/get.server";
import { requireScope } from "~/session/scope.server";
import { GradePanel } from "../../search-relevance/_parts/grade-panel";
import { gradeGate, gradingOf } from "../../search-relevance/_parts/grading.server";
import { Facets } from "../_parts/search/facets";
import { previewAddress } from "../_parts/search/preview-address";
import { maySearch, runSearch } from "../_parts/search/run.server";
import { previewActions } from "./_parts/actions";
import { CallCard } from "./_parts/call-card";
import { callText } from "./_parts/call-text.server";
import { panelsOf } from "./_parts/panels.server";
import { ResultsPanel } from "./_parts/results-panel";
import { SearchBox } from "./_parts/search-box";
import { SaveSearch } from "./_parts/save-search";
import { saveSearch, saveSearchConstraint } from "./_parts/save-search.server";
import { SAVE_SEARCH } from "./_parts/save-search-intent";
import { Settings, SettingsFold } from "./_parts/settings";
import { leavesFieldsOpen, readPreview, searchOf } from "./_parts/state";
import { previewSettings } from "./_parts/settings.server";
import { WhoseSettings } from "./_parts/whose-settings";

export const handle: Handle = { screen: "search-preview" };
export const meta = titled("Search preview");

/** Of a page without a search. */
const none = { preview: null, gate: null, constraint: null, tunes: false } as const;

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, previewActions, context);
  const row = await requireIndex(scope);
  if (!maySearch(scope)) return { ...none, app: row.name, missing: actionNames["search-relevancy"] };
  if (!row.open) return { ...none, app: row.name, missing: null };
  const fields = await listFields(scope, row.name);
  const settings = await previewSettings(scope, { index: row.name, request });
  const known = { fields, record: settings.record };
  const preview = readPreview(request, known);
  leaveLongAddress(request, preview.here);
  // What a link of another site asks for leaves nothing in the figures.
  const asked = { ...searchOf(preview, known), ...(isForeignLink(request) && { recorded: false }) };
  const run = await runSearch(scope, {
    ...{ index: row.name, search: asked, finish: settings.finish },
    fallback: defaultSearchFields(fields).map(({ path }) => path),
  });
  const { state } = preview.here;
  const hits = run.answer.ok ? readHits(run.answer.value, { from: asked.from }) : null;
  const acted = await rulesActed(scope, {
    ...{ index: row.name, asked, answer: run.answer.ok ? run.answer.value : {}, tried: settings.tried },
    hits: hits?.ok ? hits.value.hits : [],
  });
  const grading =
    state.grade === "on" && state.q !== "" ? await settle(getGrades(scope, { index: row.name, term: state.q })) : null;
  const call = await callText(scope, {
    tab: state.call || "request",
    index: row.name,
    request: run.request,
    fill: settings.fill,
    answer: run.answer,
  });
  return {
    app: row.name,
    missing: null,
    tunes: scope.can("search-relevancy"),
    gate: scope.may("stored-queries:write"),
    constraint: saveSearchConstraint,
    preview: {
      opens: scope.can("develop"),
      gates: scope.can("search-relevancy")
        ? { rules: scope.may("rules:write"), synonyms: scope.may("synonyms:write") }
        : null,
      grades: grading?.ok && grading.value ? [...grading.value] : null,
      gate: gradeGate(scope),
      state,
      usual: preview.usual,
      call,
      live: settings.live,
      isUnset: leavesFieldsOpen(known),
      draft: settings.draft,
      ...panelsOf({ preview, asked, fields, run, acted, isWeighed: settings.record !== null }),
    },
  };
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  const grading = gradingOf(args, { right: previewActions, screen: "search-preview" });
  return answerForm(args, {
    ...grading,
    run: ({ scope, form }) =>
      form.get("intent") === SAVE_SEARCH ? saveSearch({ request, scope, form }) : grading.run({ scope, form }),
  });
}

export { FormBoundary as ErrorBoundary };

type Shown = NonNullable<Awaited<ReturnType<typeof loader>>["preview"]>;

export default function SearchPreviewScreen() {
  const { app, preview, missing, gate, constraint, tunes } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const toSave = `${screenPath(appLevel(app), "search-preview", { rest: ["save"] })}${search}`;
  return (
    <>
      <PageHeader
        title="Search preview"
        actions={
          gate && (
            <>
              {tunes && (
                <LinkButton to={screenPath(appLevel(app), "search/compare", { query: { q: preview?.state.q } })}>
                  Compare live and draft
                </LinkButton>
              )}
              {tunes && preview && preview.state.q !== "" && (
                <LinkButton
                  to={screenPath(appLevel(app), "relevance-tests/new", { query: { value: preview.state.q } })}
                >
                  Save as relevance test
                </LinkButton>
              )}
            </>
          )
        }
      />
      {missing !== null ? (
        <EmptyState
          title={`Requires the ${missing} permission`}
          action={<LinkButton to={screenPath(appLevel(app), "browse")}>Browse documents</LinkButton>}
        >
          The preview calls the server’s search API. Someone who manages users can add {missing} to your permissions.
        </EmptyState>
      ) : preview === null ? (
        <EmptyState
          title="This index is closed"
          action={<LinkButton to={screenPath(appLevel(app), "open")}>Open index</LinkButton>}
        >
          A closed index keeps its documents but cannot be searched.
        </EmptyState>
      ) : (
        <OpenPreview app={app} preview={preview}>
          {gate && <SaveSearch editTo={toSave} constraint={constraint} gate={gate} />}
        </OpenPreview>
      )}
    </>
  );
}

/** The parameters that the form has controls for. */
const controls = [
  "q",
  "rows",
  "subFields",
  "fuzziness",
  "operator",
  "facets",
  "is",
  "from",
  "to",
  "highlight",
  "record",
  "with",
] as const;

/** `children`: what can be done with the search as a whole. */
function OpenPreview({ app, preview, children }: { app: string; preview: Shown; children: ReactNode }) {
  const here = useAddress(previewAddress(preview.usual), preview.state);
  const grades = new Map(preview.grades);
  const { results } = preview;
  const rows = (results.kind === "hits" ? results.rows : []).map(({ id, title }, at) => ({
    ...{ id, title: title.map(({ text }) => text).join(""), grade: grades.get(id) ?? null },
    remark: `place ${(here.state.page - 1) * here.state.size + at + 1}`,
  }));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-6 gap-y-4 large:grid-cols-[230px_minmax(0,1fr)] large:grid-rows-[auto_1fr]">
      <AddressForm here={here} controls={controls} role="search" keepScroll className="contents">
        <div className="min-w-0 large:col-start-2 large:row-start-1">
          <SearchBox app={app} here={here} />
        </div>
        <SettingsFold here={here}>
          <WhoseSettings app={app} here={here} live={preview.live} draft={preview.draft} isUnset={preview.isUnset} />
          <Settings {...preview.controls} here={here} facets={<Facets here={here} facets={preview.facets} />} />
        </SettingsFold>
      </AddressForm>
      <div className="min-w-0 large:col-start-2 large:row-start-2">
        <ResultsPanel app={app} here={here} {...preview} sorts={preview.controls.sorts} />
        {rows.length > 0 && preview.grades && (
          <GradePanel key={here.state.q} term={here.state.q} rows={rows} gate={preview.gate} />
        )}
        {children}
        <CallCard here={here} call={preview.call} />
      </div>
    </div>
  );
}

import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { StepTable, TokenTable } from "~/components/documents/token-table";
import { Button } from "~/components/ui/button";
import { AddressForm } from "~/components/ui/filter/address-form";
import { FilterSelect } from "~/components/ui/filter/filter-bar";
import { useAddress } from "~/components/ui/filter/use-address";
import { EmptyState } from "~/components/ui/message/empty-state";
import { ErrorPanel } from "~/components/ui/message/error-panel";
import { Remarks } from "~/components/ui/message/remarks";
import { PageHeader } from "~/components/ui/page/page-header";
import { ViewRequest } from "~/components/ui/request/view-request";
import { countOf } from "~/lib/values/numbers";
import { type Handle, titled } from "~/navigation/handle";
import { leaveLongAddress } from "~/server/redirect.server";
import { analyze } from "~/services/indices/analyze/analyze.server";
import { listAnalyzers } from "~/services/indices/analyze/analyzers.server";
import { shownRequest } from "~/services/platform/changes/shown.server";
import { apiPath } from "~/services/platform/http/path";
import { settle } from "~/services/platform/http/settle.server";
import { requireIndex } from "~/services/indices/get.server";
import { listFields } from "~/services/indices/mappings/get.server";
import { requireScope } from "~/session/scope.server";
import { analyzeAddress } from "./analyze-address";

/** A select with more fields than this helps nobody. */
const MOST_FIELDS = 1000;
const MOST_TOKENS = 500;

export const handle: Handle = { screen: "", crumbs: () => [{ label: "Analyze" }] };
export const meta = titled("Analyze");

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "develop", context);
  const here = analyzeAddress.at(request);
  leaveLongAddress(request, here);
  const { name } = await requireIndex(scope);
  const { text, field, analyzer, steps } = here.state;
  const json = { ...(analyzer !== "" ? { analyzer } : field !== "" ? { field } : {}), text };
  const [fields, analyzers, analysis] = await Promise.all([
    settle(listFields(scope, name)),
    settle(listAnalyzers(scope, name)),
    text === "" ? null : settle(analyze(scope, { index: name, json, steps })),
  ]);
  const texts = fields.ok
    ? fields.value
        .flatMap(({ path, type, subFields }) => [{ path, type }, ...subFields])
        .filter(({ type }) => /text|keyword/.test(type))
    : [];
  return {
    name,
    fields: texts.slice(0, MOST_FIELDS).map(({ path }) => path),
    analyzers: analyzers.ok ? analyzers.value : [],
    analysis: analysis?.ok
      ? {
          ...analysis,
          value: {
            ...analysis.value,
            tokens: analysis.value.tokens.slice(0, MOST_TOKENS),
            total: analysis.value.tokens.length,
          },
        }
      : analysis,
    request: shownRequest(scope, {
      request: { method: "POST", path: apiPath`/${name}/_analyze`, json: steps ? { ...json, explain: true } : json },
    }),
  };
}

export default function AnalyzeScreen() {
  const { name, fields, analyzers, analysis, request } = useLoaderData<typeof loader>();
  const here = useAddress(analyzeAddress);
  const { text, field, analyzer, steps } = here.state;
  // What an address names is offered too, known or not.
  const options = (known: readonly string[], chosen: string, first: string) => [
    { value: "", label: first },
    ...[...new Set([...(chosen === "" ? [] : [chosen]), ...known])].map((value) => ({ value, label: value })),
  ];
  return (
    <>
      <PageHeader
        title="Analyze"
        description={`How ${name} splits a text into the tokens that it stores and searches for.`}
      />
      <Remarks of={here.remarks} />
      <AddressForm here={here} controls={["text", "field", "analyzer", "steps"]} className="mb-5 max-w-form">
        <label htmlFor="analyze-text" className="block text-13 font-semibold">
          Text
        </label>
        <textarea
          id="analyze-text"
          name="text"
          key={text}
          defaultValue={text}
          rows={3}
          maxLength={3000}
          spellCheck={false}
          className="mb-3 mt-1 block w-full rounded border border-line-strong bg-surface px-2.5 py-1.5"
        />
        <div className="mb-3 flex flex-wrap items-center gap-2 text-13">
          <FilterSelect name="field" label="Field" defaultValue={field} options={options(fields, field, "Any field")} />
          <span className="text-muted">or</span>
          <FilterSelect
            name="analyzer"
            label="Analyzer"
            defaultValue={analyzer}
            options={options(analyzers, analyzer, "Analyzer of the field")}
          />
          <label className="flex items-center gap-1.5">
            <input type="checkbox" name="steps" value="1" defaultChecked={steps} className="h-4 w-4 accent-accent" />{" "}
            Show steps
          </label>
        </div>
        <Button tone="primary">Analyze</Button>
      </AddressForm>
      {analysis === null && (
        <EmptyState title="No text yet">
          <p>Enter a text as a document or a search has it, and choose a field or an analyzer.</p>
        </EmptyState>
      )}
      {analysis && !analysis.ok && <ErrorPanel failure={analysis.failure} title="The text could not be analyzed" />}
      {analysis?.ok && (
        <>
          {steps && <StepTable steps={analysis.value.steps} />}
          <h2 className="mb-3 text-16 font-bold">{countOf(analysis.value.total, "token")}</h2>
          <TokenTable tokens={analysis.value.tokens} total={analysis.value.total} text={text} />
          <div className="mt-4">
            <ViewRequest request={request} label="API request" />
          </div>
        </>
      )}
    </>
  );
}

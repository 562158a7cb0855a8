import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/forms/form-boundary";
import { FormEnd } from "~/components/forms/form-end";
import { ServerForm } from "~/components/forms/server-form";
import { useServerForm } from "~/components/forms/use-server-form";
import { useAddress } from "~/components/ui/filter/use-address";
import { EmptyState } from "~/components/ui/message/empty-state";
import { NotOffered } from "~/components/ui/message/not-offered";
import { Remarks } from "~/components/ui/message/remarks";
import { Name } from "~/components/ui/name";
import { PageHeader } from "~/components/ui/page/page-header";
import { PlainLink } from "~/components/ui/plain-link";
import type { Gate } from "~/lib/access-control/gate";
import { countOf, formatNumber, formatPercent } from "~/lib/values/numbers";
import { appLevel } from "~/navigation/paths";
import { searchDraw } from "./_parts/addresses";
import { openTests } from "./_parts/form/form.server";
import { FROM_SEARCHES } from "./_parts/intents";
import { answerSearches, loadSearches } from "./_parts/searches.server";
import { relevanceTests } from "./_parts/thing";

export const handle = relevanceTests.beside("From searches");
export const meta = relevanceTests.meta("From searches");

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { state } = searchDraw.at(request);
  const { scope, index } = await openTests(request, params, context);
  return { index, drawn: await loadSearches(scope, { index, ...state }), gate: scope.may("relevance:write") };
}

export async function action(args: ActionFunctionArgs) {
  return answerSearches(args);
}

const TITLE = "Tests from searches";

export default function TestsFromSearchesScreen() {
  const { index, drawn, gate } = useLoaderData<typeof loader>();
  const here = useAddress(searchDraw);
  if (drawn.state === "not-offered") return <NotOffered title={TITLE} lacks="has no analytics of searches" />;
  if (drawn.state === "no-right") {
    return (
      <>
        <PageHeader title={TITLE} />
        <EmptyState title="No analytics to draw from">
          <p>Queries come from analytics. The server has none, or you have no permission to see them.</p>
        </EmptyState>
      </>
    );
  }
  const choice = (state: Parameters<typeof here.href>[0], label: string, current: boolean) => (
    <PlainLink to={here.href(state)} className="link" aria-current={current ? "true" : undefined}>
      {label}
    </PlainLink>
  );
  const { results, each } = here.state;
  const isEmpty = drawn.parts.every(({ queries }) => queries === 0);
  return (
    <>
      <PageHeader
        title={TITLE}
        description="Queries of the last 30 days. Each ticked query becomes a test that expects results; grade them later."
      />
      <Remarks of={here.remarks} />
      <div className="mb-4 grid gap-2 text-13">
        <p className="flex flex-wrap gap-x-4 gap-y-1" role="group" aria-label="Results">
          {choice({ results: "" }, "All queries", results === "")}
          {choice({ results: "with" }, "With results", results === "with")}
          {choice({ results: "without" }, "Without results", results === "without")}
        </p>
        <p className="flex flex-wrap gap-x-4 gap-y-1" role="group" aria-label="Queries of each part">
          {choice({ each: "5" }, "5 of each", each === "5")}
          {choice({ each: "" }, "10", each === "")}
          {choice({ each: "25" }, "25", each === "25")}
          {choice({ each: "50" }, "50", each === "50")}
        </p>
        {drawn.capped && <p className="text-muted">Only the 1,000 most frequent queries were looked at.</p>}
      </div>
      {isEmpty ? (
        <EmptyState title="No such searches in the last 30 days" />
      ) : (
        <QueriesForm key={`${results}-${each}`} index={index} parts={drawn.parts} gate={gate} />
      )}
    </>
  );
}

type Shown = Extract<Awaited<ReturnType<typeof loadSearches>>, { state: "drawn" }>["parts"];

const LEGENDS = {
  head: "Head: the first third of all searches",
  middle: "Middle: the second third",
  tail: "Tail: the rest",
} as const;

function QueriesForm({ index, parts, gate }: { index: string; parts: Shown; gate: Gate }) {
  const { form, fields, busy } = useServerForm<{ query: string[] }>({ id: `searches-${index}`, intent: FROM_SEARCHES });
  return (
    <ServerForm form={form} intent={FROM_SEARCHES} labels={{ query: "Queries" }} className="max-w-form">
      {fields.query.errors && <p className="mb-2 text-13 text-bad">{fields.query.errors.join(" ")}</p>}
      {parts.map(({ part, queries, drawn }) => (
        <fieldset key={part} className="mb-5">
          <legend className="mb-1 text-16 font-bold">{LEGENDS[part]}</legend>
          <p className="text-13 text-muted">
            {formatNumber(drawn.length)} of {countOf(queries, "query", "queries")}
          </p>
          {drawn.map((one) => (
            <QueryBox key={one.query} {...one} />
          ))}
        </fieldset>
      ))}
      <FormEnd
        label="Save as tests"
        busyLabel="Saving…"
        busy={busy}
        gate={gate}
        cancelTo={relevanceTests.path(appLevel(index))}
      />
    </ServerForm>
  );
}

function QueryBox({ query, count, share, nothing, exists }: Shown[number]["drawn"][number]) {
  return (
    <label className="flex items-start gap-2 border-b border-line py-2 text-14">
      <input
        type="checkbox"
        name="query"
        value={query}
        defaultChecked={!exists}
        disabled={exists}
        className="mt-1 h-4 w-4 shrink-0 accent-accent"
      />
      <span className="min-w-0 text-13 text-muted">
        <Name className="block text-14 font-semibold text-ink">{query}</Name>
        {countOf(count, "search", "searches")}, {formatPercent(share)} of all
        {nothing > 0 && `, ${formatNumber(nothing)} without results`}
        {exists && ". A test exists already"}
      </span>
    </label>
  );
}

export { FormBoundary as ErrorBoundary };

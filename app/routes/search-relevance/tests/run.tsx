import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import { runSentence, TestResults } from "~/components/relevance/test-results";
import { LinkButton } from "~/components/ui/button";
import { useAddress } from "~/components/ui/filter/use-address";
import { EmptyState } from "~/components/ui/message/empty-state";
import { Notice } from "~/components/ui/message/notice";
import { Progress } from "~/components/ui/message/progress";
import { Remarks } from "~/components/ui/message/remarks";
import { PageHeader } from "~/components/ui/page/page-header";
import { PlainLink } from "~/components/ui/plain-link";
import { useReader } from "~/components/ui/reader";
import { Time } from "~/components/ui/time";
import { countOf, formatNumber } from "~/lib/values/numbers";
import { appLevel, screenPath } from "~/navigation/paths";
import { isForeignLink } from "~/server/security.server";
import { runOf } from "~/services/search-relevance/relevance-tests/runs/kept-runs.server";
import { viewOf } from "~/services/search-relevance/relevance-tests/runs/run-view";
import { testRun } from "./_parts/addresses";
import { FirstTests } from "./_parts/first-tests";
import { openTests } from "./_parts/form/form.server";
import { relevanceTests, testsFile } from "./_parts/thing";

/** How long the page waits before it shows how far the run is. */
const PATIENCE_MS = 1500;
const EVERY_MS = 1500;

export const handle = relevanceTests.beside("Run");
export const meta = relevanceTests.meta("Run");

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { scope, index } = await openTests(request, params, context);
  const { only, after } = testRun.at(request).state;
  // A link of another site must not make the server search.
  const gate = scope.may("relevance:write");
  if (isForeignLink(request)) return { index, gate, run: null, now: Date.now() };
  // A later moment would start a run at each load.
  const run = await runOf(scope, { index, after: Math.min(after, Date.now() - 1), patience: PATIENCE_MS });
  return { index, gate, run: viewOf(run, { only }), now: Date.now() };
}

export default function RunRelevanceTestsScreen() {
  const { index, run, now, gate } = useLoaderData<typeof loader>();
  const here = useAddress(testRun);
  const at = appLevel(index);
  const { lite } = useReader();
  const revalidator = useRevalidator();
  const isRunning = run?.state === "running";
  useEffect(() => {
    if (!isRunning || lite) return;
    const timer = setTimeout(() => revalidator.revalidate(), EVERY_MS);
    return () => clearTimeout(timer);
  });
  const again = relevanceTests.path(at, { page: "run", query: { after: now, only: here.state.only } });
  if (run === null || run.all === 0) {
    return (
      <>
        <PageHeader title="Run relevance tests" />
        {run === null ? (
          <EmptyState title="The tests were not run" action={<LinkButton to={here.href()}>Run tests</LinkButton>}>
            <p>The link came from another site.</p>
          </EmptyState>
        ) : (
          <EmptyState title="No relevance tests yet" action={<FirstTests at={at} gate={gate} />}>
            <p>Save a search with the documents that it must find, then run it on live settings and drafts.</p>
          </EmptyState>
        )}
      </>
    );
  }
  const refresh = <meta httpEquiv="refresh" content="2" />;
  const only = (value: "" | "worse" | "failing", label: string) => (
    <PlainLink
      to={here.href({ only: value })}
      className="link"
      aria-current={here.state.only === value ? "true" : undefined}
    >
      {label}
    </PlainLink>
  );
  return (
    <>
      <PageHeader
        title="Run relevance tests"
        description={
          isRunning ? undefined : (
            <>
              {runSentence(run)} Ran <Time value={run.at} />.
            </>
          )
        }
        actions={
          isRunning ? undefined : (
            <>
              <LinkButton to={relevanceTests.path(at, { page: "history" })}>History</LinkButton>
              <LinkButton to={again}>Run again</LinkButton>
            </>
          )
        }
      />
      <Remarks of={here.remarks} />
      {isRunning && (
        <>
          {lite ? refresh : <noscript>{refresh}</noscript>}
          <Progress label={`Ran ${formatNumber(run.done)} of ${countOf(run.all, "test")}`} share={run.done / run.all} />
        </>
      )}
      {run.state === "late" && (
        <Notice tone="warn">
          The time limit of 60 s was over after {countOf(run.done, "test")} of {formatNumber(run.all)}.
        </Notice>
      )}
      {run.state === "away" && (
        <Notice tone="bad">
          The search server stopped answering after {countOf(run.done, "test")} of {formatNumber(run.all)}. The others
          were not run.
        </Notice>
      )}
      {run.hasDraft && run.draft !== null && (
        <p className="mb-3 text-13 text-muted">
          {run.untried.length === 0
            ? "On the draft searches run with its settings, synonyms and rules."
            : `On the draft searches run with its settings. This server cannot try its ${run.untried.join(" and ")} before they are published.`}{" "}
          Changes that need a re-index show no effect before they are published.{" "}
          <PlainLink to={screenPath(at, "search/review")} className="link">
            Review and publish
          </PlainLink>
        </p>
      )}
      <p className="mb-3 flex flex-wrap gap-x-4 gap-y-1 text-13" role="group" aria-label="Show">
        {only("", `All expectations (${formatNumber(run.expectations)})`)}
        {only("failing", "What fails or got worse")}
        {run.hasDraft && only("worse", "What got worse")}
        <span className="grow" />
        <PlainLink to={testsFile(index, "run.json")} reload className="link">
          JSON
        </PlainLink>
        <PlainLink to={testsFile(index, "run.xml")} reload className="link">
          JUnit XML
        </PlainLink>
      </p>
      <TestResults
        rows={run.rows}
        hasDraft={run.hasDraft && run.draft !== null}
        toTest={(id) => relevanceTests.path(at, { id })}
        empty={
          here.state.only === ""
            ? "Nothing was run yet"
            : here.state.only === "worse"
              ? "Nothing got worse"
              : "Everything passes"
        }
      />
    </>
  );
}

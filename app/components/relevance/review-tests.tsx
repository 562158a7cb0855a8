import { LinkButton } from "~/components/ui/button";
import { Notice } from "~/components/ui/message/notice";
import { StatusBadge } from "~/components/ui/message/status-badge";
import { PlainLink } from "~/components/ui/plain-link";
import { Time } from "~/components/ui/time";
import { countOf, formatNumber } from "~/lib/values/numbers";
import { appLevel, screenPath } from "~/navigation/paths";
import type { RunView } from "~/services/search-relevance/relevance-tests/runs/run-view";
import { runSentence, TestResults } from "./test-results";

type ReviewTestsProps = {
  index: string;
  /** From `reviewTests`; null for an index without tests. */ run: RunView | null;
};

/** What relevance tests say of a draft before it is deployed. */
export function ReviewTests({ index, run }: ReviewTestsProps) {
  if (run === null) return null;
  const at = appLevel(index);
  const toRun = screenPath(at, "relevance-tests/run");
  const ran = run.done === run.all ? run.expectations : null;
  return (
    <section aria-labelledby="review-tests" className="mb-5">
      <div className="mb-2 flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h2 id="review-tests" className="text-16 font-bold">
          Relevance tests
        </h2>
        <p className="text-13 text-muted">
          {run.state === "running"
            ? `Ran ${formatNumber(run.done)} of ${countOf(run.all, "test")} so far.`
            : runSentence(run)}{" "}
          Started <Time value={run.at} />.
        </p>
        <span className="grow" />
        <PlainLink to={screenPath(at, "relevance-tests/run", { query: { after: run.at } })} className="link text-13">
          Run again
        </PlainLink>
      </div>
      {run.state === "away" && (
        <Notice tone="bad">The search server stopped answering. Some tests were not run.</Notice>
      )}
      <TestResults
        rows={run.rows}
        hasDraft={run.hasDraft}
        toTest={(id) => screenPath(at, "relevance-tests", { rest: [id] })}
        empty={run.done === 0 ? "No test has run yet" : "Nothing gets worse"}
        footer={
          <p className="flex flex-wrap items-center justify-between gap-2 px-3 py-2 text-13 text-muted">
            <span>
              {ran === null
                ? `${formatNumber(run.rows.length)} shown`
                : `${formatNumber(run.rows.length)} of ${countOf(ran, "expectation")}`}
            </span>
            <LinkButton to={toRun} tone="quiet">
              All results
            </LinkButton>
          </p>
        }
      />
    </section>
  );
}

/** Beside the button that deploys: how many tests the draft makes worse; nothing if it makes no test worse. */
export function WorseTests({ run }: Pick<ReviewTestsProps, "run">) {
  if (run === null || run.worse === 0) return null;
  return <StatusBadge tone="bad">{countOf(run.worse, "relevance test")} got worse</StatusBadge>;
}

import { PlainLink } from "~/components/ui/plain-link";
import { Time } from "~/components/ui/time";
import { countOf, formatNumber } from "~/lib/values/numbers";
import { appLevel, screenPath } from "~/navigation/paths";
import type { LiveVersion } from "~/services/search-relevance/deploy/live-version.server";
import type { LastResults } from "./facts.server";

type FactsProps = { index: string; version: LiveVersion | null; tests: LastResults | null };

/**
 * What is compared: the version that is live, and how the relevance tests of the index ended on both sides when they
 * were last run.
 */
export function Facts({ index, version, tests }: FactsProps) {
  const at = appLevel(index);
  return (
    <div className="mb-4 flex flex-wrap gap-x-6 gap-y-1 text-13 text-muted">
      <p>
        Live:{" "}
        {version === null ? (
          "no version was published from this console yet"
        ) : (
          <>
            {version.elsewhere && "changed elsewhere since "}
            <PlainLink to={screenPath(at, "search/versions", { rest: [String(version.number)] })} className="link">
              version {formatNumber(version.number)}
            </PlainLink>
            , published <Time value={version.at} />
          </>
        )}
      </p>
      {tests !== null && (
        <p>
          <PlainLink to={screenPath(at, "relevance-tests/run")} className="link">
            Relevance tests
          </PlainLink>
          : {tests.ran === 0 ? `${countOf(tests.tests, "test")}, not run yet` : <Passing tests={tests} />}
        </p>
      )}
    </div>
  );
}

function Passing({ tests: { ran, live, draft, at } }: { tests: LastResults }) {
  return (
    <>
      live passes {live} of {ran}
      {draft !== null && `, draft ${draft.passes} of ${draft.ran}`}, last run <Time value={at} />
    </>
  );
}

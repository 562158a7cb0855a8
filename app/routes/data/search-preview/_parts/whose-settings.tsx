import { Link } from "@remix-run/react";
import { PlainLink } from "~/components/ui/plain-link";
import { Time } from "~/components/ui/time";
import { formatNumber } from "~/lib/values/numbers";
import { appLevel, screenPath } from "~/navigation/paths";
import type { LiveVersion } from "~/services/search-relevance/deploy/live-version.server";
import { noOwnReading, type PreviewHere, readsOtherwise } from "../../_parts/search/preview-address";

type WhoseProps = {
  app: string;
  here: PreviewHere;
  live: LiveVersion | null;
  /** How many changes wait; null without a draft. */
  draft: number | null;
  /** The settings that the preview has name no fields: a search that names none itself is refused. */
  isUnset: boolean;
};

const segment = "flex-1 px-3 py-1.5 text-center text-13 no-underline";

/** Whose settings the search has: those that are live or those of the draft, and whether it deviates from them. */
export function WhoseSettings({ app, here, live, draft, isUnset }: WhoseProps) {
  const isDraft = here.state.with === "draft" && draft !== null;
  const deviates = readsOtherwise(here);
  const look = (current: boolean) =>
    `${segment} ${current ? "bg-selected font-semibold text-ink" : "link bg-surface hover:bg-sunken"}`;
  return (
    <section aria-labelledby="whose" className="mb-5">
      <h2 id="whose" className="mb-1 text-13 font-bold">
        Settings
      </h2>
      {draft !== null && (
        <div className="mb-1.5 flex overflow-hidden rounded border border-line-strong">
          <PlainLink
            to={here.href({ with: undefined })}
            keepScroll
            className={look(!isDraft)}
            aria-current={isDraft ? undefined : "true"}
          >
            Live
          </PlainLink>
          <PlainLink
            to={here.href({ with: "draft" })}
            keepScroll
            className={`${look(isDraft)} border-l border-line-strong`}
            aria-current={isDraft ? "true" : undefined}
          >
            Draft <span className="tabular-nums text-muted">{formatNumber(draft)}</span>
          </PlainLink>
        </div>
      )}
      <p className="text-12 text-muted">
        {isUnset && !deviates ? (
          <>
            {isDraft ? "The draft names no fields" : "No fields are published"}, so requests must send{" "}
            <code>dataField</code>. The preview searches the fields below.{" "}
            <Link to={screenPath(appLevel(app), isDraft ? "search" : "search/set-up")} className="link">
              {isDraft ? "Search settings" : "Set up search"}
            </Link>
          </>
        ) : deviates ? (
          <>
            Not as visitors search: fields, typos or matching differ from the {isDraft ? "draft" : "live settings"}.{" "}
            <Link to={here.href(noOwnReading)} preventScrollReset className="link">
              Back to {isDraft ? "the draft" : "live"}
            </Link>
          </>
        ) : isDraft ? (
          "As visitors will see it once the draft is published."
        ) : live === null || live.elsewhere ? (
          "As visitors see it."
        ) : (
          <>
            Version {formatNumber(live.number)}, published <Time value={live.at} />, as visitors see it.
          </>
        )}
      </p>
      {isDraft && <input type="hidden" name="with" value="draft" />}
    </section>
  );
}

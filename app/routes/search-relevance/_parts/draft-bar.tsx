import { LinkButton } from "~/components/ui/button";
import { countOf } from "~/lib/values/numbers";
import { appLevel, screenPath } from "~/navigation/paths";
import type { DraftSummary } from "~/services/search-relevance/draft/draft-summary";

type DraftBarProps = {
  index: string;
  draft: DraftSummary;
  /** In the bar of the form that changes the draft, beside its button: a page has one bar. */ inForm?: boolean;
};

/**
 * How many changes of an index wait, at the foot of the window; nothing where none does. Its room at the end of the
 * page is that of the style sheet.
 */
export function DraftBar({ index, draft, inForm = false }: DraftBarProps) {
  if (draft.total === 0) return null;
  const at = appLevel(index);
  return (
    <aside
      aria-label="Draft"
      className={
        inForm ? "flex min-w-0 flex-1 flex-wrap items-center justify-end gap-x-3 small:flex-nowrap" : "draft-bar"
      }
    >
      <p className="min-w-0 truncate text-13" title={draft.text}>
        <strong>{countOf(draft.total, "pending change")}</strong>{" "}
        {!inForm && <span className="hidden text-muted small:inline">{draft.text}</span>}
      </p>
      <div className="flex shrink-0 gap-1">
        <LinkButton to={screenPath(at, "search/discard")} tone="quiet">
          Discard…
        </LinkButton>
        <LinkButton to={screenPath(at, "search/compare")} tone="quiet" className="hidden small:inline-flex">
          Compare
        </LinkButton>
        <LinkButton to={screenPath(at, "search/review")}>Review</LinkButton>
      </div>
    </aside>
  );
}

import { Button, LinkButton } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { PageForm } from "~/components/ui/page/page-form";
import { type LevelRef, screenPath } from "~/navigation/paths";
import { SetUpSummary } from "~/components/relevance/set-up-summary";
import { SET_UP, type SetUpView } from "~/lib/search-relevance/set-up";

/** Offers to set up search of an index that came without settings, with what would be set. */
export function SetUpOffer({ view, at }: { view: SetUpView; at: LevelRef }) {
  const to = screenPath(at, "search/set-up");
  return (
    <div className="mb-6">
      <Card title="This index has no search settings">
        <p className="mb-2 mt-1 text-13 text-muted">
          Searches have to name their fields. Set them up, and the words alone are enough:
        </p>
        <SetUpSummary view={view} at={at} />
        <PageForm method="post" action={to} className="mt-3 flex flex-wrap gap-2">
          <input type="hidden" name="intent" value={SET_UP} />
          <Button tone="primary">Set up search</Button>
          <LinkButton to={to}>Change roles…</LinkButton>
        </PageForm>
      </Card>
    </div>
  );
}

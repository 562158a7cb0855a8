import { SettledPanel } from "~/components/ui/page/settled-panel";
import type { FirstHits } from "~/services/data/stored-queries/hits.server";
import type { PanelData } from "~/services/platform/http/settle.server";
import { HitList } from "./hit-list";

/** What a query finds with its own parameters. */
export function SampleHits({ of }: { of: PanelData<FirstHits | null> }) {
  return (
    <section aria-labelledby="sample">
      <h2 id="sample" className="mb-2 text-14 font-bold">
        First results
      </h2>
      <SettledPanel of={of} what="First results">
        {(hits) => <HitList of={hits} />}
      </SettledPanel>
    </section>
  );
}

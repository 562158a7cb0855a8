import type { ReactNode } from "react";
import { LinkButton } from "~/components/ui/button";
import { Name } from "~/components/ui/name";
import { Panel } from "~/components/ui/page/panel";
import { EMPTY_QUERY } from "~/lib/address/empty-query";
import { countOf } from "~/lib/values/numbers";
import { type LevelRef, screenPath } from "~/navigation/paths";
import type { PanelData } from "~/services/platform/http/settle.server";
import type { IndexCardsData } from "./index-cards.server";

type Terms = { key: string; count: number }[] | null;
type NextStepsProps = {
  of: IndexCardsData;
  /** The first searches without results. */ nothing: PanelData<Terms> | undefined;
  at: LevelRef;
};

/** What waits for somebody, each with the page that does it, most urgent first; nothing where nothing waits. */
export function NextSteps({ of: { pending }, nothing, at }: NextStepsProps) {
  const waits = pending !== undefined && pending.total > 0;
  return (
    <>
      {waits && (
        <Step
          title={`Publish ${countOf(pending.total, "pending change")}`}
          about={pending.text}
          shape="shape-info text-info"
          to={screenPath(at, "search/review")}
          label="Review"
        />
      )}
      {nothing && (
        <Panel of={nothing} waiting={null}>
          {(found) => found.ok && <NothingFound terms={found.value} at={at} />}
        </Panel>
      )}
    </>
  );
}

function NothingFound({ terms, at }: { terms: Terms; at: LevelRef }) {
  const named = (terms ?? []).filter(({ key }) => key !== EMPTY_QUERY).slice(0, 3);
  if (named.length === 0) return null;
  return (
    <Step
      title="Fix searches without results"
      about={named.map(({ key, count }) => `${key} (${countOf(count, "search", "searches")})`).join(", ")}
      shape="shape-bad text-bad"
      to={screenPath(at, "no-results-searches")}
      label="Fix"
    />
  );
}

type StepProps = { title: string; about: ReactNode; shape: string; to: string; label: string };

function Step({ title, about, shape, to, label }: StepProps) {
  return (
    <section className="mb-3 flex items-center justify-between gap-x-4 rounded border border-line p-3.5">
      <div className="min-w-0">
        <h2 className="text-14 font-bold">
          <span aria-hidden="true" className={`shape ${shape} mr-2`} />
          {title}
        </h2>
        <Name as="p" className="text-13 text-muted">
          {about}
        </Name>
      </div>
      <LinkButton to={to}>{label}</LinkButton>
    </section>
  );
}

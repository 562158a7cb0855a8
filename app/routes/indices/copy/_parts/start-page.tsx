import { ConfirmPage } from "~/components/forms/confirm-page";
import { FormFailure } from "~/components/forms/form-boundary";
import { LinkButton } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { EmptyState } from "~/components/ui/message/empty-state";
import { StatusBadge } from "~/components/ui/message/status-badge";
import { Name } from "~/components/ui/name";
import { PageHeader } from "~/components/ui/page/page-header";
import type { Gate } from "~/lib/access-control/gate";
import type { ShownRequest } from "~/lib/data/shown-request";
import { appLevel, screenPath } from "~/navigation/paths";
import type { Check } from "~/services/indices/reindex/checks.server";
import { copiesData, type CopyPlan } from "~/services/indices/reindex/plan";

type StartPageProps = {
  screen: "clone" | "reindex";
  name: string;
  /** The form that it came from, as it was filled in. */
  backTo: string;
  /** Whether the server keeps what is written while an index is re-indexed in place. */
  keepsWrites: boolean;
  /** Null where it is no longer kept. */
  plan: CopyPlan | null;
  checks: Check[];
  request: ShownRequest | null;
  gate: Gate;
};

const words = { good: "OK", warn: "Note", bad: "In the way" } as const;

/** The page before a re-index or clone starts: what it looked at, what will happen, what will be sent. */
export function StartPage({ screen, name, backTo, keepsWrites, plan, checks, request, gate }: StartPageProps) {
  const isClone = screen === "clone";
  if (plan === null) {
    return (
      <>
        <PageHeader title={isClone ? "Clone index" : "Re-index"} />
        <FormFailure />
        <EmptyState
          title="What you chose is no longer kept"
          action={<LinkButton to={screenPath(appLevel(name), screen)}>Choose again</LinkButton>}
        />
      </>
    );
  }
  const title = isClone
    ? `Clone ${name} into ${plan.target}?`
    : `Re-index ${name} ${plan.target === null ? "in place" : `into ${plan.target}`}?`;
  if (checks.some(({ tone }) => tone === "bad")) {
    return (
      <div className="max-w-form">
        <PageHeader title={title} />
        <Checks of={checks} tone="bad" />
        <LinkButton to={backTo} tone="primary">
          Change
        </LinkButton>
      </div>
    );
  }
  return (
    <ConfirmPage
      title={title}
      checks={<Checks of={checks} tone="good" />}
      consequencesTitle="What will happen"
      consequences={
        <Consequences
          plan={plan}
          keepsWrites={keepsWrites}
          dropsAliases={checks.some(({ key }) => key === "aliases")}
        />
      }
      intent={screen}
      tone="primary"
      request={request ?? undefined}
      gate={gate}
      submitLabel={isClone ? "Clone index" : "Re-index"}
      cancelTo={backTo}
      cancelLabel="Back"
    />
  );
}

function Checks({ of, tone }: { of: readonly Check[]; tone: "good" | "bad" }) {
  return (
    <Card title="Checks" className="mb-4" tone={tone}>
      <ul className="mt-1 grid gap-2">
        {of.map((check) => (
          <Name as="li" key={check.key}>
            <StatusBadge tone={check.tone}>{words[check.tone]}</StatusBadge> <strong>{check.label}</strong>:{" "}
            {check.detail}
          </Name>
        ))}
      </ul>
    </Card>
  );
}

const named = {
  mappings: "mappings",
  settings: "settings",
  data: "documents",
  search_relevancy: "search relevance settings",
  synonyms: "synonyms",
} as const;

type ConsequencesProps = { plan: CopyPlan; keepsWrites: boolean; dropsAliases: boolean };

function Consequences({ plan, keepsWrites, dropsAliases }: ConsequencesProps) {
  const { source, target, action, include, exclude } = plan;
  const parts = action.length === 0 ? "Mappings, settings and documents" : action.map((part) => named[part]).join(", ");
  return (
    <ul className="mt-1 list-disc pl-5">
      {target === null ? (
        <>
          <li>A new index is filled and takes the name {source}; the old one is deleted when the copy is complete.</li>
          <li>{dropsAliases ? "" : "Aliases are kept. "}Searches go on meanwhile.</li>
          <li>
            {keepsWrites
              ? `Writes to ${source} go on and are copied too; at the end they wait for up to two seconds.`
              : `What is written to ${source} meanwhile is lost on this server: pause imports and other writes.`}
          </li>
        </>
      ) : (
        <li>
          {parts.charAt(0).toUpperCase()}
          {parts.slice(1)} go into <strong>{target}</strong>; {source} stays as it is.
        </li>
      )}
      {include.length > 0 && <li>Only these fields of the documents: {include.join(", ")}</li>}
      {exclude.length > 0 && <li>Left out of the documents: {exclude.join(", ")}</li>}
      {copiesData(plan) && (
        <li>It runs as a job, which can be cancelled{target === null ? `: ${source} then stays as it is` : ""}.</li>
      )}
    </ul>
  );
}

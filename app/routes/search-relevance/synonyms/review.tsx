import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ConfirmPage } from "~/components/forms/confirm-page";
import { parseConfirmation } from "~/components/forms/confirmation.server";
import { FormBoundary, FormFailure } from "~/components/forms/form-boundary";
import { formReply } from "~/components/forms/reply.server";
import { Button, LinkButton } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { EmptyState } from "~/components/ui/message/empty-state";
import { Name } from "~/components/ui/name";
import { PageHeader } from "~/components/ui/page/page-header";
import { answerForm } from "~/server/form-action.server";
import { countOf, formatNumber } from "~/lib/values/numbers";
import { appLevel, screenPath } from "~/navigation/paths";
import { holds } from "~/lib/access-control/product";
import { shownRequest } from "~/services/platform/changes/shown.server";
import { removeDraft } from "~/services/platform/store/draft-store.server";
import { toSetSynonyms } from "~/services/search-relevance/synonyms/change.server";
import { SYNONYMS_WAITING, withWaiting } from "~/services/search-relevance/draft/waiting";
import { isIdle } from "~/services/search-relevance/synonyms/merge";
import { requireScope } from "~/session/scope.server";
import { redirectWithFlash } from "~/sessions.server";
import { planOfDraft, shownOf } from "./_parts/draft.server";
import { SAVE, TO_DRAFT } from "./_parts/intents";
import { TryPanel } from "./_parts/try-panel";
import { canTry, tried } from "./_parts/tried.server";
import { addToDraft, planned, publishGroups } from "./_parts/waiting.server";
import { tryAddress } from "./_parts/addresses";
import { synonyms } from "./_parts/thing";
import { WordGroup } from "./_parts/word-group";

export const handle = synonyms.beside("Review");
export const meta = synonyms.meta("Review");

type Draft = NonNullable<Awaited<ReturnType<typeof planOfDraft>>["draft"]>;
const changeOf = ({ name, draft: { plan, edits } }: { name: string; draft: Draft }) =>
  toSetSynonyms({ index: name, verb: edits === null ? "add" : "update", before: plan.before, after: plan.after });

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, synonyms, context);
  const { name, waiting, draft } = await planOfDraft(scope, request);
  const gate = scope.may("synonyms:write");
  if (draft === undefined) return { name, gate, review: null };
  const { plan, problems, left, edits } = draft;
  const suggested = (plan.added[0] ?? plan.merged[0]?.into ?? "").split(/,|=>/)[0]?.trim() ?? "";
  // The first word is tried at once: what the groups do is seen before anything is pressed.
  const q = tryAddress.at(request).state.q || suggested;
  const values = withWaiting({}, SYNONYMS_WAITING, planned(waiting, plan));
  const removed = plan.before.filter(({ id }) => !plan.after.some((one) => one.id === id));
  return {
    name,
    gate,
    review: {
      idle: isIdle(plan),
      edited: edits === null ? null : (plan.before.find(({ id }) => id === edits)?.expression ?? null),
      added: { count: plan.added.length, items: shownOf(plan.added) },
      merged: {
        count: plan.merged.length,
        items: shownOf(plan.merged).map(({ into, of }) => ({ into, of: of.slice(0, 10), count: of.length })),
      },
      removed: removed.length,
      unchanged: plan.unchanged,
      left: { count: left + plan.tooLong.length, items: problems, tooLong: shownOf(plan.tooLong) },
      // What waits already is published with the rest of the draft.
      waits: waiting.size,
      drafts: scope.can("search-relevancy"),
      actsAtOnce: holds(scope.identity.product, "kept-synonyms"),
      request: isIdle(plan) || waiting.size > 0 ? null : shownRequest(scope, changeOf({ name, draft })),
      draftId: draft.id,
      tries: canTry(scope),
      tried: isIdle(plan) ? null : await tried(scope, { index: name, q, values }),
      suggested,
    },
  };
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  return answerForm(args, {
    right: synonyms,
    what: "The synonyms were not saved.",
    run: async ({ scope, form }) => {
      const submission = parseConfirmation(form);
      const { name, waiting, draft } = await planOfDraft(scope, request);
      if (draft === undefined || isIdle(draft.plan))
        return formReply(submission, { intent: SAVE, formErrors: ["There is nothing to save any more."] });
      const at = appLevel(name);
      const isForDraft = form.get("to") === TO_DRAFT || waiting.size > 0;
      if (isForDraft && (await addToDraft(scope, name, draft.plan))) {
        removeDraft(scope, draft.id);
        return redirectWithFlash({
          request,
          to: screenPath(at, "search/review"),
          text: "Added to your draft. Nothing is published yet.",
        });
      }
      const changed = await publishGroups(scope, changeOf({ name, draft }), { index: name, plan: draft.plan });
      removeDraft(scope, draft.id);
      const text = holds(scope.identity.product, "kept-synonyms")
        ? "Synonyms published. Searches use them now."
        : "Synonyms saved. Searches use them once they are published.";
      return redirectWithFlash({ request, to: synonyms.path(at), text, changed });
    },
  });
}

export default function ReviewSynonymsScreen() {
  const { name, gate, review } = useLoaderData<typeof loader>();
  const backTo = synonyms.path(appLevel(name));
  if (review === null || review.idle) {
    return (
      <>
        <PageHeader title="Review synonyms" />
        <FormFailure />
        {review && <LeftOut {...review.left} />}
        <EmptyState
          title={review === null ? "Your changes have expired" : "Nothing changes"}
          action={<LinkButton to={backTo}>Back to the list</LinkButton>}
        >
          {review !== null && review.unchanged > 0 && <p>{countOf(review.unchanged, "group")} there already.</p>}
        </EmptyState>
      </>
    );
  }
  const { edited, added, merged, removed, unchanged, left, request, waits, drafts, actsAtOnce } = review;
  return (
    <ConfirmPage
      title="Review synonyms"
      checks={
        <>
          <LeftOut {...left} />
          {review.tries && (
            <TryPanel
              suggested={review.suggested}
              result={review.tried}
              keep={{ draft: review.draftId }}
              labels={{ draft: "With these groups" }}
            />
          )}
        </>
      }
      consequencesTitle={actsAtOnce ? "What will be published" : "What will be saved"}
      consequences={
        <>
          {edited !== null && (
            <p className="mb-1">
              In place of <WordGroup expression={edited} />
            </p>
          )}
          <Section title={countOf(added.count, "new group")} count={added.count}>
            {added.items.map((expression) => (
              <li key={expression} className="mb-1">
                <WordGroup expression={expression} />
              </li>
            ))}
          </Section>
          <Section title={`${countOf(merged.count, "group")} merged, because they share words`} count={merged.count}>
            {merged.items.map(({ into, of, count }) => (
              <li key={into}>
                <WordGroup expression={into} /> from {of.join("; ")}
                {count > of.length && ` and ${formatNumber(count - of.length)} more`}
              </li>
            ))}
          </Section>
          {removed > 0 && <p>{countOf(removed, "group")} deleted, with their words in others.</p>}
          {unchanged > 0 && <p>{countOf(unchanged, "group")} there already.</p>}
          {waits > 0 && <p>Your draft has other groups: these are added to it, and published together with them.</p>}
          {waits === 0 && actsAtOnce && <p>They act on searches at once. No field has to be changed.</p>}
        </>
      }
      intent={SAVE}
      tone="primary"
      request={request ?? undefined}
      gate={gate}
      submitLabel={waits > 0 ? "Add to draft" : actsAtOnce ? "Publish synonyms" : "Save synonyms"}
      buttons={
        waits === 0 &&
        drafts && (
          <Button name="to" value={TO_DRAFT}>
            Add to draft
          </Button>
        )
      }
      cancelTo={backTo}
    />
  );
}

function Section({ title, count, children }: { title: string; count: number; children: readonly React.ReactNode[] }) {
  if (count === 0) return null;
  return (
    <div className="mb-2">
      <p className="font-semibold">{title}</p>
      <Name as="ul" className="list-disc pl-5">
        {children}
        {count > children.length && <li>and {formatNumber(count - children.length)} more</li>}
      </Name>
    </div>
  );
}

type LeftOutProps = {
  count: number;
  items: readonly { line: number; text: string; problem: string }[];
  tooLong: readonly string[];
};

/** Lines that will not be saved, with the reason. */
function LeftOut({ count, items, tooLong }: LeftOutProps) {
  if (count === 0) return null;
  return (
    <Card title={`${countOf(count, "line is", "lines are")} left out`} tone="warn" className="mb-4">
      <Name as="ul" className="mt-1 list-disc pl-5">
        {items.map(({ line, text, problem }) => (
          <li key={line}>
            Line {line}, “{text}”: {problem}
          </li>
        ))}
        {tooLong.map((expression) => (
          <li key={expression}>
            “{expression.slice(0, 120)}”: merged with the groups that share its words it would be too long.
          </li>
        ))}
        {count > items.length + tooLong.length && (
          <li>and {formatNumber(count - items.length - tooLong.length)} more</li>
        )}
      </Name>
    </Card>
  );
}

export { FormBoundary as ErrorBoundary };

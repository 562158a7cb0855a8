import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { parseConfirmation } from "~/components/forms/confirmation.server";
import { formReply } from "~/components/forms/reply.server";
import { FormBoundary, FormFailure } from "~/components/detail-kit";
import { ConfirmPage } from "~/components/form-kit";
import { Card, EmptyState, LinkButton, PageHeader } from "~/components/kit";
import { answerForm } from "~/form-action.server";
import { countOf, formatNumber } from "~/lib/numbers";
import type { Handle } from "~/navigation/handle";
import { appLevel } from "~/navigation/paths";
import { permissionsOf } from "~/navigation/sections";
import { change } from "~/services/changes/change.server";
import { shownRequest } from "~/services/changes/shown.server";
import { removeDraft } from "~/services/store/draft-store.server";
import { toSetSynonyms } from "~/services/synonyms/change.server";
import { isIdle } from "~/services/synonyms/merge";
import { requireScope } from "~/session/scope.server";
import { redirectWithFlash } from "~/sessions.server";
import { planOfDraft, shownOf } from "./_parts/draft.server";
import { SAVE } from "./_parts/intents";
import { crumb, synonymsPath, synonymsTitle } from "./_parts/screen";

export const handle: Handle = { screen: "synonyms", crumbs: crumb("Review") };
export const meta: MetaFunction = ({ params }) => [{ title: synonymsTitle(params, "Review") }];

type Draft = NonNullable<Awaited<ReturnType<typeof planOfDraft>>["draft"]>;
const changeOf = ({ name, draft: { plan, edits } }: { name: string; draft: Draft }) =>
  toSetSynonyms({ index: name, verb: edits === null ? "add" : "update", before: plan.before, after: plan.after });

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, permissionsOf("synonyms"), context);
  const { name, draft } = await planOfDraft(scope, request);
  const gate = scope.may("synonyms:write");
  if (draft === undefined) return { name, gate, review: null };
  const { plan, problems, left, edits } = draft;
  const removed = plan.before.filter(({ id }) => !plan.after.some((one) => one.id === id));
  return {
    name,
    gate,
    review: {
      idle: isIdle(plan),
      edited: edits === null ? null : (plan.before.find(({ id }) => id === edits)?.expression ?? null),
      added: { count: plan.added.length, items: shownOf(plan.added) },
      merged: { count: plan.merged.length, items: shownOf(plan.merged).map(({ into, of }) => ({ into, of: of.slice(0, 10), count: of.length })) },
      removed: removed.length,
      unchanged: plan.unchanged,
      left: { count: left + plan.tooLong.length, items: problems, tooLong: shownOf(plan.tooLong) },
      request: isIdle(plan) ? null : shownRequest(scope, changeOf({ name, draft })),
    },
  };
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  return answerForm(args, {
    right: permissionsOf("synonyms"),
    what: "The synonyms were not saved.",
    run: async ({ scope, form }) => {
      const submission = parseConfirmation(form);
      const { name, draft } = await planOfDraft(scope, request);
      if (draft === undefined || isIdle(draft.plan)) return formReply(submission, { intent: SAVE, formErrors: ["There is nothing to save any more."] });
      const changed = await change(scope, changeOf({ name, draft }));
      removeDraft(scope, draft.id);
      return redirectWithFlash({ request, to: synonymsPath(appLevel(name)), text: "Synonyms saved. Searches use them once they are applied.", changed });
    },
  });
}

export default function ReviewSynonymsScreen() {
  const { name, gate, review } = useLoaderData<typeof loader>();
  const backTo = synonymsPath(appLevel(name));
  if (review === null || review.idle) {
    return (
      <>
        <PageHeader title="Review synonyms" />
        <FormFailure />
        {review && <LeftOut {...review.left} />}
        <EmptyState
          title={review === null ? "What you wrote is no longer kept" : "Nothing changes"}
          action={<LinkButton to={backTo}>Back to the list</LinkButton>}
        >
          {review !== null && review.unchanged > 0 && <p>{countOf(review.unchanged, "group")} there already.</p>}
        </EmptyState>
      </>
    );
  }
  const { edited, added, merged, removed, unchanged, left, request } = review;
  return (
    <ConfirmPage
      title="Review synonyms"
      checks={<LeftOut {...left} />}
      consequencesTitle="What will be saved"
      consequences={
        <>
          {edited !== null && (
            <p className="[overflow-wrap:anywhere]">
              In place of <strong>{edited}</strong>
            </p>
          )}
          <Section title={countOf(added.count, "new group")} count={added.count}>
            {added.items.map((expression) => (
              <li key={expression}>{expression}</li>
            ))}
          </Section>
          <Section title={`${countOf(merged.count, "group")} merged, because they share words`} count={merged.count}>
            {merged.items.map(({ into, of, count }) => (
              <li key={into}>
                <strong>{into}</strong> from {of.join("; ")}
                {count > of.length && ` and ${formatNumber(count - of.length)} more`}
              </li>
            ))}
          </Section>
          {removed > 0 && <p>{countOf(removed, "group")} deleted, with their words in others.</p>}
          {unchanged > 0 && <p>{countOf(unchanged, "group")} there already.</p>}
        </>
      }
      intent={SAVE}
      tone="primary"
      request={request ?? undefined}
      gate={gate}
      submitLabel="Save synonyms"
      cancelTo={backTo}
    />
  );
}

function Section({ title, count, children }: { title: string; count: number; children: readonly React.ReactNode[] }) {
  if (count === 0) return null;
  return (
    <div className="mb-2">
      <p className="font-semibold">{title}</p>
      <ul className="list-disc pl-5 [overflow-wrap:anywhere]">
        {children}
        {count > children.length && <li>and {formatNumber(count - children.length)} more</li>}
      </ul>
    </div>
  );
}

type LeftOutProps = { count: number; items: readonly { line: number; text: string; problem: string }[]; tooLong: readonly string[] };

/** Lines that will not be saved, with the reason. */
function LeftOut({ count, items, tooLong }: LeftOutProps) {
  if (count === 0) return null;
  return (
    <Card title={`${countOf(count, "line is", "lines are")} left out`} tone="warn" className="mb-4">
      <ul className="mt-1 list-disc pl-5 [overflow-wrap:anywhere]">
        {items.map(({ line, text, problem }) => (
          <li key={line}>
            Line {line}, “{text}”: {problem}
          </li>
        ))}
        {tooLong.map((expression) => (
          <li key={expression}>“{expression.slice(0, 120)}”: merged with the groups that share its words it would be too long.</li>
        ))}
        {count > items.length + tooLong.length && <li>and {formatNumber(count - items.length - tooLong.length)} more</li>}
      </ul>
    </Card>
  );
}

export { FormBoundary as ErrorBoundary };

import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ChoiceField } from "~/components/forms/field";
import { FormBoundary, FormFailure } from "~/components/forms/form-boundary";
import { FormEnd } from "~/components/forms/form-end";
import { formReply } from "~/components/forms/reply.server";
import { ServerForm } from "~/components/forms/server-form";
import { useServerForm } from "~/components/forms/use-server-form";
import { LinkButton } from "~/components/ui/button";
import { EmptyState } from "~/components/ui/message/empty-state";
import { Notice } from "~/components/ui/message/notice";
import { PageHeader } from "~/components/ui/page/page-header";
import { answerForm } from "~/server/form-action.server";
import { type Handle, titled } from "~/navigation/handle";
import { appLevel, screenPath } from "~/navigation/paths";
import { requireScope } from "~/session/scope.server";
import { PartsView } from "./_parts/parts-view";
import { applyKept, applySchema, loadReview } from "./_parts/review.server";
import { APPLY, partLabels } from "./_parts/words";

export const handle: Handle = {
  screen: "search",
  crumbs: ({ at }) => [{ label: "Settings file", to: screenPath(at, "search/file") }, { label: "Review" }],
};
export const meta = titled("Review settings file");

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  return loadReview(await requireScope(request, params, { screen: "search" }, context), request);
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  return answerForm(args, {
    right: { screen: "search" },
    what: "Nothing was changed.",
    run: async ({ scope, form }) => {
      const submission = parseWithZod(form, { schema: applySchema });
      if (submission.status !== "success") return formReply(submission, { intent: APPLY });
      return applyKept(scope, { request, ...submission.value });
    },
  });
}

type Review = Awaited<ReturnType<typeof loadReview>>;

export default function ReviewSettingsFileScreen() {
  const review = useLoaderData<typeof loader>();
  const at = appLevel(review.index);
  const back = screenPath(at, "search/file");
  if (review.state !== "ready") {
    return (
      <>
        <PageHeader title="Review settings file" />
        <FormFailure />
        <EmptyState
          title={review.state === "gone" ? "The file is no longer kept" : "The file cannot be applied"}
          action={<LinkButton to={back}>Choose a file</LinkButton>}
        >
          {review.state === "refused" && <p>{review.reason}</p>}
        </EmptyState>
      </>
    );
  }
  const { index, id, from, of, parts, changed, unread } = review;
  return (
    <>
      <PageHeader
        title="Review settings file"
        description={`What ${from} would change of ${index}.`}
        actions={
          changed.includes("settings") ? (
            <LinkButton to={screenPath(at, "search/copy-from", { query: { draft: id } })}>
              Take settings into the draft…
            </LinkButton>
          ) : undefined
        }
      />
      {of !== index && (
        <Notice tone="info">
          It is about the index {of}. Conditions of its rules will name {index}; nothing else is renamed.
        </Notice>
      )}
      {unread.length > 0 && (
        <Notice tone="warn">Not compared, because the server does not give you access: {unread.join(", ")}.</Notice>
      )}
      <PartsView parts={parts} />
      {changed.length === 0 ? (
        <EmptyState title="Nothing changes" action={<LinkButton to={back}>Settings file</LinkButton>}>
          <p>{index} has all of it already.</p>
        </EmptyState>
      ) : (
        <ApplyForm review={review} back={back} />
      )}
    </>
  );
}

function ApplyForm({ review, back }: { review: Extract<Review, { state: "ready" }>; back: string }) {
  const { index, version, changed, offered, gate } = review;
  const { form, fields, busy } = useServerForm<{ parts: string[] }>({
    id: `apply-${index}`,
    intent: APPLY,
    defaultValue: { parts: offered },
  });
  return (
    <ServerForm form={form} intent={APPLY} labels={{ parts: "Parts to apply" }} className="max-w-form">
      <input type="hidden" name="version" value={version} />
      <ChoiceField
        field={fields.parts}
        label="Parts to apply"
        hint="Each change is sent alone and can be undone from the list of changes. It stops at the first that is refused."
        options={changed.map((part) => ({ value: part, label: partLabels[part], disabled: !offered.includes(part) }))}
        multiple
      />
      <FormEnd label="Apply" busyLabel="Applying…" busy={busy} gate={gate} cancelTo={back} />
    </ServerForm>
  );
}

export { FormBoundary as ErrorBoundary };

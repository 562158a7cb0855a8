import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary, ViewRequest } from "~/components/detail-kit";
import { FormEnd, ServerForm, useServerForm } from "~/components/form-kit";
import { formReply, unknownIntent } from "~/components/forms/reply.server";
import { Card, EmptyState, LinkButton, Notice, PageHeader } from "~/components/kit";
import { NotOffered } from "~/components/ui/message/not-offered";
import { answerForm, failed } from "~/form-action.server";
import { countOf } from "~/lib/numbers";
import type { Handle } from "~/navigation/handle";
import { appLevel, screenPath } from "~/navigation/paths";
import { permissionsOf } from "~/navigation/sections";
import { change } from "~/services/changes/change.server";
import { keepDraft, removeDraft } from "~/services/relevance/draft-store.server";
import { rebased } from "~/services/relevance/draft";
import { toSaveRelevance } from "~/services/relevance/settings.server";
import { sectionsWith } from "~/services/relevance/declared";
import { requireScope } from "~/session/scope.server";
import { redirectWithFlash } from "~/sessions.server";
import { ChangesTable } from "./_parts/review";
import { loadReview, reviewOf, reviewSchema, shownVersion } from "./_parts/review.server";

const DEPLOY = "deploy";
const DISCARD = "discard-draft";
const KEEP = "keep-other-changes";

export const handle: Handle = { screen: "search", crumbs: () => [{ label: "Review and deploy" }] };
export const meta: MetaFunction = ({ params }) => [{ title: `Review and deploy · ${params["appName"]}` }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  return loadReview(await requireScope(request, params, permissionsOf("search"), context));
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  const what = "The draft was not deployed. Your changes are kept.";
  return answerForm(args, {
    right: permissionsOf("search"),
    what,
    run: async ({ scope, form }) => {
      const submission = parseWithZod(form, { schema: reviewSchema });
      const intent = form.get("intent");
      if (submission.status !== "success") return formReply(submission, { intent: DEPLOY });
      const { index, stored, draft } = await reviewOf(scope);
      const here = screenPath(scope, "search/review");
      switch (intent) {
        case DISCARD:
          removeDraft(scope, index);
          return redirectWithFlash({ request, to: screenPath(scope, "search"), text: "Draft discarded." });
        case KEEP:
          if (stored && draft) keepDraft(scope, index, rebased(draft, stored));
          return redirectWithFlash({ request, to: here, text: "The draft is now based on what is deployed." });
        case DEPLOY: {
          if (!stored || !draft) return redirectWithFlash({ request, to: here, kind: "bad", text: "Nothing to deploy: the draft is no longer there." });
          // What was confirmed is what the page showed, and not a later draft of another tab.
          if (submission.value.version !== shownVersion(stored, draft) || draft.version !== stored.version) {
            return redirectWithFlash({ request, to: here, kind: "bad", text: "Not deployed: the settings or the draft were changed in the meantime." });
          }
          let changed;
          try {
            changed = await change(scope, toSaveRelevance({ index, before: stored, sections: sectionsWith(stored.record, draft.values) }));
          } catch (error) {
            return failed(error, submission, {
              intent: DEPLOY,
              what,
              words: { 409: "Somebody changed the settings in the meantime. Load this page again to see them." },
            });
          }
          removeDraft(scope, index);
          return redirectWithFlash({ request, to: screenPath(scope, "search"), text: "Settings deployed. They apply to the next search.", changed });
        }
        default:
          throw unknownIntent(intent);
      }
    },
  });
}

export default function ReviewRelevanceScreen() {
  const review = useLoaderData<typeof loader>();
  const deploy = useServerForm<{ version: string }>({ id: "deploy-relevance", intent: DEPLOY });
  const keep = useServerForm<{ version: string }>({ id: "keep-relevance", intent: KEEP });
  const discard = useServerForm<{ version: string }>({ id: "discard-relevance", intent: DISCARD });
  if (review.state === "not-offered") return <NotOffered title="Review and deploy" lacks="has no relevance settings" />;
  const back = screenPath(appLevel(review.index), "search");
  if (review.state === "none") {
    return (
      <>
        <PageHeader title="Review and deploy" />
        <EmptyState title="No changes wait" action={<LinkButton to={back}>Search settings</LinkButton>} />
      </>
    );
  }
  const { changes, theirs, kept, request, gate, version } = review;
  return (
    <>
      <PageHeader
        title="Review and deploy"
        actions={<LinkButton to={screenPath(appLevel(review.index), "search/compare")}>Compare live and draft</LinkButton>}
      />
      <ChangesTable caption={`Changes of the draft for ${review.index}`} changes={changes} />
      {review.state === "ready" ? (
        <>
          <Card title="What will happen" className="mb-4">
            <p>The settings are saved. They apply to the next search; documents and mapping stay as they are.</p>
          </Card>
          <ServerForm form={deploy.form} intent={DEPLOY}>
            <input type="hidden" name="version" value={version} />
            <ViewRequest request={request} />
            <FormEnd label={`Deploy ${countOf(changes.length, "change")}`} busyLabel="Deploying…" busy={deploy.busy} gate={gate} cancelTo={back} />
          </ServerForm>
        </>
      ) : (
        <>
          <Notice tone="warn">The settings were changed since you started this draft. Deploying it would overwrite that, so it is off.</Notice>
          <ChangesTable caption="Changed in the meantime" changes={theirs} />
          <ServerForm form={keep.form} intent={KEEP}>
            <p className="mb-3">
              {kept === 0
                ? "All of your changes are to settings that were changed."
                : `${countOf(kept, "change")} of yours can stay. Where both changed a setting, the deployed value stays.`}
            </p>
            <FormEnd label="Keep the other changes" busy={keep.busy} cancelTo={back} />
          </ServerForm>
        </>
      )}
      <ServerForm form={discard.form} intent={DISCARD} className="mt-6">
        <FormEnd label="Discard draft" busy={discard.busy} tone="danger" />
      </ServerForm>
    </>
  );
}

export { FormBoundary as ErrorBoundary };

import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { TextField } from "~/components/forms/field";
import { FormBoundary, FormFailure } from "~/components/forms/form-boundary";
import { FormEnd } from "~/components/forms/form-end";
import { formReply, unknownIntent } from "~/components/forms/reply.server";
import { ServerForm } from "~/components/forms/server-form";
import { useServerForm } from "~/components/forms/use-server-form";
import { ChangesTable } from "~/components/relevance/changes-table";
import { ReviewTests, WorseTests } from "~/components/relevance/review-tests";
import { LinkButton } from "~/components/ui/button";
import { useAddress } from "~/components/ui/filter/use-address";
import { EmptyState } from "~/components/ui/message/empty-state";
import { NotOffered } from "~/components/ui/message/not-offered";
import { Notice } from "~/components/ui/message/notice";
import { PageHeader } from "~/components/ui/page/page-header";
import { CodeBlock } from "~/components/ui/request/code-block";
import { answerForm, failed } from "~/server/form-action.server";
import { KEPT } from "~/lib/messages/kept";
import { countOf } from "~/lib/values/numbers";
import { type Handle, titled } from "~/navigation/handle";
import { appLevel, screenPath } from "~/navigation/paths";
import { reviewTests } from "~/services/search-relevance/relevance-tests/review.server";
import { deployDraft } from "~/services/search-relevance/deploy/deploy.server";
import { checkDeploy, type Deploying } from "~/services/search-relevance/deploy/deploying.server";
import { keepDraft } from "~/services/search-relevance/draft/draft-store.server";
import { requireScope, type Scope } from "~/session/scope.server";
import { redirectWithFlash } from "~/sessions.server";
import { ChangesFoot, reviewAddress, WhatWillHappen } from "./_parts/review";
import { isOverlapped, keptDraft, loadReview, reviewOf, reviewSchema, shownVersion } from "./_parts/review.server";

const DEPLOY = "deploy";
const KEEP = "keep-other-changes";

export const handle: Handle = { screen: "search", crumbs: () => [{ label: "Review and publish" }] };
export const meta = titled("Review and publish");

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, { screen: "search" }, context);
  const review = await loadReview(scope, reviewAddress.at(request).state);
  return { ...review, tests: review.state === "ready" ? await reviewTests(scope, review.index) : null };
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  const what = `The draft was not published. ${KEPT}`;
  return answerForm(args, {
    right: { screen: "search" },
    what,
    run: async ({ scope, form }) => {
      const submission = parseWithZod(form, { schema: reviewSchema });
      const intent = form.get("intent");
      if (submission.status !== "success") return formReply(submission, { intent: DEPLOY });
      const { version, note } = submission.value;
      const deploying = await reviewOf(scope);
      const here = screenPath(scope, "search/review");
      const again = (text: string) => redirectWithFlash({ request, to: here, kind: "bad", text });
      switch (intent) {
        case KEEP:
          if (deploying.draft) keepDraft(scope, deploying.index, keptDraft(deploying));
          return redirectWithFlash({ request, to: here, text: "The draft is now based on what is live." });
        case DEPLOY: {
          if (deploying.draft === null) return again("Nothing to publish: the draft is no longer there.");
          // What was confirmed is what the page showed, and not a later draft of another tab.
          if (version !== shownVersion(deploying) || isOverlapped(deploying))
            return again("Not published: the settings or the draft were changed in the meantime.");
          const inTheWay = (await checkDeploy(scope, deploying)).checks.find(({ tone }) => tone === "bad");
          if (inTheWay) return again(`Nothing was published. ${inTheWay.label}: ${inTheWay.detail}`);
          try {
            return await deployed(request, { scope, deploying, note });
          } catch (error) {
            return failed(error, submission, {
              intent: DEPLOY,
              what,
              words: { 409: "Somebody changed the settings in the meantime. Load this page again to see them." },
            });
          }
        }
        default:
          throw unknownIntent(intent);
      }
    },
  });
}

/** Publishes, and leads to the job of the re-index or back to the settings. */
async function deployed(
  request: Request,
  { scope, deploying, note }: { scope: Scope; deploying: Deploying; note: string },
) {
  const { changed, saved, besides, left, job, notStarted } = await deployDraft(scope, deploying, note);
  const undo = changed === null ? {} : { changed };
  if (left !== null) {
    const done = saved || besides > 0 ? "Published in part. Synonyms or rules were left out" : "Nothing was published";
    const text = `${done}: ${left} They wait in your draft.`;
    return redirectWithFlash({ request, to: screenPath(scope, "search/review"), kind: "bad", text, ...undo });
  }
  if (notStarted !== null) {
    const text = `The settings were saved, but the re-index was not started: ${notStarted} It waits in your draft.`;
    return redirectWithFlash({ request, to: screenPath(scope, "search/review"), kind: "bad", text, ...undo });
  }
  if (job !== null) {
    const text = !saved
      ? "The index is being re-indexed."
      : "Settings published. The index is being re-indexed for them.";
    return redirectWithFlash({ request, to: screenPath(scope, "jobs", { rest: [job] }), text, ...undo });
  }
  const text =
    besides > 0
      ? "Published. It applies to the next search."
      : !saved
        ? "Published. The fields were added."
        : "Settings published. They apply to the next search.";
  return redirectWithFlash({ request, to: screenPath(scope, "search"), text, ...undo });
}

export default function ReviewRelevanceScreen() {
  const review = useLoaderData<typeof loader>();
  const here = useAddress(reviewAddress);
  const deploy = useServerForm<{ version: string; note: string }>({ id: "deploy-relevance", intent: DEPLOY });
  const keep = useServerForm<{ version: string }>({ id: "keep-relevance", intent: KEEP });
  const title = "Review and publish";
  if (review.state === "not-offered") return <NotOffered title={title} lacks="has no relevance settings" />;
  const at = appLevel(review.index);
  const back = screenPath(at, "search");
  const history = <LinkButton to={screenPath(at, "search/versions")}>Versions</LinkButton>;
  if (review.state === "none") {
    return (
      <>
        <PageHeader title={title} actions={history} />
        <FormFailure />
        <EmptyState title="No pending changes" action={<LinkButton to={back}>Search settings</LinkButton>}>
          Changes to the search settings, synonyms and rules of {review.index} wait here until they are published.
        </EmptyState>
      </>
    );
  }
  const { changes, theirs, kept, version, gate, next, checks } = review;
  const inTheWay = checks.some(({ tone }) => tone === "bad");
  return (
    <>
      <PageHeader
        title={title}
        description={`${countOf(changes.length, "change")} to ${review.index}${review.against === null ? "" : ` against version ${review.against.number}`}.`}
        actions={
          <>
            <LinkButton to={screenPath(at, "search/discard")}>Discard draft…</LinkButton>
            <LinkButton to={screenPath(at, "search/compare")}>Compare live and draft</LinkButton>
            {history}
          </>
        }
      />
      {review.state === "changed" && (
        <Notice tone="warn">
          The settings or the fields were changed since you started this draft. Publishing it would overwrite that, so
          it is off.
        </Notice>
      )}
      <div className="grid items-start gap-x-5 large:grid-cols-[minmax(0,1fr)_19rem]">
        <div>
          <ChangesTable
            caption={`Changes of the draft for ${review.index}`}
            changes={changes}
            footer={<ChangesFoot unchanged={review.unchanged} here={here} />}
          />
          {review.json !== null && (
            <div className="mb-4">
              <CodeBlock label="Changes as JSON" text={review.json} />
            </div>
          )}
        </div>
        {review.state === "ready" && <WhatWillHappen review={review} />}
      </div>
      {review.state === "ready" && <ReviewTests index={review.index} run={review.tests} />}
      {review.state === "ready" ? (
        <ServerForm form={deploy.form} intent={DEPLOY} labels={{ note: `Note for version ${next} (optional)` }}>
          <input type="hidden" name="version" value={version} />
          <TextField
            field={deploy.fields.note}
            label={`Note for version ${next} (optional)`}
            autoComplete="off"
            className="max-w-form"
          />
          {inTheWay ? (
            <p className="mb-4 font-semibold text-bad">It cannot be published while something is in the way.</p>
          ) : (
            <FormEnd
              label={`Publish ${countOf(changes.length, "change")}`}
              busyLabel="Publishing…"
              busy={deploy.busy}
              gate={gate}
              cancelTo={back}
            >
              <WorseTests run={review.tests} />
            </FormEnd>
          )}
        </ServerForm>
      ) : (
        <>
          <ChangesTable caption="Changed in the meantime" changes={theirs} />
          <ServerForm form={keep.form} intent={KEEP}>
            <p className="mb-3">
              {kept === 0
                ? "All of your changes are to what was changed."
                : `${countOf(kept, "change")} of yours can stay. Where both changed something, what is live stays.`}
            </p>
            <FormEnd label="Keep the other changes" busy={keep.busy} cancelTo={back} />
          </ServerForm>
        </>
      )}
    </>
  );
}

export { FormBoundary as ErrorBoundary };

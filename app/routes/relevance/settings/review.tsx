import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { CodeBlock, FormBoundary, FormFailure } from "~/components/detail-kit";
import { FormEnd, ServerForm, TextField, useServerForm } from "~/components/form-kit";
import { formReply, unknownIntent } from "~/components/forms/reply.server";
import { EmptyState, LinkButton, Notice, PageHeader, useAddress } from "~/components/kit";
import { NotOffered } from "~/components/ui/message/not-offered";
import { ReviewTests, WorseTests } from "~/components/relevance/review-tests";
import { KEPT } from "~/lib/kept";
import { answerForm, failed } from "~/form-action.server";
import { countOf } from "~/lib/numbers";
import type { Handle } from "~/navigation/handle";
import { appLevel, screenPath } from "~/navigation/paths";
import { permissionsOf } from "~/navigation/sections";
import { deployDraft } from "~/services/relevance/deploy/deploy.server";
import { checkDeploy, type Deploying } from "~/services/relevance/deploy/deploying.server";
import { keepDraft } from "~/services/relevance/draft/draft-store.server";
import { reviewTests } from "~/services/relevance-tests/review.server";
import { requireScope, type Scope } from "~/session/scope.server";
import { redirectWithFlash } from "~/sessions.server";
import { ChangesFoot, ChangesTable, reviewAddress, WhatWillHappen } from "./_parts/review";
import { isOverlapped, keptDraft, loadReview, reviewOf, reviewSchema, shownVersion } from "./_parts/review.server";

const DEPLOY = "deploy";
const KEEP = "keep-other-changes";

export const handle: Handle = { screen: "search", crumbs: () => [{ label: "Review and deploy" }] };
export const meta: MetaFunction = ({ params }) => [{ title: `Review and deploy · ${params["appName"]}` }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, permissionsOf("search"), context);
  const review = await loadReview(scope, reviewAddress.at(request).state);
  return { ...review, tests: review.state === "ready" ? await reviewTests(scope, review.index) : null };
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  const what = `The draft was not deployed. ${KEPT}`;
  return answerForm(args, {
    right: permissionsOf("search"),
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
          return redirectWithFlash({ request, to: here, text: "The draft is now based on what is deployed." });
        case DEPLOY: {
          if (deploying.draft === null) return again("Nothing to deploy: the draft is no longer there.");
          // What was confirmed is what the page showed, and not a later draft of another tab.
          if (version !== shownVersion(deploying) || isOverlapped(deploying))
            return again("Not deployed: the settings or the draft were changed in the meantime.");
          const inTheWay = (await checkDeploy(scope, deploying)).checks.find(({ tone }) => tone === "bad");
          if (inTheWay) return again(`Nothing was deployed. ${inTheWay.label}: ${inTheWay.detail}`);
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

/** Deploys, and leads to the job of the re-index or back to the settings. */
async function deployed(request: Request, { scope, deploying, note }: { scope: Scope; deploying: Deploying; note: string }) {
  const { changed, saved, job, notStarted } = await deployDraft(scope, deploying, note);
  const undo = changed === null ? {} : { changed };
  if (notStarted !== null) {
    const text = `The settings were saved, but the re-index was not started: ${notStarted} It waits in your draft.`;
    return redirectWithFlash({ request, to: screenPath(scope, "search/review"), kind: "bad", text, ...undo });
  }
  if (job !== null) {
    const text = !saved ? "The index is being re-indexed." : "Settings deployed. The index is being re-indexed for them.";
    return redirectWithFlash({ request, to: screenPath(scope, "jobs", { rest: [job] }), text, ...undo });
  }
  const text = !saved ? "Deployed. The fields were added." : "Settings deployed. They apply to the next search.";
  return redirectWithFlash({ request, to: screenPath(scope, "search"), text, ...undo });
}

export default function ReviewRelevanceScreen() {
  const review = useLoaderData<typeof loader>();
  const here = useAddress(reviewAddress);
  const deploy = useServerForm<{ version: string; note: string }>({ id: "deploy-relevance", intent: DEPLOY });
  const keep = useServerForm<{ version: string }>({ id: "keep-relevance", intent: KEEP });
  const title = "Review and deploy";
  if (review.state === "not-offered") return <NotOffered title={title} lacks="has no relevance settings" />;
  const at = appLevel(review.index);
  const back = screenPath(at, "search");
  const history = <LinkButton to={screenPath(at, "search/versions")}>Versions</LinkButton>;
  if (review.state === "none") {
    return (
      <>
        <PageHeader title={title} actions={history} />
        <FormFailure />
        <EmptyState title="No changes wait" action={<LinkButton to={back}>Search settings</LinkButton>} />
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
        <Notice tone="warn">The settings or the fields were changed since you started this draft. Deploying it would overwrite that, so it is off.</Notice>
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
          <TextField field={deploy.fields.note} label={`Note for version ${next} (optional)`} autoComplete="off" className="max-w-form" />
          {inTheWay ? (
            <p className="mb-4 font-semibold text-bad">It cannot be deployed while something is in the way.</p>
          ) : (
            <FormEnd label={`Deploy ${countOf(changes.length, "change")}`} busyLabel="Deploying…" busy={deploy.busy} gate={gate} cancelTo={back}>
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
                : `${countOf(kept, "change")} of yours can stay. Where both changed something, what is deployed stays.`}
            </p>
            <FormEnd label="Keep the other changes" busy={keep.busy} cancelTo={back} />
          </ServerForm>
        </>
      )}
    </>
  );
}

export { FormBoundary as ErrorBoundary };

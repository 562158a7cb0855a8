import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ConfirmPage } from "~/components/forms/confirm-page";
import { parseConfirmation } from "~/components/forms/confirmation.server";
import { FormBoundary } from "~/components/forms/form-boundary";
import { formReply } from "~/components/forms/reply.server";
import { LinkButton } from "~/components/ui/button";
import { EmptyState } from "~/components/ui/message/empty-state";
import { Name } from "~/components/ui/name";
import { PageHeader } from "~/components/ui/page/page-header";
import { ViewRequest } from "~/components/ui/request/view-request";
import { answerForm, failed } from "~/server/form-action.server";
import { open } from "~/lib/access-control/gate";
import { callMessages } from "~/lib/messages/call-messages";
import { readPlace } from "~/lib/address/list-place";
import { type Handle, titled } from "~/navigation/handle";
import { levelRef, screenPath } from "~/navigation/paths";
import { shownRequest } from "~/services/platform/changes/shown.server";
import { isAway, isBackendError } from "~/services/platform/http/errors.server";
import { isReadingAgain, requestAgain, rightOf } from "~/services/data/logs/again.server";
import { keepAnswer, keptAnswer, replay } from "~/services/data/logs/replay.server";
import { requireScope } from "~/session/scope.server";
import { redirectWithFlash } from "~/sessions.server";
import { compareAnswers } from "./_parts/compare-answers.server";
import { ReplayAnswers } from "./_parts/replay-answers";
import { logTitle } from "./_parts/log-title";
import { requireLog } from "./_parts/require-log.server";

const INTENT = "replay-request";

export const handle: Handle = {
  screen: "request-logs",
  crumbs: ({ data, params, at }) => [
    { label: logTitle(data, params), to: screenPath(at, "request-logs", { rest: [params["logId"] ?? ""] }) },
    { label: "Replay" },
  ],
};
export const meta = titled(({ data, params }) => `Replay ${logTitle(data, params)}`, "Request logs");

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "develop", context);
  const id = params["logId"] ?? "";
  const search = new URL(request.url).searchParams;
  const record = await requireLog(scope, id);
  const found = requestAgain(record);
  const answer = keptAnswer(scope, { id, key: search.get("answer") ?? "" });
  const shared = {
    at: levelRef(params["appName"]),
    id,
    place: readPlace(search),
    title: `${record.request.method} ${record.request.uri}`,
  };
  const answers = answer === undefined ? null : compareAnswers(record, answer);
  if (!found.ok) return { ...shared, answers, reason: found.reason, plan: null };
  const { headers, body, left, ...sent } = found.again;
  const reads = isReadingAgain(found.again);
  return {
    ...shared,
    answers,
    reason: null,
    plan: {
      reads,
      gate: reads ? open : scope.may(rightOf(record.category)),
      headers,
      left,
      withoutBody: body === null && record.request.body !== "",
      withoutParameters: record.origin === undefined,
      username: scope.session.username,
      request: shownRequest(scope, {
        request: { ...sent, contentType: sent.contentType ?? "application/json", ...(body === null ? {} : { body }) },
      }),
    },
  };
}

export async function action(args: ActionFunctionArgs) {
  const { request, params } = args;
  return answerForm(args, {
    right: "develop",
    what: callMessages.replayFailed,
    run: async ({ scope, form }) => {
      const submission = parseConfirmation(form);
      if (submission.status !== "success") return formReply(submission, { intent: INTENT });
      const id = params["logId"] ?? "";
      const record = await requireLog(scope, id);
      const found = requestAgain(record);
      if (!found.ok) return formReply(submission, { intent: INTENT, formErrors: [found.reason] });
      try {
        const answer = await replay(scope, { record, again: found.again });
        const place = readPlace(new URL(request.url).searchParams);
        const to = screenPath(scope, "request-logs", {
          rest: [id, "replay"],
          query: { ...place, answer: keepAnswer(scope, { id, answer }) },
        });
        if (answer.status < 400 && answer.said === null)
          return redirectWithFlash({ request, to, text: callMessages.replayed });
        return redirectWithFlash({
          request,
          to,
          kind: "bad",
          text: `The server answered ${answer.status} to the replayed request. ${answer.said ?? ""}`.trim(),
        });
      } catch (error) {
        if (!isBackendError(error)) throw error;
        return failed(error, submission, {
          intent: INTENT,
          ...(isAway(error) && { what: `${callMessages.replayFailed}.` }),
        });
      }
    },
  });
}

export default function ReplayScreen() {
  const { at, id, place, title, answers, reason, plan } = useLoaderData<typeof loader>();
  const back = screenPath(at, "request-logs", { rest: [id], query: place });
  if (plan === null)
    return (
      <>
        <PageHeader title={`Replay ${title}`} />
        <EmptyState
          title="This request cannot be replayed"
          action={<LinkButton to={back}>Open the request</LinkButton>}
        >
          <p>{reason}</p>
        </EmptyState>
      </>
    );
  const { reads, gate, headers, left, withoutBody, withoutParameters, username, request } = plan;
  return (
    <>
      <ConfirmPage
        title={<Name>Replay {title}</Name>}
        consequencesTitle="What will be sent"
        consequences={
          <ul className="mt-1 list-disc pl-5">
            <Name as="li">
              {request.method} {request.path}, signed in as {username}
            </Name>
            <li>{reads ? "It only reads." : "It changes data, and will be listed in Changes."}</li>
            {headers.length > 0 && (
              <Name as="li">Headers: {headers.map(([name, value]) => `${name}: ${value}`).join(" · ")}</Name>
            )}
            {left !== null && <Name as="li">{left}</Name>}
            {withoutBody && <li>The recorded body is left out: {request.method} requests are replayed without one.</li>}
            {withoutParameters && <li>URL parameters are left out: this server does not record them.</li>}
          </ul>
        }
        intent={INTENT}
        submitLabel={answers ? "Replay again" : "Replay"}
        tone={reads ? "primary" : "danger"}
        cancelTo={back}
        cancelLabel={answers ? "Open the request" : "Cancel"}
        gate={gate}
      >
        <ViewRequest request={request} open={answers === null} />
      </ConfirmPage>
      {answers && <ReplayAnswers answers={answers} />}
    </>
  );
}

export { FormBoundary as ErrorBoundary };

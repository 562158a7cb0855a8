import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/forms/form-boundary";
import { formReply } from "~/components/forms/reply.server";
import { LinkButton } from "~/components/ui/button";
import { DefinitionList } from "~/components/ui/definition-list";
import { EmptyState } from "~/components/ui/message/empty-state";
import { PageHeader } from "~/components/ui/page/page-header";
import { PlaceNav } from "~/components/ui/page/place-nav";
import { Time } from "~/components/ui/time";
import { answerForm } from "~/server/form-action.server";
import type { Gate } from "~/lib/access-control/gate";
import { countOf, formatBytes } from "~/lib/values/numbers";
import { type Handle, titled } from "~/navigation/handle";
import { clusterLevel, screenPath } from "~/navigation/paths";
import { redirect } from "~/server/redirect.server";
import { change } from "~/services/platform/changes/change.server";
import { shownRequest } from "~/services/platform/changes/shown.server";
import {
  getRetention,
  type LogRetention,
  onlyLimits,
  removedBy,
  toSetRetention,
} from "~/services/data/logs/retention.server";
import { requireScope, type Scope } from "~/session/scope.server";
import { redirectWithFlash } from "~/sessions.server";
import { RetentionForm, SET_RETENTION } from "./_parts/retention-form";
import {
  askedBy,
  askedIn,
  confirmationPath,
  limitsOf,
  retentionConstraint,
  RetentionSchema,
  valuesOf,
} from "./_parts/retention-form.server";

const NOT_SET = "The retention was not changed.";

export const handle: Handle = { screen: "request-logs", crumbs: () => [{ label: "Retention" }] };
export const meta = titled("Retention", "Request logs");

/** Who else could set it could remove what tells what he did. */
function gateOf(scope: Scope): Gate {
  const { isAdmin } = scope.identity;
  const who = "an administrator of this server";
  return isAdmin
    ? scope.may("logs:write")
    : {
        ok: false,
        because: "right",
        missing: "Requires an administrator",
        who,
        help: "An administrator of this server can change it.",
      };
}

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "develop", context);
  const found = await getRetention(scope);
  if (found === null) return { found: null };
  const asked = askedIn(request.url);
  const after = asked && (await getRetention(scope, limitsOf(asked)));
  const values = asked ?? valuesOf(found);
  return {
    found,
    form: {
      values,
      constraint: retentionConstraint,
      gate: gateOf(scope),
      request: shownRequest(scope, toSetRetention({ limits: limitsOf(values), before: onlyLimits(found) })),
      removes: after && removedBy(after, found),
      asked: asked ? askedBy(asked) : "",
    },
  };
}

export async function action(args: ActionFunctionArgs) {
  return answerForm(args, {
    right: "develop",
    what: NOT_SET,
    run: async ({ scope, form }) => {
      const submission = parseWithZod(form, { schema: RetentionSchema });
      if (submission.status !== "success") return formReply(submission, { intent: SET_RETENTION });
      const before = await getRetention(scope);
      if (before === null)
        return formReply(submission, { intent: SET_RETENTION, formErrors: ["This server has no setting for it."] });
      const limits = limitsOf(submission.value);
      const isConfirmed = form.get("confirmed") === askedBy(submission.value);
      const after = isConfirmed ? null : await getRetention(scope, limits);
      if (after !== null && removedBy(after, before) !== null) return redirect(confirmationPath(submission.value));
      const changed = await change(scope, toSetRetention({ limits, before: onlyLimits(before) }));
      const removed = removedBy(changed.value, before);
      const text =
        removed === null
          ? "Retention saved."
          : `Retention saved. ${countOf(removed.records, "request")} will be removed within minutes.`;
      return redirectWithFlash({
        request: args.request,
        to: screenPath(clusterLevel, "request-logs/retention"),
        text,
        changed,
      });
    },
  });
}

export default function RetentionScreen() {
  const loaded = useLoaderData<typeof loader>();
  const back = screenPath(clusterLevel, "request-logs");
  return (
    <>
      <PlaceNav backTo={back} backLabel="Request logs" place={null} />
      <PageHeader title="Retention" />
      {loaded.found === null ? (
        <EmptyState
          title="This server does not say how long it keeps its log"
          action={<LinkButton to={back}>Request logs</LinkButton>}
        >
          <p>ReactiveSearch servers keep 7 days, or 30 on production plans.</p>
        </EmptyState>
      ) : (
        <div className="max-w-form">
          <div className="mb-5">
            <Held {...loaded.found} />
          </div>
          <RetentionForm
            key={loaded.form.asked}
            {...loaded.form}
            cancelTo={loaded.form.removes ? screenPath(clusterLevel, "request-logs/retention") : back}
          />
        </div>
      )}
    </>
  );
}

function Held({ held, usual }: LogRetention) {
  return (
    <DefinitionList
      items={[
        { label: "In the log", value: `${countOf(held.records, "request")}, ${formatBytes(held.bytes)}` },
        { label: "Oldest request", value: held.oldest === null ? null : <Time value={held.oldest} exact /> },
        {
          label: "Default",
          value: `${countOf(usual.days, "day")}, ${countOf(usual.records, "request")}, ${formatBytes(usual.bytes)}`,
        },
      ]}
    />
  );
}

export { FormBoundary as ErrorBoundary };

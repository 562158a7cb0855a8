import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ConfirmPage } from "~/components/forms/confirm-page";
import { parseConfirmation } from "~/components/forms/confirmation.server";
import { FormBoundary } from "~/components/forms/form-boundary";
import { formReply } from "~/components/forms/reply.server";
import { Name } from "~/components/ui/name";
import { answerForm } from "~/server/form-action.server";
import { gateReason } from "~/lib/access-control/gate";
import { clusterLevel } from "~/navigation/paths";
import { change } from "~/services/platform/changes/change.server";
import { shownRequest } from "~/services/platform/changes/shown.server";
import { toResetFactor } from "~/services/account/second-factor/own.server";
import { resetGate } from "~/services/access-control/users/gates";
import { requireUser } from "~/services/access-control/users/read.server";
import { requireScope } from "~/session/scope.server";
import { redirectWithFlash } from "~/sessions.server";
import { RESET } from "./_parts/intents";
import { users } from "./_parts/thing";

export const handle = users.one("Reset second factor");
export const meta = users.meta(({ id }) => `Reset second factor of ${id}`);

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, users, context);
  const username = users.idIn(request);
  const { user } = await requireUser(scope, username);
  const may = scope.may("users:write");
  return {
    username,
    request: shownRequest(scope, toResetFactor({ username })),
    gate: may.ok ? resetGate({ user, own: scope.session.username }) : may,
  };
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  return answerForm(args, {
    right: users,
    what: "The second factor was not reset.",
    run: async ({ scope, form }) => {
      const username = users.idIn(request);
      const submission = parseConfirmation(form, username);
      if (submission.status !== "success") return formReply(submission, { intent: RESET });
      const { user } = await requireUser(scope, username);
      const gate = resetGate({ user, own: scope.session.username });
      if (!gate.ok)
        return formReply(submission, {
          intent: RESET,
          formErrors: [`The second factor was not reset. ${gateReason(gate)}`],
          status: 409,
        });
      const changed = await change(scope, toResetFactor({ username }));
      return redirectWithFlash({
        request,
        to: users.path(clusterLevel, { id: username }),
        text: `Second factor of ${username} reset.`,
        changed,
      });
    },
  });
}

export default function ResetFactorScreen() {
  const { username, request, gate } = useLoaderData<typeof loader>();
  return (
    <ConfirmPage
      title={<Name>Reset the second factor of {username}?</Name>}
      description="For somebody who has lost phone and recovery codes. Make sure that it is this person who asks."
      consequencesTitle="What will happen"
      consequences={
        <ul className="list-disc pl-5">
          <li>The password alone signs this user in, until a new second factor is set up.</li>
          <li>Recovery codes stop working.</li>
          <li>This cannot be undone.</li>
        </ul>
      }
      intent={RESET}
      submitLabel="Reset second factor"
      nameToType={{ name: username, label: `Type ${username} to confirm` }}
      cancelTo={users.path(clusterLevel, { id: username })}
      request={request}
      gate={gate}
    />
  );
}

export { FormBoundary as ErrorBoundary };

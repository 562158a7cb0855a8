import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/detail-kit";
import { ConfirmPage } from "~/components/form-kit";
import { parseConfirmation } from "~/components/forms/confirmation.server";
import { formReply } from "~/components/forms/reply.server";
import "~/components/kit";
import { answerForm } from "~/form-action.server";
import { gateReason } from "~/lib/access/gate";
import type { Handle } from "~/navigation/handle";
import { permissionsOf } from "~/navigation/sections";
import { change } from "~/services/changes/change.server";
import { shownRequest } from "~/services/changes/shown.server";
import { toResetFactor } from "~/services/second-factor/own.server";
import { resetGate } from "~/services/users/gates";
import { requireUser } from "~/services/users/read.server";
import { redirectWithFlash } from "~/sessions.server";
import { requireScope } from "~/session/scope.server";
import { RESET, userCrumbs, userNameIn, userNameOf, userPath, userTitle } from "./_parts/screen";

export const handle: Handle = { screen: "user-management", crumbs: userCrumbs("Reset second factor") };
export const meta: MetaFunction = ({ location }) => [{ title: userTitle(`Reset second factor of ${userNameOf(location.pathname)}`) }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, permissionsOf("user-management"), context);
  const username = userNameIn(request);
  const { user } = await requireUser(scope, username);
  const may = scope.may("users:write");
  return { username, request: shownRequest(scope, toResetFactor({ username })), gate: may.ok ? resetGate({ user, own: scope.session.username }) : may };
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  return answerForm(args, {
    right: permissionsOf("user-management"),
    what: "The second factor was not reset.",
    run: async ({ scope, form }) => {
      const username = userNameIn(request);
      const submission = parseConfirmation(form, username);
      if (submission.status !== "success") return formReply(submission, { intent: RESET });
      const { user } = await requireUser(scope, username);
      const gate = resetGate({ user, own: scope.session.username });
      if (!gate.ok) return formReply(submission, { intent: RESET, formErrors: [`The second factor was not reset. ${gateReason(gate)}`], status: 409 });
      const changed = await change(scope, toResetFactor({ username }));
      return redirectWithFlash({ request, to: userPath(username), text: `Second factor of ${username} reset.`, changed });
    },
  });
}

export default function ResetFactorScreen() {
  const { username, request, gate } = useLoaderData<typeof loader>();
  return (
    <ConfirmPage
      title={<span className="[overflow-wrap:anywhere]">Reset the second factor of {username}?</span>}
      description="For somebody who has lost phone and recovery codes. Make sure that it is this person who asks."
      consequencesTitle="What will happen"
      consequences={
        <ul className="list-disc pl-5">
          <li>The password alone signs this user in, until a new second factor is set up.</li>
          <li>The recovery codes are good no more.</li>
          <li>This cannot be undone.</li>
        </ul>
      }
      intent={RESET}
      submitLabel="Reset second factor"
      nameToType={{ name: username, label: `Type ${username} to confirm` }}
      cancelTo={userPath(username)}
      request={request}
      gate={gate}
    />
  );
}

export { FormBoundary as ErrorBoundary };

import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ConfirmPage } from "~/components/forms/confirm-page";
import { parseConfirmation } from "~/components/forms/confirmation.server";
import { FormBoundary } from "~/components/forms/form-boundary";
import { formReply } from "~/components/forms/reply.server";
import { Name } from "~/components/ui/name";
import { contextOf } from "~/server/context.server";
import { answerForm } from "~/server/form-action.server";
import { gateReason } from "~/lib/access-control/gate";
import { countOf } from "~/lib/values/numbers";
import { clusterLevel } from "~/navigation/paths";
import { change } from "~/services/platform/changes/change.server";
import { shownRequest } from "~/services/platform/changes/shown.server";
import { listSignIns } from "~/services/platform/store/session-registry.server";
import { deletionGate } from "~/services/access-control/users/gates";
import { requireUser, textOf } from "~/services/access-control/users/read.server";
import { toDeleteUser } from "~/services/access-control/users/write.server";
import { mappedTo } from "~/session/oidc/users-file.server";
import { requireScope } from "~/session/scope.server";
import { ownerOf, redirectWithFlash } from "~/sessions.server";
import { endOf } from "./_parts/ended.server";
import { DELETE } from "./_parts/intents";
import { users } from "./_parts/thing";

export const handle = users.one("Delete");
export const meta = users.meta(({ id }) => `Delete ${id}`);

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, users, context);
  const username = users.idIn(request);
  const { user, users: everybody } = await requireUser(scope, username);
  const { url, username: own } = scope.session;
  const may = scope.may("users:write");
  return {
    username,
    isAdmin: user.isAdmin,
    mapped: mappedTo(scope, username),
    signIns: listSignIns({ config: contextOf(context).config, owner: ownerOf({ url, username }) }).length,
    request: shownRequest(scope, toDeleteUser({ username, text: textOf(user) })),
    gate: may.ok ? deletionGate({ user, users: everybody, own }) : may,
  };
}

export async function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  return answerForm(args, {
    right: users,
    what: "The user was not deleted.",
    run: async ({ scope, form }) => {
      const username = users.idIn(request);
      const submission = parseConfirmation(form, username);
      if (submission.status !== "success") return formReply(submission, { intent: DELETE });
      const { user, users: everybody } = await requireUser(scope, username);
      const gate = deletionGate({ user, users: everybody, own: scope.session.username });
      if (!gate.ok)
        return formReply(submission, {
          intent: DELETE,
          formErrors: [`The user was not deleted. ${gateReason(gate)}`],
          status: 409,
        });
      const changed = await change(scope, toDeleteUser({ username, text: textOf(user) }));
      const { text } = endOf({ request, context, scope, username });
      return redirectWithFlash({
        request,
        to: users.path(clusterLevel),
        text: `User ${username} deleted.${text}`,
        changed,
      });
    },
  });
}

export default function DeleteUserScreen() {
  const { username, isAdmin, mapped, signIns, request, gate } = useLoaderData<typeof loader>();
  return (
    <ConfirmPage
      title={<Name>Delete user {username}?</Name>}
      consequences={
        <ul className="list-disc pl-5">
          <li>
            The name and password of {isAdmin ? "this admin" : "this user"} are refused at once, here and by the server.
          </li>
          {signIns > 0 && <li>{countOf(signIns, "sign-in")} to this console will end.</li>}
          {mapped > 0 && (
            <li>
              {countOf(mapped, "entry", "entries")} of the OpenID Connect file (OIDC_USERS){" "}
              {mapped === 1 ? "signs" : "sign"} people in as this user. They will have no access.
            </li>
          )}
          <li>API credentials, saved requests, and the change log stay.</li>
          <li>This cannot be undone: the password is not kept.</li>
        </ul>
      }
      intent={DELETE}
      submitLabel="Delete user"
      nameToType={{ name: username, label: `Type ${username} to confirm` }}
      cancelTo={users.path(clusterLevel, { id: username })}
      request={request}
      gate={gate}
    />
  );
}

export { FormBoundary as ErrorBoundary };

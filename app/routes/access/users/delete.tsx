import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/detail-kit";
import { ConfirmPage } from "~/components/form-kit";
import { parseConfirmation } from "~/components/forms/confirmation.server";
import { formReply } from "~/components/forms/reply.server";
import "~/components/kit";
import { contextOf } from "~/context.server";
import { answerForm } from "~/form-action.server";
import { gateReason } from "~/lib/access/gate";
import { countOf } from "~/lib/numbers";
import type { Handle } from "~/navigation/handle";
import { permissionsOf } from "~/navigation/sections";
import { change } from "~/services/changes/change.server";
import { shownRequest } from "~/services/changes/shown.server";
import { listSignIns } from "~/services/store/session-registry.server";
import { deletionGate } from "~/services/users/gates";
import { requireUser, textOf } from "~/services/users/read.server";
import { toDeleteUser } from "~/services/users/write.server";
import { ownerOf, redirectWithFlash } from "~/sessions.server";
import { mappedTo } from "~/session/oidc/users-file.server";
import { requireScope } from "~/session/scope.server";
import { endOf } from "./_parts/ended.server";
import { DELETE, userCrumbs, userNameIn, userNameOf, userPath, usersPath, userTitle } from "./_parts/screen";

export const handle: Handle = { screen: "user-management", crumbs: userCrumbs("Delete") };
export const meta: MetaFunction = ({ location }) => [{ title: userTitle(`Delete ${userNameOf(location.pathname)}`) }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, permissionsOf("user-management"), context);
  const username = userNameIn(request);
  const { user, users } = await requireUser(scope, username);
  const { url, username: own } = scope.session;
  const may = scope.may("users:write");
  return {
    username,
    isAdmin: user.isAdmin,
    mapped: mappedTo(scope, username),
    signIns: listSignIns({ config: contextOf(context).config, owner: ownerOf({ url, username }) }).length,
    request: shownRequest(scope, toDeleteUser({ username, text: textOf(user) })),
    gate: may.ok ? deletionGate({ user, users, own }) : may,
  };
}

export async function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  return answerForm(args, {
    right: permissionsOf("user-management"),
    what: "The user was not deleted.",
    run: async ({ scope, form }) => {
      const username = userNameIn(request);
      const submission = parseConfirmation(form, username);
      if (submission.status !== "success") return formReply(submission, { intent: DELETE });
      const { user, users } = await requireUser(scope, username);
      const gate = deletionGate({ user, users, own: scope.session.username });
      if (!gate.ok) return formReply(submission, { intent: DELETE, formErrors: [`The user was not deleted. ${gateReason(gate)}`], status: 409 });
      const changed = await change(scope, toDeleteUser({ username, text: textOf(user) }));
      const { text } = endOf({ request, context, scope, username });
      return redirectWithFlash({ request, to: usersPath(), text: `User ${username} deleted.${text}`, changed });
    },
  });
}

export default function DeleteUserScreen() {
  const { username, isAdmin, mapped, signIns, request, gate } = useLoaderData<typeof loader>();
  return (
    <ConfirmPage
      title={<span className="[overflow-wrap:anywhere]">Delete user {username}?</span>}
      consequences={
        <ul className="list-disc pl-5">
          <li>The name and password of {isAdmin ? "this admin" : "this user"} are refused at once, here and by the server.</li>
          {signIns > 0 && <li>{countOf(signIns, "sign-in")} to this console will end.</li>}
          {mapped > 0 && (
            <li>
              {countOf(mapped, "entry", "entries")} of the OpenID Connect file (OIDC_USERS) {mapped === 1 ? "signs" : "sign"} people in as this user. They will
              have no access.
            </li>
          )}
          <li>API credentials, saved requests, and the change log stay.</li>
          <li>This cannot be undone: the password is not kept.</li>
        </ul>
      }
      intent={DELETE}
      submitLabel="Delete user"
      nameToType={{ name: username, label: `Type ${username} to confirm` }}
      cancelTo={userPath(username)}
      request={request}
      gate={gate}
    />
  );
}

export { FormBoundary as ErrorBoundary };

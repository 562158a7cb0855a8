import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ConfirmPage } from "~/components/forms/confirm-page";
import { FormBoundary } from "~/components/forms/form-boundary";
import { answerForm } from "~/server/form-action.server";
import { type Gate, open } from "~/lib/access-control/gate";
import { clusterLevel } from "~/navigation/paths";
import { requireScope, type Scope } from "~/session/scope.server";
import { beginView, identityOf } from "~/session/view-as.server";
import { redirectWithFlash } from "~/sessions.server";
import { users } from "./_parts/thing";
import { notOffered, viewGateOf } from "./_parts/view-gate";

const VIEW = "view-as";
const RIGHT = "user-management";

export const handle = users.one("View as");
export const meta = users.meta(({ id }) => `View as ${id}`);

/** Whether the console can be shown as that user. Throws BackendError, 404 for one who is not there. */
async function viewable({ scope, username }: { scope: Scope; username: string }): Promise<Gate> {
  const gate = viewGateOf({ username, own: scope.session.username, isAdmin: scope.identity.isAdmin });
  if (!gate.ok) return gate;
  const found = await identityOf({ context: scope.context, session: scope.session, username });
  return found === null ? notOffered : open;
}

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, RIGHT, context);
  const username = users.idIn(request);
  return { username, gate: await viewable({ scope, username }) };
}

export async function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  return answerForm(args, {
    right: RIGHT,
    what: "The view was not started.",
    run: async ({ scope }) => {
      const username = users.idIn(request);
      const gate = await viewable({ scope, username });
      if (!gate.ok)
        return redirectWithFlash({
          request,
          to: users.path(clusterLevel, { id: username }),
          kind: "bad",
          text: `${gate.missing}. ${gate.help}`,
        });
      return beginView({ request, context, session: scope.session, username });
    },
  });
}

export default function ViewAsScreen() {
  const { username, gate } = useLoaderData<typeof loader>();
  return (
    <ConfirmPage
      title={`View the console as ${username}?`}
      description="You see every page as this user sees it, without the password. Nothing can be changed meanwhile, and each page says so."
      consequencesTitle="While you view"
      consequences={
        <ul className="list-disc pl-5">
          <li>The server answers by this user's rights. The request log names you.</li>
          <li>
            What the console keeps for a person is left out, yours and this user's: saved requests, history, uploads,
            sign-ins. Your preferences stay.
          </li>
          <li>“End the view” at the top of each page brings you back.</li>
        </ul>
      }
      intent={VIEW}
      submitLabel="View as this user"
      cancelTo={users.path(clusterLevel, { id: username })}
      cancelLabel="Back to the user"
      tone="primary"
      gate={gate}
    />
  );
}

export { FormBoundary as ErrorBoundary };

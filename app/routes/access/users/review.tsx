import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/detail-kit";
import { ReviewPage } from "~/components/editor/review-page";
import "~/components/kit";
import { loadReview, saveReviewed } from "~/editor/review.server";
import { KEPT } from "~/lib/kept";
import { answerForm } from "~/form-action.server";
import type { Handle } from "~/navigation/handle";
import { permissionsOf } from "~/navigation/sections";
import { requireUser } from "~/services/users/read.server";
import { forgetIdentity } from "~/session/identity.server";
import { requireScope } from "~/session/scope.server";
import { serverOf } from "~/sessions.server";
import { userCrumbs, userNameIn, userNameOf, userTitle } from "./_parts/screen";
import { userRights } from "./_parts/user.server";

export const handle: Handle = { screen: "user-management", crumbs: userCrumbs("Review changes") };
export const meta: MetaFunction = ({ location }) => [{ title: userTitle(`Changes of ${userNameOf(location.pathname)}`) }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, permissionsOf("user-management"), context);
  const username = userNameIn(request);
  // Who was deleted meanwhile is gone with the password: there is nothing to save to.
  await requireUser(scope, username);
  return { username, review: await loadReview({ request, scope, editable: userRights, ref: { username } }) };
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  return answerForm(args, {
    right: permissionsOf("user-management"),
    what: `The user was not saved. ${KEPT}`,
    run: async ({ scope, form }) => {
      const username = userNameIn(request);
      const saved = await saveReviewed({ request, scope, editable: userRights, ref: { username } }, form);
      // One's own menus follow at once.
      if (username === scope.session.username) forgetIdentity(serverOf(scope.session));
      return saved;
    },
  });
}

export default function ReviewUserScreen() {
  const { username, review } = useLoaderData<typeof loader>();
  return <ReviewPage review={review} formId={`user-${encodeURIComponent(username)}`} name={`User ${username}`} />;
}

export { FormBoundary as ErrorBoundary };

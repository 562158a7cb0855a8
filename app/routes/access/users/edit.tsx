import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/detail-kit";
import { formReply } from "~/components/forms/reply.server";
import { Notice, PageHeader } from "~/components/kit";
import { keepDraft } from "~/editor/drafts.server";
import { loadEditor } from "~/editor/edit.server";
import { answerForm } from "~/form-action.server";
import type { Handle } from "~/navigation/handle";
import { permissionsOf } from "~/navigation/sections";
import { redirect } from "~/redirect.server";
import { requireUser, rightsOf, textOf } from "~/services/users/read.server";
import { lockingOut } from "~/services/users/gates";
import { requireScope } from "~/session/scope.server";
import { formData } from "./_parts/form-data.server";
import { UserForm } from "./_parts/form-screen";
import { EDIT, userCrumbs, userNameIn, userNameOf, userTitle } from "./_parts/screen";
import { answerAid, EditSchema, fieldsOf } from "./_parts/user-form.server";
import { userRights } from "./_parts/user.server";

export const handle: Handle = { screen: "user-management", crumbs: userCrumbs("Edit") };
export const meta: MetaFunction = ({ location }) => [{ title: userTitle(`Edit ${userNameOf(location.pathname)}`) }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, permissionsOf("user-management"), context);
  const username = userNameIn(request);
  const { text, version, lost, cancelTo } = await loadEditor({ request, scope, editable: userRights, ref: { username } });
  const rights = rightsOf(text ?? "{}");
  return { ...(await formData(scope, rights.actions)), values: fieldsOf(username, rights), version, lost, cancelTo };
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  return answerForm(args, {
    right: permissionsOf("user-management"),
    what: "Nothing is saved yet.",
    run: async ({ scope, form }) => {
      const aid = answerAid(form, EDIT);
      if (aid) return aid;
      const submission = parseWithZod(form, { schema: EditSchema });
      if (submission.status !== "success") return formReply(submission, { intent: EDIT });
      const username = userNameIn(request);
      const wrong = lockingOut({ ...(await requireUser(scope, username)), own: scope.session.username, next: submission.value });
      if (wrong) return formReply(submission, { intent: EDIT, fieldErrors: { [wrong.field]: [wrong.message] } });
      const version = form.get("version");
      const draft = { text: textOf(submission.value), version: typeof version === "string" ? version : "" };
      return redirect(await keepDraft({ request, scope, editable: userRights, ref: { username } }, draft));
    },
  });
}

export default function EditUserScreen() {
  const { lost, ...form } = useLoaderData<typeof loader>();
  const { username } = form.values;
  return (
    <>
      <PageHeader title={<span className="[overflow-wrap:anywhere]">Edit {username}</span>} />
      {lost && <Notice tone="warn">Your earlier changes are no longer kept; this is the user as stored.</Notice>}
      {/* Another draft is another form. */}
      <UserForm key={JSON.stringify(form.values)} {...form} />
    </>
  );
}

export { FormBoundary as ErrorBoundary };

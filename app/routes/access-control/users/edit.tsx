import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/forms/form-boundary";
import { formReply } from "~/components/forms/reply.server";
import { Notice } from "~/components/ui/message/notice";
import { Name } from "~/components/ui/name";
import { PageHeader } from "~/components/ui/page/page-header";
import { keepDraft } from "~/editor/drafts.server";
import { loadEditor } from "~/editor/edit.server";
import { answerForm } from "~/server/form-action.server";
import { redirect } from "~/server/redirect.server";
import { lockingOut } from "~/services/access-control/users/gates";
import { requireUser, rightsOf, textOf } from "~/services/access-control/users/read.server";
import { requireScope } from "~/session/scope.server";
import { formData } from "./_parts/form-data.server";
import { EDIT } from "./_parts/intents";
import { users } from "./_parts/thing";
import { UserForm } from "./_parts/user-form";
import { answerAid, EditSchema, fieldsOf } from "./_parts/user-form.server";
import { userRights } from "./_parts/user.server";

export const handle = users.one("Edit");
export const meta = users.meta(({ id }) => `Edit ${id}`);

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, users, context);
  const username = users.idIn(request);
  const { text, version, lost, cancelTo } = await loadEditor({
    request,
    scope,
    editable: userRights,
    ref: { username },
  });
  const rights = rightsOf(text ?? "{}");
  return { ...(await formData(scope, rights.actions)), values: fieldsOf(username, rights), version, lost, cancelTo };
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  return answerForm(args, {
    right: users,
    what: "Nothing is saved yet.",
    run: async ({ scope, form }) => {
      const aid = answerAid(form, EDIT);
      if (aid) return aid;
      const submission = parseWithZod(form, { schema: EditSchema });
      if (submission.status !== "success") return formReply(submission, { intent: EDIT });
      const username = users.idIn(request);
      const wrong = lockingOut({
        ...(await requireUser(scope, username)),
        own: scope.session.username,
        next: submission.value,
      });
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
      <PageHeader title={<Name>Edit {username}</Name>} />
      {lost && <Notice tone="warn">Your earlier changes are no longer kept; this is the user as stored.</Notice>}
      {/* Another draft is another form. */}
      <UserForm key={JSON.stringify(form.values)} {...form} />
    </>
  );
}

export { FormBoundary as ErrorBoundary };

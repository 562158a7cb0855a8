import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/detail-kit";
import { formReply } from "~/components/forms/reply.server";
import { PageHeader } from "~/components/kit";
import { answerForm, failed } from "~/form-action.server";
import type { Handle } from "~/navigation/handle";
import { permissionsOf } from "~/navigation/sections";
import { change } from "~/services/changes/change.server";
import { isBackendError } from "~/services/http/errors.server";
import { toCreateUser } from "~/services/users/write.server";
import { redirectWithFlash } from "~/sessions.server";
import { requireScope } from "~/session/scope.server";
import { formData } from "./_parts/form-data.server";
import { useGenerated, UserForm } from "./_parts/form-screen";
import { CREATE, userPath, usersPath, userTitle } from "./_parts/screen";
import { answerAid, fieldsOf, NewSchema } from "./_parts/user-form.server";

export const handle: Handle = { screen: "user-management", crumbs: () => [{ label: "New" }] };
export const meta: MetaFunction = () => [{ title: userTitle("New") }];

const nothing = { email: "", isAdmin: false, actions: [], indices: [], acls: null, sources: ["0.0.0.0/0"], depth: null };

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, permissionsOf("user-management"), context);
  return { ...(await formData(scope, [])), values: fieldsOf("", nothing) };
}

export async function action(args: ActionFunctionArgs) {
  const what = "The user was not created.";
  return answerForm(args, {
    right: permissionsOf("user-management"),
    what,
    run: async ({ scope, form }) => {
      const aid = answerAid(form, CREATE);
      if (aid) return aid;
      const submission = parseWithZod(form, { schema: NewSchema });
      if (submission.status !== "success") return formReply(submission, { intent: CREATE });
      const { username } = submission.value;
      try {
        const changed = await change(scope, toCreateUser(submission.value));
        return redirectWithFlash({ request: args.request, to: userPath(username), text: `User ${username} created.`, changed });
      } catch (error) {
        const taken = isBackendError(error, 409) && { words: { 409: `There is a user ${username} already. Choose another name, or edit that user.` } };
        return failed(error, submission, { intent: CREATE, what, fields: { 409: "username" }, ...taken });
      }
    },
  });
}

export default function NewUserScreen() {
  const data = useLoaderData<typeof loader>();
  const { key, generated } = useGenerated();
  return (
    <>
      <PageHeader title="Create user" />
      <UserForm key={key} {...data} generated={generated} cancelTo={usersPath()} />
    </>
  );
}

export { FormBoundary as ErrorBoundary };

import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/forms/form-boundary";
import { formReply } from "~/components/forms/reply.server";
import { PageHeader } from "~/components/ui/page/page-header";
import { answerForm, failed } from "~/server/form-action.server";
import { clusterLevel } from "~/navigation/paths";
import { change } from "~/services/platform/changes/change.server";
import { isBackendError } from "~/services/platform/http/errors.server";
import { toCreateUser } from "~/services/access-control/users/write.server";
import { requireScope } from "~/session/scope.server";
import { redirectWithFlash } from "~/sessions.server";
import { formData } from "./_parts/form-data.server";
import { CREATE } from "./_parts/intents";
import { users } from "./_parts/thing";
import { useGenerated } from "./_parts/use-generated";
import { UserForm } from "./_parts/user-form";
import { answerAid, fieldsOf, NewSchema } from "./_parts/user-form.server";

export const handle = users.beside("New");
export const meta = users.meta("New");

const nothing = {
  email: "",
  isAdmin: false,
  actions: [],
  indices: [],
  acls: null,
  sources: ["0.0.0.0/0"],
  depth: null,
};

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, users, context);
  return { ...(await formData(scope, [])), values: fieldsOf("", nothing) };
}

export async function action(args: ActionFunctionArgs) {
  const what = "The user was not created.";
  return answerForm(args, {
    right: users,
    what,
    run: async ({ scope, form }) => {
      const aid = answerAid(form, CREATE);
      if (aid) return aid;
      const submission = parseWithZod(form, { schema: NewSchema });
      if (submission.status !== "success") return formReply(submission, { intent: CREATE });
      const { username } = submission.value;
      try {
        const changed = await change(scope, toCreateUser(submission.value));
        return redirectWithFlash({
          request: args.request,
          to: users.path(clusterLevel, { id: username }),
          text: `User ${username} created.`,
          changed,
        });
      } catch (error) {
        const taken = isBackendError(error, 409) && {
          words: { 409: `There is a user ${username} already. Choose another name, or edit that user.` },
        };
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
      <UserForm key={key} {...data} generated={generated} cancelTo={users.path(clusterLevel)} />
    </>
  );
}

export { FormBoundary as ErrorBoundary };

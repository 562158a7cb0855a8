import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/forms/form-boundary";
import { FormEnd } from "~/components/forms/form-end";
import { formReply } from "~/components/forms/reply.server";
import { ServerForm } from "~/components/forms/server-form";
import { useServerForm } from "~/components/forms/use-server-form";
import { Notice } from "~/components/ui/message/notice";
import { Name } from "~/components/ui/name";
import { PageHeader } from "~/components/ui/page/page-header";
import { answerForm, failed } from "~/server/form-action.server";
import { countOf } from "~/lib/values/numbers";
import { clusterLevel } from "~/navigation/paths";
import { change } from "~/services/platform/changes/change.server";
import { shownRequest } from "~/services/platform/changes/shown.server";
import { requireUser } from "~/services/access-control/users/read.server";
import { toSetPassword } from "~/services/access-control/users/write.server";
import { mappedTo } from "~/session/oidc/users-file.server";
import { requireScope } from "~/session/scope.server";
import { redirectWithFlash } from "~/sessions.server";
import { endOf } from "./_parts/ended.server";
import { PASSWORD } from "./_parts/intents";
import { PasswordField } from "./_parts/password-field";
import { users } from "./_parts/thing";
import { useGenerated } from "./_parts/use-generated";
import { answerAid, passwordConstraint, passwordSchemaOf } from "./_parts/user-form.server";

export const handle = users.one("Change password");
export const meta = users.meta(({ id }) => `Password of ${id}`);

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, users, context);
  const username = users.idIn(request);
  await requireUser(scope, username);
  const shown = shownRequest(scope, toSetPassword({ username, password: "" }));
  return {
    username,
    own: username === scope.session.username && scope.session.oidc === undefined,
    mapped: mappedTo(scope, username),
    constraint: passwordConstraint,
    request: shown,
    gate: scope.may("users:write"),
  };
}

export async function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  const what = "The password was not changed.";
  return answerForm(args, {
    right: users,
    what,
    run: async ({ scope, form }) => {
      const username = users.idIn(request);
      const aid = answerAid(form, PASSWORD);
      if (aid) return aid;
      const submission = parseWithZod(form, { schema: passwordSchemaOf(username) });
      if (submission.status !== "success") return formReply(submission, { intent: PASSWORD });
      const { password } = submission.value;
      let changed;
      try {
        changed = await change(scope, toSetPassword({ username, password }));
      } catch (error) {
        return failed(error, submission, { intent: PASSWORD, what });
      }
      const { headers, text } = endOf({ request, context, scope, username, password });
      return redirectWithFlash({
        request,
        to: users.path(clusterLevel, { id: username }),
        text: `Password of ${username} changed.${text}`,
        changed,
        headers,
      });
    },
  });
}

export default function PasswordScreen() {
  const data = useLoaderData<typeof loader>();
  const { key, generated } = useGenerated();
  return (
    <>
      <PageHeader
        title={<Name>Change the password of {data.username}</Name>}
        description={`The old password is refused at once. ${data.own ? "Your other sign-ins" : "Sign-ins of this user"} to this console end.`}
      />
      {data.mapped > 0 && (
        <Notice tone="warn">
          {countOf(data.mapped, "entry", "entries")} of the OpenID Connect file (OIDC_USERS){" "}
          {data.mapped === 1 ? "signs" : "sign"} people in as {data.username}. They cannot go on until the new password
          is in that file too.
        </Notice>
      )}
      <PasswordForm key={key} {...data} generated={generated} />
    </>
  );
}

function PasswordForm({
  username,
  constraint,
  request,
  gate,
  generated,
}: ReturnType<typeof useLoaderData<typeof loader>> & { generated: boolean }) {
  const { form, fields, busy } = useServerForm<{ password: string }>({
    id: `password-${encodeURIComponent(username)}`,
    intent: PASSWORD,
    constraint,
  });
  return (
    <ServerForm form={form} intent={PASSWORD} labels={{ password: "Password" }}>
      <PasswordField field={fields.password} username={username} generated={generated} />
      <FormEnd
        label="Change password"
        busy={busy}
        cancelTo={users.path(clusterLevel, { id: username })}
        request={request}
        gate={gate}
        as={{ name: "then", value: "send" }}
      />
    </ServerForm>
  );
}

export { FormBoundary as ErrorBoundary };

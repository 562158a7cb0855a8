import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/detail-kit";
import { FormEnd, ServerForm, useServerForm } from "~/components/form-kit";
import { formReply } from "~/components/forms/reply.server";
import { Notice, PageHeader } from "~/components/kit";
import { answerForm, failed } from "~/form-action.server";
import { countOf } from "~/lib/numbers";
import type { Handle } from "~/navigation/handle";
import { permissionsOf } from "~/navigation/sections";
import { change } from "~/services/changes/change.server";
import { shownRequest } from "~/services/changes/shown.server";
import { requireUser } from "~/services/users/read.server";
import { toSetPassword } from "~/services/users/write.server";
import { redirectWithFlash } from "~/sessions.server";
import { mappedTo } from "~/session/oidc/users-file.server";
import { requireScope } from "~/session/scope.server";
import { endOf } from "./_parts/ended.server";
import { PasswordField, useGenerated } from "./_parts/form-screen";
import { PASSWORD, userCrumbs, userNameIn, userNameOf, userPath, userTitle } from "./_parts/screen";
import { answerAid, passwordConstraint, passwordSchemaOf } from "./_parts/user-form.server";

export const handle: Handle = { screen: "user-management", crumbs: userCrumbs("Change password") };
export const meta: MetaFunction = ({ location }) => [{ title: userTitle(`Password of ${userNameOf(location.pathname)}`) }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, permissionsOf("user-management"), context);
  const username = userNameIn(request);
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
    right: permissionsOf("user-management"),
    what,
    run: async ({ scope, form }) => {
      const username = userNameIn(request);
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
      return redirectWithFlash({ request, to: userPath(username), text: `Password of ${username} changed.${text}`, changed, headers });
    },
  });
}

export default function PasswordScreen() {
  const data = useLoaderData<typeof loader>();
  const { key, generated } = useGenerated();
  return (
    <>
      <PageHeader
        title={<span className="[overflow-wrap:anywhere]">Change the password of {data.username}</span>}
        description={`The old password is refused at once. ${data.own ? "Your other sign-ins" : "Sign-ins of this user"} to this console end.`}
      />
      {data.mapped > 0 && (
        <Notice tone="warn">
          {countOf(data.mapped, "entry", "entries")} of the OpenID Connect file (OIDC_USERS) {data.mapped === 1 ? "signs" : "sign"} people in as {data.username}
          . They cannot go on until the new password is in that file too.
        </Notice>
      )}
      <PasswordForm key={key} {...data} generated={generated} />
    </>
  );
}

function PasswordForm({ username, constraint, request, gate, generated }: ReturnType<typeof useLoaderData<typeof loader>> & { generated: boolean }) {
  const { form, fields, busy } = useServerForm<{ password: string }>({ id: `password-${encodeURIComponent(username)}`, intent: PASSWORD, constraint });
  return (
    <ServerForm form={form} intent={PASSWORD} labels={{ password: "Password" }}>
      <PasswordField field={fields.password} username={username} generated={generated} />
      <FormEnd label="Change password" busy={busy} cancelTo={userPath(username)} request={request} gate={gate} as={{ name: "then", value: "send" }} />
    </ServerForm>
  );
}

export { FormBoundary as ErrorBoundary };

import { parseWithZod } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { TextArea } from "~/components/forms/field";
import { FormBoundary } from "~/components/forms/form-boundary";
import { FormEnd } from "~/components/forms/form-end";
import { formReply } from "~/components/forms/reply.server";
import { ServerForm } from "~/components/forms/server-form";
import { useServerForm } from "~/components/forms/use-server-form";
import { Card } from "~/components/ui/card";
import { DefinitionList } from "~/components/ui/definition-list";
import { StatusBadge } from "~/components/ui/message/status-badge";
import { PageHeader } from "~/components/ui/page/page-header";
import { PlaceNav } from "~/components/ui/page/place-nav";
import { PlainLink } from "~/components/ui/plain-link";
import { CodeBlock } from "~/components/ui/request/code-block";
import { Time } from "~/components/ui/time";
import { answerForm } from "~/server/form-action.server";
import type { Handle } from "~/navigation/handle";
import { clusterLevel, screenPath } from "~/navigation/paths";
import { getPublicKey } from "~/services/access-control/roles/public-key.server";
import { listRoles } from "~/services/access-control/roles/roles.server";
import { explainToken, type TokenCheck, type TokenReport } from "~/services/access-control/roles/token.server";
import { requireScope } from "~/session/scope.server";
import { TokenSchema, type TokenShape } from "./form.server";
import { CHECK_TOKEN } from "./intents";

const RIGHT = "access-control";

export const handle: Handle = { screen: "role-based-access", crumbs: () => [{ label: "Check a token" }] };
export const meta: MetaFunction = () => [{ title: "Check a token · Role-based access" }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  await requireScope(request, params, RIGHT, context);
  return null;
}

/** A token opens what its role opens, so it comes by a form, and is in no address and no log. */
export async function action(args: ActionFunctionArgs) {
  return answerForm(args, {
    right: RIGHT,
    what: "The token was not checked.",
    run: async ({ scope, form }) => {
      const submission = parseWithZod(form, { schema: TokenSchema });
      if (submission.status !== "success") return formReply(submission, { intent: CHECK_TOKEN });
      const [key, roles] = await Promise.all([getPublicKey(scope), listRoles(scope)]);
      const report = await explainToken({
        scope,
        token: submission.value.token,
        key: key ?? { pem: "", claim: "" },
        roles,
      });
      return data({ report });
    },
  });
}

const names: Record<TokenCheck["name"], string> = {
  form: "Form",
  algorithm: "Algorithm",
  signature: "Signature",
  times: "Times",
  role: "Role",
  credential: "Credential",
  server: "Answer of the server",
};

export default function TokenScreen() {
  const answer = useActionData<typeof action>();
  const { form, fields, busy } = useServerForm<TokenShape>({ id: "token", intent: CHECK_TOKEN });
  return (
    <>
      <PlaceNav backTo={screenPath(clusterLevel, "role-based-access")} backLabel="Role-based access" place={null} />
      <PageHeader
        title="Check a token"
        description="What the server makes of a token, step by step. The token is sent to the server and not stored."
      />
      <ServerForm form={form} intent={CHECK_TOKEN} labels={{ token: "Token" }} className="mb-6 max-w-form">
        <TextArea
          field={fields.token}
          label="Token"
          rows={6}
          code
          autoComplete="off"
          hint="With or without “Bearer” before it."
        />
        <FormEnd label="Check" busy={busy} />
      </ServerForm>
      {answer && "report" in answer && <Report {...answer.report} />}
    </>
  );
}

function Report({ claims, checks, credential, accepted }: TokenReport) {
  return (
    <section aria-labelledby="report-title" className="max-w-text">
      <h2 id="report-title" className="mb-3 text-16 font-semibold">
        {accepted ? "The token is accepted" : "The token is refused"}
      </h2>
      <Card tone={accepted ? "good" : "bad"} className="mb-4">
        <DefinitionList
          items={checks.map(({ name, ok, said, at }) => ({
            label: names[name],
            value: (
              <>
                <StatusBadge tone={ok ? "good" : "bad"}>{ok ? "OK" : "No"}</StatusBadge> {said}{" "}
                {at !== undefined && <Time value={at} exact />}
              </>
            ),
          }))}
        />
      </Card>
      {credential && (
        <p className="mb-4">
          A call with this token has the rights of{" "}
          <PlainLink to={screenPath(clusterLevel, "credentials", { rest: [credential.credential] })} className="link">
            {credential.description === "" ? credential.credential : credential.description}
          </PlainLink>
          : {credential.ops.join(", ")} on {credential.indices.join(", ") || "no index"}.
        </p>
      )}
      {claims !== null && <CodeBlock label="Claims" text={claims} />}
    </section>
  );
}

export { FormBoundary as ErrorBoundary };

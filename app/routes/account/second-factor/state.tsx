import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/forms/form-boundary";
import { type FormReply, unknownIntent } from "~/components/forms/reply.server";
import { Button } from "~/components/ui/button";
import { DefinitionList } from "~/components/ui/definition-list";
import { Gated, GatedLink } from "~/components/ui/message/gated";
import { Notice } from "~/components/ui/message/notice";
import { StatusBadge } from "~/components/ui/message/status-badge";
import { PageForm } from "~/components/ui/page/page-form";
import { PageHeader } from "~/components/ui/page/page-header";
import { Time } from "~/components/ui/time";
import { answerForm } from "~/server/form-action.server";
import type { Handle } from "~/navigation/handle";
import { redirect } from "~/server/redirect.server";
import { keepForPage } from "~/services/account/second-factor/kept.server";
import { beginFactor, ownGate, readFactor } from "~/services/account/second-factor/own.server";
import { mappedTo } from "~/session/oidc/users-file.server";
import { requireScope } from "~/session/scope.server";
import { BEGIN } from "./intents";
import { factorCrumbs, factorPath } from "./paths";

export const handle: Handle = { crumbs: factorCrumbs() };
export const meta: MetaFunction = () => [{ title: "Second factor" }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, null, context);
  const provider = scope.session.oidc !== undefined;
  return {
    provider,
    factor: provider ? null : await readFactor(scope),
    gate: ownGate(scope),
    mapped: mappedTo(scope, scope.session.username),
    mayGiveCredential: scope.can("access-control"),
  };
}

export async function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  return answerForm(args, {
    right: null,
    what: "The second factor was not set up.",
    run: async ({ scope, form }) => {
      if (form.get("intent") !== BEGIN) throw unknownIntent(form.get("intent"));
      const begun = await beginFactor(scope);
      return redirect(factorPath("set-up"), {
        headers: { "Set-Cookie": keepForPage({ request, context, session: scope.session, begun }) },
      });
    },
  });
}

export default function SecondFactorScreen() {
  const { provider, factor, gate, mapped, mayGiveCredential } = useLoaderData<typeof loader>();
  const problem = useActionData<FormReply>()?.result.error?.[""]?.join(" ");
  return (
    <div className="max-w-form">
      <PageHeader
        title="Second factor"
        description="A code from an app on your phone, asked for after your password."
      />
      {problem !== undefined && (
        <Notice tone="bad" role="alert">
          {problem}
        </Notice>
      )}
      {factor === null && (
        <Notice tone="info">
          {provider
            ? "You sign in through a provider, which asks for a second factor itself."
            : "This server has no second factor: it takes the password alone."}
        </Notice>
      )}
      {factor?.active === false && (
        <>
          <ul className="mb-4 list-disc pl-5">
            <li>You need an authenticator app. Any that takes a QR code will do.</li>
            <li>The server itself asks for the code: your password alone opens nothing any more, in any program.</li>
            <li>
              Programs that use your name and password will be refused. Give them an{" "}
              {mayGiveCredential ? (
                <Link to="/cluster/credentials" className="link">
                  API credential
                </Link>
              ) : (
                "API credential"
              )}{" "}
              first.
            </li>
            {mapped > 0 && (
              <li>
                People who sign in as you through a provider (OIDC_USERS) will have no access: nobody could give the
                code for them.
              </li>
            )}
            <li>Your other sign-ins to this console end.</li>
          </ul>
          <PageForm method="post">
            <Gated gate={gate} label="Set up">
              <Button tone="primary" name="intent" value={BEGIN}>
                Set up
              </Button>
            </Gated>
          </PageForm>
        </>
      )}
      {factor?.active && (
        <>
          <DefinitionList
            items={[
              { label: "State", value: <StatusBadge tone="good">On</StatusBadge> },
              { label: "Since", value: factor.since === null ? null : <Time value={factor.since} exact /> },
              { label: "Recovery codes left", value: factor.codesLeft },
            ]}
          />
          {factor.codesLeft < 3 && (
            <div className="mt-4">
              <Notice tone="warn">
                Few recovery codes are left. Generate new ones while you can still give a code.
              </Notice>
            </div>
          )}
          <div className="mt-5 flex flex-wrap gap-2">
            <GatedLink gate={gate} to={factorPath("new-codes")} label="New recovery codes" />
            <GatedLink gate={gate} to={factorPath("replace")} label="Use another device" />
            <GatedLink gate={gate} to={factorPath("off")} label="Turn off…" tone="danger-outline" />
          </div>
        </>
      )}
    </div>
  );
}

export { FormBoundary as ErrorBoundary };

import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/forms/form-boundary";
import { FormEnd } from "~/components/forms/form-end";
import { formReply } from "~/components/forms/reply.server";
import { ServerForm } from "~/components/forms/server-form";
import { useServerForm } from "~/components/forms/use-server-form";
import { Name } from "~/components/ui/name";
import { PageHeader } from "~/components/ui/page/page-header";
import { answerForm } from "~/server/form-action.server";
import type { Handle } from "~/navigation/handle";
import { redirect } from "~/server/redirect.server";
import { change } from "~/services/platform/changes/change.server";
import { keepForPage, readKept } from "~/services/account/second-factor/kept.server";
import { asOwn, ownGate, toTurnOn } from "~/services/account/second-factor/own.server";
import { qrPath } from "~/services/account/second-factor/qr.server";
import { endSignIns } from "~/services/platform/store/session-registry.server";
import { forgetIdentity } from "~/session/identity.server";
import { requireScope } from "~/session/scope.server";
import { createSession, flashCookie, ownerOf, serverOf } from "~/sessions.server";
import { CodeField } from "./code-field";
import { codeConstraint, CodeSchema, type CodeShape } from "./code-form.server";
import { CONFIRM } from "./intents";
import { factorCrumbs, factorPath } from "./paths";
import { codeRefused } from "./refused.server";

export const handle: Handle = { crumbs: factorCrumbs("Set up") };
export const meta: MetaFunction = () => [{ title: "Set up a second factor" }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, null, context);
  const { begun } = readKept({ request, context, session: scope.session });
  if (begun === undefined) throw redirect(factorPath());
  const { secret, uri } = begun;
  return {
    uri,
    groups: secret.match(/.{1,4}/g) ?? [],
    qr: qrPath(uri),
    constraint: codeConstraint,
    gate: ownGate(scope),
  };
}

export async function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  const what = "The second factor was not turned on.";
  return answerForm(args, {
    right: null,
    what,
    run: async ({ scope, form }) => {
      const submission = parseWithZod(form, { schema: CodeSchema });
      if (submission.status !== "success") return formReply(submission, { intent: CONFIRM });
      const { session } = scope;
      const { config } = scope.context;
      const { code } = submission.value;
      let changed;
      try {
        changed = await change(asOwn(scope), toTurnOn({ session, config, code }));
      } catch (error) {
        return codeRefused(error, submission, { intent: CONFIRM, what });
      }
      const { recovery_codes: codes, proof } = changed.value;
      // What they were signed in with is not enough any more.
      endSignIns({ config, owner: ownerOf(session) });
      forgetIdentity(serverOf(session));
      const { url, username, password } = session;
      const headers = new Headers();
      headers.append("Set-Cookie", createSession({ request, context, url, username, password, proof }));
      headers.append("Set-Cookie", keepForPage({ request, context, session, codes }));
      headers.append("Set-Cookie", flashCookie(request, { kind: "good", text: "Your second factor is on." }));
      return redirect(factorPath("codes"), { headers });
    },
  });
}

export default function SetUpScreen() {
  const { uri, groups, qr, constraint, gate } = useLoaderData<typeof loader>();
  const { form, fields, busy } = useServerForm<CodeShape>({ id: "confirm-factor", intent: CONFIRM, constraint });
  return (
    <div className="max-w-form">
      <PageHeader title="Set up a second factor" />
      <h2 className="text-16 font-bold">1. Add it to your authenticator app</h2>
      <p className="mb-3 mt-1 text-muted">Scan the picture with the app.</p>
      {/* Dark on light whatever the theme: not every camera reads it the other way round. */}
      <svg
        viewBox={`0 0 ${qr.size} ${qr.size}`}
        width="208"
        height="208"
        role="img"
        aria-label="QR code of the secret"
        shapeRendering="crispEdges"
        className="rounded border border-line"
      >
        <rect width={qr.size} height={qr.size} fill="#fff" />
        <path d={qr.path} fill="#000" />
      </svg>
      <p className="mt-3 text-13">
        Or type this key:{" "}
        <Name as="code" className="select-all font-mono">
          {groups.join(" ")}
        </Name>
      </p>
      <p className="mb-5 mt-1 text-13">
        On this device:{" "}
        <a href={uri} className="link">
          open it in the app
        </a>
      </p>
      <h2 className="mb-3 text-16 font-bold">2. Enter the code that the app shows</h2>
      <ServerForm form={form} intent={CONFIRM} labels={{ code: "Code" }}>
        <CodeField field={fields.code} focus={fields.code.errors !== undefined} />
        <FormEnd label="Turn on" busyLabel="Turning on…" busy={busy} cancelTo={factorPath()} gate={gate} />
      </ServerForm>
    </div>
  );
}

export { FormBoundary as ErrorBoundary };

import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, HeadersArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { readForm } from "~/components/forms/read-form.server";
import { formReply, unknownIntent } from "~/components/forms/reply.server";
import { ServerForm } from "~/components/forms/server-form";
import { useServerForm } from "~/components/forms/use-server-form";
import { PlainPage } from "~/components/shell/plain-page";
import { Button } from "~/components/ui/button";
import { Name } from "~/components/ui/name";
import { PageForm } from "~/components/ui/page/page-form";
import { safePath } from "~/lib/address/deep-link";
import { queryString } from "~/navigation/paths";
import { redirect } from "~/server/redirect.server";
import { requireSameOrigin } from "~/server/security.server";
import { endSecondStep, giveCode, readSecondStep, type SecondStep } from "~/session/second-step.server";
import { createSession, flashCookie, getSession } from "~/sessions.server";
import { afterSignIn } from "../after-sign-in.server";
import { CodeField } from "./code-field";
import { codeConstraint, type CodeShape, SignInCodeSchema } from "./code-form.server";
import { BACK, CODE } from "./intents";

export const meta: MetaFunction = () => [{ title: "Enter your code" }];

const loginTo = ({ url, username }: Pick<SecondStep, "url" | "username">, redirectTo: string) =>
  `/login${queryString({ url, username, redirectTo: redirectTo === "/" ? "" : redirectTo })}`;

/** Back to name and password, with a sentence. */
function again({ request, to, text }: { request: Request; to: string; text?: string }) {
  const headers = new Headers();
  headers.append("Set-Cookie", endSecondStep(request));
  if (text !== undefined) headers.append("Set-Cookie", flashCookie(request, { kind: "bad", text }));
  return redirect(to, { headers });
}

const tooLate = "Your code was not given in time. Sign in again.";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const redirectTo = safePath(searchParams.get("redirectTo"));
  if (await getSession({ request, context })) throw redirect(redirectTo);
  const step = readSecondStep({ request, context });
  if (!step)
    throw again({
      request,
      to: `/login${queryString({ redirectTo: redirectTo === "/" ? "" : redirectTo })}`,
      text: tooLate,
    });
  const { username, url } = step;
  return {
    username,
    server: new URL(url).host,
    redirectTo,
    recovery: searchParams.get("with") === "recovery",
    constraint: codeConstraint,
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  requireSameOrigin(request);
  const form = await readForm(request, { mostBytes: 64 * 1024 });
  const submission = parseWithZod(form, { schema: SignInCodeSchema });
  const asked = form.get("redirectTo");
  const redirectTo = safePath(typeof asked === "string" ? asked : null);
  const step = readSecondStep({ request, context });
  if (!step) return again({ request, to: `/login${queryString({ redirectTo })}`, text: tooLate });
  switch (form.get("intent")) {
    case BACK:
      return again({ request, to: loginTo(step, redirectTo) });
    case CODE: {
      if (submission.status !== "success") return formReply(submission, { intent: CODE });
      const result = await giveCode({ step, code: submission.value.code, context });
      if (!result.ok) {
        const { message, retryAfter, over } = result;
        if (over) return again({ request, to: loginTo(step, redirectTo), text: message });
        const later = retryAfter === undefined ? {} : { status: 429, headers: { "Retry-After": String(retryAfter) } };
        return formReply(submission, { intent: CODE, hide: ["code"], fieldErrors: { code: [message] }, ...later });
      }
      const headers = new Headers();
      headers.append("Set-Cookie", endSecondStep(request));
      headers.append("Set-Cookie", createSession({ request, context, ...step, proof: result.proof }));
      return redirect(afterSignIn(request, redirectTo), { headers });
    }
    default:
      throw unknownIntent(form.get("intent"));
  }
}

/** The page of a code that came too often says in its header too when to come again. */
export function headers({ actionHeaders }: HeadersArgs) {
  const retryAfter = actionHeaders.get("Retry-After");
  return retryAfter === null ? new Headers() : new Headers({ "Retry-After": retryAfter });
}

export default function CodeScreen() {
  const { username, server, redirectTo, recovery, constraint } = useLoaderData<typeof loader>();
  const { form, fields, busy } = useServerForm<CodeShape>({ id: "code", intent: CODE, constraint });
  const other = queryString({ redirectTo: redirectTo === "/" ? "" : redirectTo, with: recovery ? "" : "recovery" });
  return (
    <PlainPage
      below={
        <PageForm method="post" reloadDocument>
          <input type="hidden" name="redirectTo" value={redirectTo} />
          <button name="intent" value={BACK} className="link">
            Back to sign-in
          </button>
        </PageForm>
      }
    >
      <h1 className="text-20 font-bold">Enter your code</h1>
      <Name as="p" className="mb-4 mt-1 text-muted">
        {username} at {server} has a second factor.
      </Name>
      <ServerForm form={form} intent={CODE} labels={{ code: recovery ? "Recovery code" : "Code" }}>
        <input type="hidden" name="redirectTo" value={redirectTo} />
        <CodeField field={fields.code} kind={recovery ? "recovery" : "app"} focus />
        <Button tone="primary" className="w-full">
          {busy ? "Signing in…" : "Sign in"}
        </Button>
      </ServerForm>
      <p className="mt-3 text-13">
        <Link to={`/login/code${other}`} className="link">
          {recovery ? "Use the authenticator app" : "Use a recovery code"}
        </Link>
      </p>
    </PlainPage>
  );
}

import { parseWithZod } from "@conform-to/zod/v4";
import {
  type ActionFunctionArgs,
  data,
  type HeadersArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  type SerializeFrom,
} from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { CONSOLE_LIMITS } from "@common/limits/console";
import { TextField } from "~/components/forms/field";
import { readForm } from "~/components/forms/read-form.server";
import { type FormReply, formReply } from "~/components/forms/reply.server";
import { ServerForm } from "~/components/forms/server-form";
import { useServerForm } from "~/components/forms/use-server-form";
import { PlainPage } from "~/components/shell/plain-page";
import { Button } from "~/components/ui/button";
import { Notice } from "~/components/ui/message/notice";
import { Name } from "~/components/ui/name";
import { PageForm } from "~/components/ui/page/page-form";
import { useReader } from "~/components/ui/reader";
import { contextOf } from "~/server/context.server";
import { hasSecrets } from "~/lib/address/address-secrets";
import { safePath } from "~/lib/address/deep-link";
import { redirect } from "~/server/redirect.server";
import { requireSameOrigin } from "~/server/security.server";
import { splitAddress } from "~/session/allowed-urls.server";
import { takeKeptForm } from "~/session/kept-form.server";
import { beginSecondStep } from "~/session/second-step.server";
import { createAuthenticator, SignInError } from "~/session/sign-in.server";
import { createSession, getSession, ownerOf, takeFlash } from "~/sessions.server";
import { afterSignIn } from "./after-sign-in.server";
import { loginConstraint, LoginSchema, type LoginShape } from "./login-form.server";
import { PaymentDialog } from "./payment-dialog";
import { signInOnce } from "./sign-in-once.server";

const INTENT = "sign-in";

export const meta: MetaFunction = () => [{ title: "Sign in" }];

export async function loader({ request, context: loadContext }: LoaderFunctionArgs) {
  const context = contextOf(loadContext);
  const { pathname, search, searchParams: params } = new URL(request.url);
  const redirectTo = safePath(params.get("redirectTo"));
  const session = await getSession({ request, context });
  if (session) {
    if (hasSecrets(search)) throw redirect(redirectTo);
    const kept = takeKeptForm(request, ownerOf(session));
    if (!kept) throw redirect(redirectTo);
    return data({ resend: { ...kept.form, redirectTo } }, { headers: { "Set-Cookie": kept.cookie } });
  }
  const cluster = params.get("cluster");
  const address = splitAddress(
    params.get("url") ?? (cluster !== null && URL.canParse(cluster) ? cluster : context.config.searchUrl),
  );
  const username = params.get("username") ?? address.username ?? params.get("email") ?? "";
  const password = params.get("password") ?? address.password;
  if (password !== undefined)
    throw await signInOnce({ request, context, url: address.url, username, password, redirectTo });
  if (hasSecrets(search)) throw redirect(`${pathname.replace(/\.data$/, "")}${search}`);
  const { flash, cookie } = takeFlash(request);
  const body = {
    resend: null,
    constraint: loginConstraint,
    values: { url: address.url, username, redirectTo },
    flash,
    oidc: context.config.oidc?.label ?? null,
  };
  return data(body, cookie === undefined ? undefined : { headers: { "Set-Cookie": cookie } });
}

export async function action({ request, context }: ActionFunctionArgs) {
  requireSameOrigin(request);
  const submission = parseWithZod(await readForm(request.clone(), { mostBytes: CONSOLE_LIMITS.signIn.most }), {
    schema: LoginSchema,
  });
  // A password that came inside the address must not come back in the page.
  const typedUrl = submission.payload["url"];
  const bareUrl = typeof typedUrl === "string" ? splitAddress(typedUrl).url : "";
  if (submission.status !== "success")
    return formReply(submission, { intent: INTENT, hide: ["password"], values: { url: bareUrl } });
  const { redirectTo, ...credentials } = submission.value;
  try {
    const { url, username, password } = await createAuthenticator({ credentials, context }).authenticate(
      "form",
      request,
    );
    const cookie = createSession({ request, context, url, username, password });
    return redirect(afterSignIn(request, redirectTo), { headers: { "Set-Cookie": cookie } });
  } catch (error) {
    if (!(error instanceof SignInError)) throw error;
    const { field, message, reason, retryAfter } = error.problem;
    if (reason === "second-factor")
      return beginSecondStep({ request, context, ...credentials, redirectTo: safePath(redirectTo) });
    const values = { url: credentials.url, username: credentials.username };
    const errors = field ? { fieldErrors: { [field]: [message] } } : { formErrors: [message] };
    const later = retryAfter === undefined ? {} : { status: 429, headers: { "Retry-After": String(retryAfter) } };
    return formReply(submission, { intent: INTENT, hide: ["password"], values, reason, ...errors, ...later });
  }
}

/** The page of a form that came too often says in its header too when to come again. */
export function headers({ actionHeaders }: HeadersArgs) {
  const retryAfter = actionHeaders.get("Retry-After");
  return retryAfter === null ? new Headers() : new Headers({ "Retry-After": retryAfter });
}

export default function LoginScreen() {
  const shown = useLoaderData<typeof loader>();
  return shown.resend ? <Resend {...shown.resend} /> : <SignIn {...shown} />;
}

type Shown = SerializeFrom<typeof loader>;

/** What was typed when the session had ended: as it was sent, to be sent again. */
function Resend({ path, fields, redirectTo }: NonNullable<Shown["resend"]>) {
  return (
    <PlainPage
      below={
        <Link to={redirectTo} className="link">
          Do not send it
        </Link>
      }
    >
      <h1 className="mb-2 text-20 font-bold">Send what you had typed?</h1>
      <Name as="p" className="mb-4 text-muted">
        You are signed in again. The form of {path.split("?")[0]} was not taken before; nothing of it is lost.
      </Name>
      <PageForm method="post" action={path} reloadDocument>
        {fields.map(([name, value], at) => (
          <input key={at} type="hidden" name={name} value={value} />
        ))}
        <Button tone="primary" className="w-full">
          Send it now
        </Button>
      </PageForm>
    </PlainPage>
  );
}

function SignIn({ constraint, values, flash, oidc }: Extract<Shown, { resend: null }>) {
  const reply = useActionData<FormReply>();
  const { lite } = useReader();
  const { form, fields, busy } = useServerForm<LoginShape>({
    id: "sign-in",
    intent: INTENT,
    constraint,
    defaultValue: values,
  });
  // Where one types next: what is wrong, else what is not filled in yet.
  const next = fields.url.errors
    ? "url"
    : (fields.username.initialValue ?? "") === "" || fields.username.errors
      ? "username"
      : "password";
  return (
    <PlainPage below={<Below lite={lite} />}>
      <h1 className="mb-4 text-20 font-bold">Sign in</h1>
      {flash && (
        <Notice tone={flash.kind} role={flash.kind === "bad" ? "alert" : "status"}>
          {flash.text}
        </Notice>
      )}
      {reply?.reason === "payment" && <PaymentDialog />}
      {oidc !== null && (
        <>
          <PageForm method="post" action="/login/oidc" reloadDocument>
            <input type="hidden" name="redirectTo" value={values.redirectTo} />
            <Button className="w-full">{oidc}</Button>
          </PageForm>
          <p className="my-4 text-center text-13 text-faint">or with user name and password</p>
        </>
      )}
      <ServerForm
        form={form}
        intent={INTENT}
        labels={{ url: "Server address", username: "User name", password: "Password" }}
      >
        <input type="hidden" name={fields.redirectTo.name} value={values.redirectTo} />
        {/* eslint-disable jsx-a11y/no-autofocus -- the page is for nothing but this form */}
        <TextField
          field={fields.url}
          autoFocus={next === "url"}
          label="Server address"
          hint="Where your search server answers."
          type="text"
          inputMode="url"
          autoComplete="url"
          spellCheck={false}
        />
        <TextField
          field={fields.username}
          autoFocus={next === "username"}
          label="User name"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <TextField
          field={fields.password}
          autoFocus={next === "password"}
          label="Password"
          type="password"
          autoComplete="current-password"
        />
        {/* eslint-enable jsx-a11y/no-autofocus */}
        <Button tone="primary" className="mt-1 w-full">
          {busy ? "Signing in…" : "Sign in"}
        </Button>
      </ServerForm>
    </PlainPage>
  );
}

function Below({ lite }: { lite: boolean }) {
  return (
    <>
      <span className="block">No account on this server?</span>
      <Link to="/signup" className="link">
        Sign up
      </Link>
      {" · "}
      <Link to="/install" className="link">
        Install your own
      </Link>
      {" · "}
      <PageForm method="post" action="/resources/preferences" reloadDocument className="inline">
        <input type="hidden" name="redirectTo" value="/login" />
        <button name="lite" value={lite ? "off" : "on"} className="link">
          {lite ? "Full pages" : "Lite pages"}
        </button>
      </PageForm>
    </>
  );
}

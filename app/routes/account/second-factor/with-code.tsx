import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/forms/form-boundary";
import { FormEnd } from "~/components/forms/form-end";
import { formReply } from "~/components/forms/reply.server";
import { ServerForm } from "~/components/forms/server-form";
import { useServerForm } from "~/components/forms/use-server-form";
import { PageHeader } from "~/components/ui/page/page-header";
import { answerForm } from "~/server/form-action.server";
import type { Handle } from "~/navigation/handle";
import { redirect } from "~/server/redirect.server";
import { change } from "~/services/platform/changes/change.server";
import { keepForPage } from "~/services/account/second-factor/kept.server";
import {
  asOwn,
  beginFactor,
  ownGate,
  readFactor,
  toRenewCodes,
  toTurnOff,
} from "~/services/account/second-factor/own.server";
import { requireScope, type Scope } from "~/session/scope.server";
import { redirectWithFlash } from "~/sessions.server";
import { CodeField } from "./code-field";
import { codeConstraint, CodeSchema, type CodeShape } from "./code-form.server";
import { factorCrumbs, factorPath } from "./paths";
import { codeRefused } from "./refused.server";

// Three pages that each take a code of the present second factor: a session alone must not change it.

const pages = {
  "new-codes": {
    title: "New recovery codes",
    description: "The old ones are refused from then on.",
    submit: "Generate new codes",
    what: "No new recovery codes were generated.",
  },
  replace: {
    title: "Use another device",
    description: "The present one is valid until you have entered a code of the other.",
    submit: "Continue",
    what: "No other device was set up.",
  },
  off: {
    title: "Turn off your second factor",
    description: "Your password alone signs you in again, here and in every program.",
    submit: "Turn off",
    what: "The second factor was not turned off.",
  },
} as const;
type Page = keyof typeof pages;

function pageIn(pathname: string): Page {
  const name = pathname
    .replace(/\.data$/, "")
    .split("/")
    .at(-1);
  return name === "new-codes" || name === "replace" ? name : "off";
}

export const handle: Handle = { crumbs: ({ pathname }) => factorCrumbs(pages[pageIn(pathname)].title)() };
export const meta: MetaFunction = ({ location }) => [{ title: pages[pageIn(location.pathname)].title }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, null, context);
  const factor = await readFactor(scope);
  if (!factor?.active) throw redirect(factorPath());
  return { page: pageIn(new URL(request.url).pathname), constraint: codeConstraint, gate: ownGate(scope) };
}

type Work = { scope: Scope; request: Request; code: string };

const work: Record<Page, (work: Work) => Promise<Response>> = {
  async "new-codes"({ scope, request, code }) {
    const { session, context } = scope;
    const { value } = await change(asOwn(scope), toRenewCodes({ session, code }));
    return redirect(factorPath("codes"), {
      headers: { "Set-Cookie": keepForPage({ request, context, session, codes: value.recovery_codes }) },
    });
  },
  async replace({ scope, request, code }) {
    const { session, context } = scope;
    const begun = await beginFactor(scope, code);
    return redirect(factorPath("set-up"), {
      headers: { "Set-Cookie": keepForPage({ request, context, session, begun }) },
    });
  },
  async off({ scope, request, code }) {
    const changed = await change(asOwn(scope), toTurnOff({ session: scope.session, code }));
    return redirectWithFlash({ request, to: factorPath(), text: "Your second factor is off.", changed });
  },
};

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  const page = pageIn(new URL(request.url).pathname);
  const { what } = pages[page];
  return answerForm(args, {
    right: null,
    what,
    run: async ({ scope, form }) => {
      const submission = parseWithZod(form, { schema: CodeSchema });
      if (submission.status !== "success") return formReply(submission, { intent: page });
      try {
        return await work[page]({ scope, request, code: submission.value.code });
      } catch (error) {
        return codeRefused(error, submission, { intent: page, what });
      }
    },
  });
}

export default function WithCodeScreen() {
  const { page, constraint, gate } = useLoaderData<typeof loader>();
  const { form, fields, busy } = useServerForm<CodeShape>({ id: `factor-${page}`, intent: page, constraint });
  const { title, description, submit } = pages[page];
  return (
    <div className="max-w-form">
      <PageHeader title={title} description={description} />
      <ServerForm form={form} intent={page} labels={{ code: "Code" }}>
        <CodeField field={fields.code} kind="either" focus />
        <FormEnd
          label={submit}
          busy={busy}
          cancelTo={factorPath()}
          gate={gate}
          tone={page === "off" ? "danger" : "primary"}
        />
      </ServerForm>
    </div>
  );
}

export { FormBoundary as ErrorBoundary };

import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { TextField } from "~/components/forms/field";
import { FormBoundary } from "~/components/forms/form-boundary";
import { FormEnd } from "~/components/forms/form-end";
import { formReply } from "~/components/forms/reply.server";
import { ServerForm } from "~/components/forms/server-form";
import { useServerForm } from "~/components/forms/use-server-form";
import { PageHeader } from "~/components/ui/page/page-header";
import { PlaceNav } from "~/components/ui/page/place-nav";
import { answerForm } from "~/server/form-action.server";
import type { Handle } from "~/navigation/handle";
import { levelRef, screenPath } from "~/navigation/paths";
import { redirect } from "~/server/redirect.server";
import { getPayable, toTellUse } from "~/services/billing/plan.server";
import { change } from "~/services/platform/changes/change.server";
import { shownRequest } from "~/services/platform/changes/shown.server";
import { requireScope } from "~/session/scope.server";
import { redirectWithFlash } from "~/sessions.server";
import { answersOf, usageConstraint, UsageSchema, type UsageShape } from "./form.server";
import { usageFields, usageLabels } from "./usage-fields";
import { nothingPayable } from "./words";

const INTENT = "tell-usage";

export const handle: Handle = { screen: "billing", crumbs: () => [{ label: "Usage details" }] };
export const meta: MetaFunction = () => [{ title: "Usage details · Billing" }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "billing", context);
  const found = await getPayable(scope);
  if (found === null || found.answers === null) throw redirect(screenPath(scope, "billing"));
  const { answers } = found;
  const values = Object.fromEntries(usageFields.map(({ name }) => [name, textOf(answers[name])]));
  const asked = shownRequest(scope, toTellUse({ answers: {}, before: answers }));
  return {
    at: levelRef(params["appName"]),
    values,
    constraint: usageConstraint,
    gate: scope.may("billing:write"),
    request: asked,
  };
}

const textOf = (value: unknown) => (typeof value === "string" || typeof value === "number" ? String(value) : "");

export async function action(args: ActionFunctionArgs) {
  return answerForm(args, {
    right: "billing",
    what: "The usage details were not saved.",
    run: async ({ scope, form }) => {
      const submission = parseWithZod(form, { schema: UsageSchema });
      if (submission.status !== "success") return formReply(submission, { intent: INTENT });
      const before = (await getPayable(scope))?.answers ?? null;
      if (before === null) return formReply(submission, { intent: INTENT, formErrors: [nothingPayable] });
      const changed = await change(scope, toTellUse({ answers: answersOf(submission.value), before }));
      return redirectWithFlash({
        request: args.request,
        to: screenPath(scope, "billing"),
        text: "Usage details saved.",
        changed,
      });
    },
  });
}

export default function UsageScreen() {
  const { at, values, constraint, gate, request } = useLoaderData<typeof loader>();
  const { form, fields, busy } = useServerForm<UsageShape>({
    id: "usage",
    intent: INTENT,
    constraint,
    defaultValue: values,
  });
  const back = screenPath(at, "billing");
  return (
    <div className="max-w-form">
      <PlaceNav backTo={back} backLabel="Billing" place={null} />
      <PageHeader title="Usage details" description="Your account service receives them. Answer what you like." />
      <ServerForm form={form} intent={INTENT} labels={usageLabels}>
        {usageFields.map(({ name, label }) => (
          <TextField key={name} field={fields[name]} label={label} />
        ))}
        <FormEnd label="Save" busy={busy} gate={gate} cancelTo={back} request={request} />
      </ServerForm>
    </div>
  );
}

export { FormBoundary as ErrorBoundary };

import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/forms/form-boundary";
import { PageHeader } from "~/components/ui/page/page-header";
import { levelRef } from "~/navigation/paths";
import { requireScope } from "~/session/scope.server";
import { answerRule } from "./_parts/editor/form.server";
import { loadRule } from "./_parts/editor/load.server";
import { RuleForm } from "./_parts/editor/rule-form";
import { NEW, rules } from "./_parts/thing";

export const handle = rules.beside("New", { takes: "texts" });
export const meta = rules.meta("New");

const ref = () => ({ id: NEW });

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, rules, context);
  return { page: await loadRule({ request, scope, ref: ref() }), at: levelRef(params["appName"]) };
}

export async function action(args: ActionFunctionArgs) {
  return answerRule(args, ref);
}

export default function NewRuleScreen() {
  const { page, at } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title="Create rule" />
      <RuleForm
        key={JSON.stringify(page.values)}
        page={page}
        isNew
        cancelTo={rules.path(at)}
        orderTo={rules.path(at)}
      />
    </>
  );
}

export { FormBoundary as ErrorBoundary };

import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/detail-kit";
import { PageHeader } from "~/components/kit";
import type { Handle } from "~/navigation/handle";
import { levelRef, screenPath } from "~/navigation/paths";
import { permissionsOf } from "~/navigation/sections";
import { requireScope } from "~/session/scope.server";
import { RuleForm } from "./_parts/editor/form-screen";
import { answerRule } from "./_parts/editor/form.server";
import { loadRule } from "./_parts/editor/load.server";
import { NEW } from "./_parts/paths";
import { ruleTitle } from "./_parts/screen";

export const handle: Handle = { takes: "texts", screen: "rules", crumbs: () => [{ label: "New" }] };
export const meta: MetaFunction = () => [{ title: ruleTitle("New") }];

const ref = () => ({ id: NEW });

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, permissionsOf("rules"), context);
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
      <RuleForm key={JSON.stringify(page.values)} page={page} isNew cancelTo={screenPath(at, "rules")} orderTo={screenPath(at, "rules")} />
    </>
  );
}

export { FormBoundary as ErrorBoundary };

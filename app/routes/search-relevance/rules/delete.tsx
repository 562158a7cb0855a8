import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { DeletePage } from "~/components/editor/delete-page";
import { FormBoundary } from "~/components/forms/form-boundary";
import { rulePages } from "./_parts/rule.server";
import { rules } from "./_parts/thing";

export const handle = rules.one("Delete");
export const meta = rules.meta(({ name }) => `Delete ${name}`);

export async function loader(args: LoaderFunctionArgs) {
  return rulePages.loadDelete(args);
}

export async function action(args: ActionFunctionArgs) {
  return rulePages.takeDelete(args, { listOf: (scope) => rules.path(scope) });
}

export default function DeleteRuleScreen() {
  const { page } = useLoaderData<typeof loader>();
  return <DeletePage page={page} description="Searches are answered without it from then on." />;
}

export { FormBoundary as ErrorBoundary };

import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { DeletePage } from "~/components/editor/delete-page";
import { FormBoundary } from "~/components/detail-kit";
import "~/components/kit";
import type { Handle } from "~/navigation/handle";
import { screenPath } from "~/navigation/paths";
import { rulePages } from "./_parts/rule.server";
import { ruleCrumbs, ruleIdOf, ruleTitle } from "./_parts/screen";

export const handle: Handle = { screen: "rules", crumbs: ruleCrumbs("Delete") };
export const meta: MetaFunction = ({ location }) => [{ title: ruleTitle(`Delete ${ruleIdOf(location.pathname)}`) }];

export async function loader(args: LoaderFunctionArgs) {
  return rulePages.loadDelete(args);
}

export async function action(args: ActionFunctionArgs) {
  return rulePages.takeDelete(args, { listOf: (scope) => screenPath(scope, "rules") });
}

export default function DeleteRuleScreen() {
  const { page } = useLoaderData<typeof loader>();
  return <DeletePage page={page} description="Searches are answered without it from then on." />;
}

export { FormBoundary as ErrorBoundary };

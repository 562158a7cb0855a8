import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/detail-kit";
import "~/components/kit";
import { answerForm } from "~/form-action.server";
import type { Handle } from "~/navigation/handle";
import { loadStart, startKept } from "./_parts/plans.server";
import { StartPage } from "./_parts/start-page";

export const handle: Handle = { screen: "", crumbs: () => [{ label: "Re-index" }] };
export const meta: MetaFunction = ({ params }) => [{ title: `Re-index · ${params["appName"]}` }];

export async function loader(args: LoaderFunctionArgs) {
  return loadStart(args, "reindex");
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  return answerForm(args, { right: "develop", what: "The index was not re-indexed.", run: ({ scope }) => startKept({ request, scope, screen: "reindex" }) });
}

export default function StartReindexScreen() {
  return <StartPage {...useLoaderData<typeof loader>()} />;
}

export { FormBoundary as ErrorBoundary };

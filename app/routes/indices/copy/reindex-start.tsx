import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/forms/form-boundary";
import { answerForm } from "~/server/form-action.server";
import { type Handle, titled } from "~/navigation/handle";
import { loadStart, startKept } from "../_parts/plans.server";
import { StartPage } from "./_parts/start-page";

export const handle: Handle = { screen: "", crumbs: () => [{ label: "Re-index" }] };
export const meta = titled("Re-index");

export async function loader(args: LoaderFunctionArgs) {
  return loadStart(args, "reindex");
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  return answerForm(args, {
    right: "develop",
    what: "The index was not re-indexed.",
    run: ({ scope }) => startKept({ request, scope, screen: "reindex" }),
  });
}

export default function StartReindexScreen() {
  return <StartPage {...useLoaderData<typeof loader>()} />;
}

export { FormBoundary as ErrorBoundary };

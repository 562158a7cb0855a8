import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/forms/form-boundary";
import { answerForm } from "~/server/form-action.server";
import { type Handle, titled } from "~/navigation/handle";
import { loadStart, startKept } from "../_parts/plans.server";
import { StartPage } from "./_parts/start-page";

export const handle: Handle = { screen: "", crumbs: () => [{ label: "Clone" }] };
export const meta = titled("Clone");

export async function loader(args: LoaderFunctionArgs) {
  return loadStart(args, "clone");
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  return answerForm(args, {
    right: "develop",
    what: "The index was not cloned.",
    run: ({ scope }) => startKept({ request, scope, screen: "clone" }),
  });
}

export default function StartCloneScreen() {
  return <StartPage {...useLoaderData<typeof loader>()} />;
}

export { FormBoundary as ErrorBoundary };

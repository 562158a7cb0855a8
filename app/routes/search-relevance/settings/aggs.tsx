import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/forms/form-boundary";
import { answerForm } from "~/server/form-action.server";
import { type Handle, titled } from "~/navigation/handle";
import { loadSettings, savingOf } from "./_parts/screen.server";
import { SettingsScreen } from "./_parts/settings-screen";

export const handle: Handle = { screen: "aggs" };
export const meta = titled("Aggregations");

export async function loader(args: LoaderFunctionArgs) {
  return loadSettings(args, "aggs");
}

export async function action(args: ActionFunctionArgs) {
  return answerForm(args, savingOf(args, "aggs"));
}

export default function AggsSettingsScreen() {
  return <SettingsScreen screen="aggs" title="Aggregations" loaded={useLoaderData<typeof loader>()} />;
}

export { FormBoundary as ErrorBoundary };

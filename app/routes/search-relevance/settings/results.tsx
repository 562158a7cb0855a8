import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/forms/form-boundary";
import { answerForm } from "~/server/form-action.server";
import { type Handle, titled } from "~/navigation/handle";
import { loadSettings, savingOf } from "./_parts/screen.server";
import { SettingsScreen } from "./_parts/settings-screen";

export const handle: Handle = { screen: "results" };
export const meta = titled("Results");

export async function loader(args: LoaderFunctionArgs) {
  return loadSettings(args, "results");
}

export async function action(args: ActionFunctionArgs) {
  return answerForm(args, savingOf(args, "results"));
}

export default function ResultsSettingsScreen() {
  return <SettingsScreen screen="results" title="Results" loaded={useLoaderData<typeof loader>()} />;
}

export { FormBoundary as ErrorBoundary };

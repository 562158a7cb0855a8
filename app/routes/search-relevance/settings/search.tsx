import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/forms/form-boundary";
import { answerForm } from "~/server/form-action.server";
import { type Handle, titled } from "~/navigation/handle";
import { loadSettings, savingOf } from "./_parts/screen.server";
import { SettingsScreen } from "./_parts/settings-screen";

export const handle: Handle = { screen: "search" };
export const meta = titled("Search");

export async function loader(args: LoaderFunctionArgs) {
  return loadSettings(args, "search");
}

export async function action(args: ActionFunctionArgs) {
  return answerForm(args, savingOf(args, "search"));
}

export default function SearchSettingsScreen() {
  return <SettingsScreen screen="search" title="Search" loaded={useLoaderData<typeof loader>()} />;
}

export { FormBoundary as ErrorBoundary };

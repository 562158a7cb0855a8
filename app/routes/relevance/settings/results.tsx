import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/detail-kit";
import "~/components/kit";
import { answerForm } from "~/form-action.server";
import type { Handle } from "~/navigation/handle";
import { SettingsScreen } from "./_parts/screen";
import { loadSettings, savingOf } from "./_parts/screen.server";

export const handle: Handle = { screen: "results" };
export const meta: MetaFunction = ({ params }) => [{ title: `Results · ${params["appName"]}` }];

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

import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/detail-kit";
import "~/components/kit";
import { answerForm } from "~/form-action.server";
import type { Handle } from "~/navigation/handle";
import { SettingsScreen } from "./_parts/screen";
import { loadSettings, savingOf } from "./_parts/screen.server";

export const handle: Handle = { screen: "aggs" };
export const meta: MetaFunction = ({ params }) => [{ title: `Aggregations · ${params["appName"]}` }];

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

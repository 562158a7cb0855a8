import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/detail-kit";
import "~/components/kit";
import type { Handle } from "~/navigation/handle";
import { OpenStatePage } from "./_parts/open-state";
import { changeOpenState, loadOpenState } from "./_parts/open-state.server";
import "~/components/kit";
export const handle: Handle = { screen: "", crumbs: () => [{ label: "Close" }] };
export const meta: MetaFunction = ({ params }) => [{ title: `Close · ${params["appName"]}` }];

export async function loader(args: LoaderFunctionArgs) {
  return loadOpenState(args, false);
}

export async function action(args: ActionFunctionArgs) {
  return changeOpenState(args, false);
}

export default function CloseIndexScreen() {
  const page = useLoaderData<typeof loader>();
  return <OpenStatePage {...page} open={false} />;
}

export { FormBoundary as ErrorBoundary };

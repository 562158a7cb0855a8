import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/forms/form-boundary";
import type { Handle } from "~/navigation/handle";
import { titled } from "~/navigation/handle";
import { OpenStatePage } from "./_parts/open-state";
import { changeOpenState, loadOpenState } from "./_parts/open-state.server";
export const handle: Handle = { screen: "", crumbs: () => [{ label: "Close" }] };
export const meta = titled("Close");

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

import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/forms/form-boundary";
import type { Handle } from "~/navigation/handle";
import { titled } from "~/navigation/handle";
import { OpenStatePage } from "./_parts/open-state";
import { changeOpenState, loadOpenState } from "./_parts/open-state.server";
export const handle: Handle = { screen: "", crumbs: () => [{ label: "Open" }] };
export const meta = titled("Open");

export async function loader(args: LoaderFunctionArgs) {
  return loadOpenState(args, true);
}

export async function action(args: ActionFunctionArgs) {
  return changeOpenState(args, true);
}

export default function OpenIndexScreen() {
  const page = useLoaderData<typeof loader>();
  return <OpenStatePage {...page} open={true} />;
}

export { FormBoundary as ErrorBoundary };

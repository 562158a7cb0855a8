import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ConfirmPage } from "~/components/forms/confirm-page";
import type { Handle } from "~/navigation/handle";
import { appLevel, clusterLevel, screenPath } from "~/navigation/paths";
import { requireScope } from "~/scope.server";
import { setIndexOpen } from "~/services/indices/manage.server";
import { redirectWithFlash } from "~/sessions.server";
import { requireIndex } from "./_parts/require-index.server";

export const handle: Handle = { screen: "", crumbs: () => [{ label: "Close" }] };
export const meta: MetaFunction = ({ params }) => [{ title: `Close · ${params["appName"]}` }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "develop", context);
  const { name, index } = await requireIndex(scope);
  return { name, index };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const scope = await requireScope(request, params, "develop", context);
  const { name } = await requireIndex(scope);
  await setIndexOpen(scope, { index: name, open: false });
  return redirectWithFlash({ request, to: screenPath(clusterLevel), text: `Index ${name} is closed. It can be opened again from its row.` });
}

export default function CloseIndexScreen() {
  const { name } = useLoaderData<typeof loader>();
  return (
    <ConfirmPage
      title={`Close the index ${name}?`}
      consequencesTitle="What will happen"
      consequences={<p className="mt-1">Nothing is lost: the documents stay on disk. But searches and writes on it fail until it is opened again, and search pages that use it show errors meanwhile.</p>}
      intent="close-index"
      submitLabel="Close index"
      cancelTo={screenPath(appLevel(name))}
    />
  );
}

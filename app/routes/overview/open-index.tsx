import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ConfirmPage } from "~/components/forms/confirm-page";
import type { Handle } from "~/navigation/handle";
import { appLevel, clusterLevel, screenPath } from "~/navigation/paths";
import { requireScope } from "~/scope.server";
import { setIndexOpen } from "~/services/indices/manage.server";
import { redirectWithFlash } from "~/sessions.server";
import { requireIndex } from "./_parts/require-index.server";

export const handle: Handle = { screen: "", crumbs: () => [{ label: "Open" }] };
export const meta: MetaFunction = ({ params }) => [{ title: `Open · ${params["appName"]}` }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "develop", context);
  const { name, index } = await requireIndex(scope);
  return { name, index };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const scope = await requireScope(request, params, "develop", context);
  const { name } = await requireIndex(scope);
  await setIndexOpen(scope, { index: name, open: true });
  return redirectWithFlash({ request, to: screenPath(appLevel(name)), text: `Index ${name} is open.` });
}

export default function OpenIndexScreen() {
  const { name } = useLoaderData<typeof loader>();
  return (
    <ConfirmPage
      title={`Open the index ${name}?`}
      consequencesTitle="What will happen"
      consequences={<p className="mt-1">It is read from disk and answers searches again. That may take some seconds when it is large.</p>}
      intent="open-index"
      submitLabel="Open index"
      tone="primary"
      cancelTo={screenPath(clusterLevel)}
    />
  );
}

import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { DeletePage } from "~/components/editor/delete-page";
import { FormBoundary } from "~/components/detail-kit";
import "~/components/kit";
import { deleteOne, loadDelete } from "~/editor/delete.server";
import { answerForm } from "~/form-action.server";
import type { Handle } from "~/navigation/handle";
import { clusterLevel, screenPath } from "~/navigation/paths";
import { requireScope } from "~/session/scope.server";
import { templateRef, templates } from "./editable.server";
import { templateCrumbs, templateLabel } from "./template-crumbs";

export const handle: Handle = { screen: "", crumbs: templateCrumbs("Delete") };
export const meta: MetaFunction = ({ location }) => [{ title: `Delete ${templateLabel(location.pathname)} · Templates · Cluster` }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "develop", context);
  const ref = templateRef(request);
  return { ref, page: await loadDelete({ request, scope, editable: templates, ref }) };
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  return answerForm(args, {
    right: "develop",
    what: "The template was not deleted.",
    run: ({ scope, form }) =>
      deleteOne({ request, scope, editable: templates, ref: templateRef(request) }, { form, listPath: screenPath(clusterLevel, "templates") }),
  });
}

export default function DeleteTemplateScreen() {
  const { page } = useLoaderData<typeof loader>();
  return <DeletePage page={page} description="New indices no longer get it; existing ones stay as they are." />;
}

export { FormBoundary as ErrorBoundary };

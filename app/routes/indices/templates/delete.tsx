import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { DeletePage } from "~/components/editor/delete-page";
import { FormBoundary } from "~/components/detail-kit";
import "~/components/kit";
import type { Handle } from "~/navigation/handle";
import { clusterLevel, screenPath } from "~/navigation/paths";
import { settle } from "~/services/http/settle.server";
import { requireScope } from "~/session/scope.server";
import { templatePages, templateRef } from "./editable.server";
import { allComponents } from "./list.server";
import { templateCrumbs, templateLabel } from "./template-names";

export const handle: Handle = { screen: "", crumbs: templateCrumbs("Delete") };
export const meta: MetaFunction = ({ location }) => [{ title: `Delete ${templateLabel(location.pathname)} · Templates · Cluster` }];

export async function loader(args: LoaderFunctionArgs) {
  const { request, params, context } = args;
  const loaded = await templatePages.loadDelete(args);
  const { kind, name } = loaded.ref;
  const components = kind === "component" ? await settle(allComponents(await requireScope(request, params, "develop", context))) : null;
  return { ...loaded, users: components?.ok ? (components.value?.find((one) => one.name === name)?.users ?? []) : [] };
}

export async function action(args: ActionFunctionArgs) {
  const { kind } = templateRef(args.request);
  return templatePages.takeDelete(args, { listOf: () => screenPath(clusterLevel, kind === "component" ? "templates/components" : "templates") });
}

export default function DeleteTemplateScreen() {
  const { page, users } = useLoaderData<typeof loader>();
  const inUse = `Used by ${users.join(", ")}: remove it from ${users.length === 1 ? "that template" : "those templates"} first, or the server refuses.`;
  return <DeletePage page={page} description={users.length > 0 ? inUse : "New indices no longer get it; existing ones stay as they are."} />;
}

export { FormBoundary as ErrorBoundary };

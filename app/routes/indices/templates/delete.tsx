import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { DeletePage } from "~/components/editor/delete-page";
import { FormBoundary } from "~/components/forms/form-boundary";
import { type Handle, titled } from "~/navigation/handle";
import { clusterLevel, screenPath } from "~/navigation/paths";
import { settle } from "~/services/platform/http/settle.server";
import { requireScope } from "~/session/scope.server";
import { templatePages, templateRef } from "./editable.server";
import { allComponents } from "./list.server";
import { families, templateCrumbs, templateTitle } from "./template-names";

export const handle: Handle = { screen: "", crumbs: templateCrumbs("Delete") };
export const meta = titled(templateTitle("Delete"), families.index.title);

export async function loader(args: LoaderFunctionArgs) {
  const { request, params, context } = args;
  const loaded = await templatePages.loadDelete(args);
  const { kind, name } = loaded.ref;
  const components =
    kind === "component" ? await settle(allComponents(await requireScope(request, params, "develop", context))) : null;
  return { ...loaded, users: components?.ok ? (components.value?.find((one) => one.name === name)?.users ?? []) : [] };
}

export async function action(args: ActionFunctionArgs) {
  const { kind } = templateRef(args.request);
  return templatePages.takeDelete(args, {
    listOf: () => screenPath(clusterLevel, families[kind === "component" ? "component" : "index"].list),
  });
}

export default function DeleteTemplateScreen() {
  const { page, users } = useLoaderData<typeof loader>();
  const inUse = `Used by ${users.join(", ")}: remove it from ${users.length === 1 ? "that template" : "those templates"} first, or the server refuses.`;
  return (
    <DeletePage
      page={page}
      description={users.length > 0 ? inUse : "New indices no longer get it; existing ones stay as they are."}
    />
  );
}

export { FormBoundary as ErrorBoundary };

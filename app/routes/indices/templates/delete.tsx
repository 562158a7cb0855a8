import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Fragment } from "react";
import { DeletePage } from "~/components/editor/delete-page";
import { FormBoundary } from "~/components/forms/form-boundary";
import { Notice } from "~/components/ui/message/notice";
import { Name } from "~/components/ui/name";
import type { Gate } from "~/lib/access-control/gate";
import { countOf } from "~/lib/values/numbers";
import { type Handle, titled } from "~/navigation/handle";
import { clusterLevel, screenPath } from "~/navigation/paths";
import { settle } from "~/services/platform/http/settle.server";
import { requireScope } from "~/session/scope.server";
import { templatePages, templateRef } from "./editable.server";
import { allComponents } from "./list.server";
import { families, templateCrumbs, templatePage, templateTitle } from "./template-names";

export const handle: Handle = { screen: "", crumbs: templateCrumbs("Delete") };
export const meta = titled(templateTitle("Delete"), families.index.title);

/** The server deletes no component template that is in use. */
function gateOf(gate: Gate, users: readonly string[]): Gate {
  if (!gate.ok || users.length === 0) return gate;
  return {
    ok: false,
    because: "in-use",
    missing: `Used by ${users.join(", ")}`,
    who: "whoever edits those templates",
    help: `Remove it from ${users.length === 1 ? "that template" : "those templates"} first.`,
  };
}

export async function loader(args: LoaderFunctionArgs) {
  const { request, params, context } = args;
  const loaded = await templatePages.loadDelete(args);
  const { kind, name } = loaded.ref;
  const components =
    kind === "component" ? await settle(allComponents(await requireScope(request, params, "develop", context))) : null;
  const users = components?.ok ? (components.value?.find((one) => one.name === name)?.users ?? []) : [];
  return { ...loaded, users, page: { ...loaded.page, gate: gateOf(loaded.page.gate, users) } };
}

export async function action(args: ActionFunctionArgs) {
  const { kind } = templateRef(args.request);
  return templatePages.takeDelete(args, {
    listOf: () => screenPath(clusterLevel, families[kind === "component" ? "component" : "index"].list),
  });
}

export default function DeleteTemplateScreen() {
  const { page, users } = useLoaderData<typeof loader>();
  return (
    <>
      {users.length > 0 && (
        <Notice tone="warn">
          {countOf(users.length, "index template")} {users.length === 1 ? "is" : "are"} composed of it:{" "}
          {users.map((name, at) => (
            <Fragment key={name}>
              {at > 0 && ", "}
              <Name to={templatePage({ kind: "composable", name }, "edit")}>{name}</Name>
            </Fragment>
          ))}
          . Remove it there first.
        </Notice>
      )}
      <DeletePage page={page} description="New indices no longer get it; existing ones stay as they are." />
    </>
  );
}

export { FormBoundary as ErrorBoundary };

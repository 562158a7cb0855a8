import { stringifyJson } from "@common/json";
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { CodeBlock, DefinitionList, NamedList } from "~/components/detail-kit";
import { Card, GatedLink, PageHeader } from "~/components/kit";
import { scalarText } from "~/lib/json/scalar";
import { componentView, templateView } from "~/lib/template-match";
import type { Handle } from "~/navigation/handle";
import { clusterLevel, screenPath } from "~/navigation/paths";
import { settle } from "~/services/http/settle.server";
import { listTemplates } from "~/services/templates/read.server";
import { requireScope } from "~/session/scope.server";
import { requireTemplate, templateRef } from "./editable.server";
import { templateCrumbs, templateLabel } from "./template-names";

export const handle: Handle = { screen: "", crumbs: templateCrumbs() };
export const meta: MetaFunction = ({ location }) => [{ title: `${templateLabel(location.pathname)} · Component templates · Cluster` }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "develop", context);
  const template = await requireTemplate(scope, templateRef(request));
  const users = await settle(listTemplates(scope, "composable"));
  return {
    view: componentView(template, users.ok ? (users.value ?? []).map(templateView) : []),
    known: users.ok,
    version: template.body["version"] === undefined ? null : scalarText(template.body["version"]),
    text: stringifyJson(template.body, 2),
    gate: scope.may("indices:write"),
  };
}

export default function ComponentScreen() {
  const { view, known, version, text, gate } = useLoaderData<typeof loader>();
  const { name, parts, users } = view;
  const page = (under: string) => screenPath(clusterLevel, "templates", { rest: ["component", name, under] });
  return (
    <>
      <PageHeader
        title={<span className="[overflow-wrap:anywhere]">{name}</span>}
        actions={
          <>
            <GatedLink gate={gate} label="Delete…" to={page("delete")} tone="danger-outline" />
            <GatedLink gate={gate} label="Edit" to={page("edit")} tone="primary" />
          </>
        }
      />
      <div className="mb-6 grid gap-4 large:grid-cols-2">
        <Card title="Details">
          <div className="mt-2">
            <DefinitionList
              items={[
                { label: "Kind", value: "Component template" },
                { label: "Contains", value: parts.length === 0 ? "Nothing yet" : parts.join(", ") },
                { label: "Version", value: version },
              ]}
            />
          </div>
        </Card>
        {known && (
          <Card title="Used by">
            <div className="mt-2">
              {users.length === 0 ? (
                <p className="text-muted">No index template is composed of it.</p>
              ) : (
                <NamedList
                  total={users.length}
                  items={users.map((user) => ({ key: user, name: user, to: screenPath(clusterLevel, "templates", { rest: ["composable", user] }) }))}
                />
              )}
            </div>
          </Card>
        )}
      </div>
      <CodeBlock label="Component template" text={text} lineNumbers wrapSwitch />
    </>
  );
}

import { stringifyJson } from "@common/json";
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { CodeBlock, DefinitionList, NamedList } from "~/components/detail-kit";
import { Card, GatedLink, PageHeader } from "~/components/kit";
import { scalarText } from "~/lib/json/scalar";
import { countOf } from "~/lib/numbers";
import { meets, templatesFor, templateView } from "~/lib/template-match";
import { appLevel, clusterLevel, screenPath } from "~/navigation/paths";
import type { Handle } from "~/navigation/handle";
import { settle } from "~/services/http/settle.server";
import { requireScope } from "~/session/scope.server";
import { requireTemplate, templateRef } from "./editable.server";
import { allTemplates, shownIndices } from "./list.server";
import { ComponentLinks, kindNames, templateCrumbs, templateLabel } from "./template-names";

/** Names of indices that a page lists. */
const MOST_NAMED = 20;

export const handle: Handle = { screen: "", crumbs: templateCrumbs() };
export const meta: MetaFunction = ({ location }) => [{ title: `${templateLabel(location.pathname)} · Templates · Cluster` }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "develop", context);
  const { kind, name } = templateRef(request);
  // They have a page of their own.
  if (kind === "component") throw new Response(`There is no template called ${name}.`, { status: 404 });
  const template = await requireTemplate(scope, { kind, name });
  const view = templateView({ ...template, kind });
  const [all, indices] = await Promise.all([settle(allTemplates(scope)), settle(shownIndices(scope))]);
  const met = indices.ok ? indices.value.filter((index) => meets(view, index)) : null;
  const wins = (index: string) => !all.ok || templatesFor(all.value.views, index).some(({ kind, name }) => kind === view.kind && name === view.name);
  return {
    view,
    version: template.body["version"] === undefined ? null : scalarText(template.body["version"]),
    isStream: template.body["data_stream"] !== undefined,
    text: stringifyJson(template.body, 2),
    met: met && { total: met.length, named: met.slice(0, MOST_NAMED), losing: met.filter((index) => !wins(index)).length },
    gate: scope.may("indices:write"),
  };
}

export default function TemplateScreen() {
  const { view, version, isStream, text, met, gate } = useLoaderData<typeof loader>();
  const { kind, name, patterns, rank, components } = view;
  const page = (under: string) => screenPath(clusterLevel, "templates", { rest: [kind, name, under] });
  return (
    <>
      <PageHeader
        title={<span className="[overflow-wrap:anywhere]">{name}</span>}
        description={`${kindNames[kind]} for ${patterns.join(", ")}.`}
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
                { label: "Kind", value: kindNames[kind] },
                { label: "Patterns", value: <span className="font-mono text-code">{patterns.join(", ")}</span> },
                { label: kind === "composable" ? "Priority" : "Order", value: rank },
                { label: "Composed of", value: components.length === 0 ? null : <ComponentLinks names={components} /> },
                { label: "Creates", value: isStream ? "Data streams" : "Indices" },
                { label: "Version", value: version },
              ]}
            />
          </div>
        </Card>
        {met && (
          <Card title="Matching indices">
            <div className="mt-2">
              {met.total === 0 ? (
                <p className="text-muted">None of the existing indices matches its patterns.</p>
              ) : (
                <NamedList total={met.total} items={met.named.map((index) => ({ key: index, name: index, to: screenPath(appLevel(index)) }))} />
              )}
              <p className="mt-2 text-13 text-muted">
                They stay as they are; created again, they would get this template.
                {met.losing > 0 && ` For ${countOf(met.losing, "of them", "of them")} another template wins.`}
              </p>
            </div>
          </Card>
        )}
      </div>
      <CodeBlock label="Template" text={text} lineNumbers wrapSwitch />
    </>
  );
}

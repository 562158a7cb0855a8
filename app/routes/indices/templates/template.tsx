import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { stringifyJson } from "@common/text/json";
import { Card } from "~/components/ui/card";
import { DefinitionList } from "~/components/ui/definition-list";
import { GatedLink } from "~/components/ui/message/gated";
import { MoreMenu } from "~/components/ui/message/more-menu";
import { Name } from "~/components/ui/name";
import { NamedList } from "~/components/ui/named-list";
import { PageHeader } from "~/components/ui/page/page-header";
import { CodeBlock } from "~/components/ui/request/code-block";
import { countOf } from "~/lib/values/numbers";
import { type Handle, titled } from "~/navigation/handle";
import { appLevel, screenPath } from "~/navigation/paths";
import { requireScope } from "~/session/scope.server";
import { requireTemplate, templateRef } from "./editable.server";
import { type ComponentFacts, factsOf, type TemplateFacts } from "./facts.server";
import { ComponentLinks, familyTitle, kindNames, templateCrumbs, templatePage, templateTitle } from "./template-names";

export const handle: Handle = { screen: "", crumbs: templateCrumbs() };
export const meta = titled(templateTitle(), familyTitle);

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "develop", context);
  const template = await requireTemplate(scope, templateRef(request));
  return {
    facts: await factsOf(scope, template),
    text: stringifyJson(template.body, 2),
    gate: scope.may("indices:write"),
  };
}

export default function TemplateScreen() {
  const { facts, text, gate } = useLoaderData<typeof loader>();
  const { kind, name } = facts;
  return (
    <>
      <PageHeader
        title={<Name>{name}</Name>}
        description={kind === "component" ? undefined : `${kindNames[kind]} for ${facts.patterns.join(", ")}.`}
        actions={
          <>
            <MoreMenu entries={[{ gate, to: templatePage(facts, "delete"), label: "Delete…", danger: true }]} />
            <GatedLink gate={gate} label="Edit" to={templatePage(facts, "edit")} tone="primary" />
          </>
        }
      />
      <div className="mb-6 grid gap-4 large:grid-cols-2">
        {facts.kind === "component" ? <ComponentCards of={facts} /> : <TemplateCards of={facts} />}
      </div>
      <CodeBlock label={kind === "component" ? kindNames.component : "Template"} text={text} lineNumbers wrapSwitch />
    </>
  );
}

function ComponentCards({ of: { parts, users, version } }: { of: ComponentFacts }) {
  return (
    <>
      <Card title="Details">
        <div className="mt-2">
          <DefinitionList
            items={[
              { label: "Kind", value: kindNames.component },
              { label: "Contains", value: parts.length === 0 ? "Nothing yet" : parts.join(", ") },
              { label: "Version", value: version },
            ]}
          />
        </div>
      </Card>
      {users && (
        <Card title="Used by">
          <div className="mt-2">
            {users.length === 0 ? (
              <p className="text-muted">No index template is composed of it.</p>
            ) : (
              <NamedList
                total={users.length}
                items={users.map((name) => ({ key: name, name, to: templatePage({ kind: "composable", name }) }))}
              />
            )}
          </div>
        </Card>
      )}
    </>
  );
}

function TemplateCards({ of: { kind, patterns, rank, components, isStream, version, met } }: { of: TemplateFacts }) {
  return (
    <>
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
              <NamedList
                total={met.total}
                items={met.named.map((index) => ({ key: index, name: index, to: screenPath(appLevel(index)) }))}
              />
            )}
            <p className="mt-2 text-13 text-muted">
              They stay as they are; created again, they would get this template.
              {met.losing > 0 && ` For ${countOf(met.losing, "of them", "of them")} another template wins.`}
            </p>
          </div>
        </Card>
      )}
    </>
  );
}

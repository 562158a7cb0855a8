import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
// With the pages of a template, whose names it shares: one file for all.
import "~/components/detail-kit";
import {
  type Column,
  DataTable,
  EmptyState,
  GatedLink,
  LinkButton,
  ListFilters,
  Notice,
  PageHeader,
  PlainLink,
  StatusBadge,
  TableFooter,
  useAddress,
} from "~/components/kit";
import { pageOf } from "~/lib/address";
import { countOf, formatNumber } from "~/lib/numbers";
import type { Handle } from "~/navigation/handle";
import { clusterLevel, screenPath } from "~/navigation/paths";
import { leaveLongAddress } from "~/redirect.server";
import { requireScope } from "~/session/scope.server";
import { listTemplateRows, type TemplateRow } from "./list.server";
import { templateList } from "./templates-address";
import { WhatItGets } from "./what-it-gets";
import { ComponentLinks, kindBadges, kindNames } from "./template-names";

export const handle: Handle = { screen: "", crumbs: () => [{ label: "Templates" }] };
export const meta: MetaFunction = () => [{ title: "Templates · Cluster" }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "develop", context);
  const here = templateList.at(request);
  leaveLongAddress(request, here);
  const { rows, ...rest } = await listTemplateRows(scope, here.state);
  return { ...rest, list: pageOf(rows, here.state), gate: scope.may("indices:write") };
}

const columns: readonly Column<TemplateRow>[] = [
  {
    key: "name",
    label: "Template",
    className: "min-w-[9rem]",
    render: ({ kind, name }) => (
      <PlainLink to={screenPath(clusterLevel, "templates", { rest: [kind, name] })} className="link [overflow-wrap:anywhere]">
        {name}
      </PlainLink>
    ),
  },
  {
    key: "kind",
    label: "Kind",
    narrow: "badge",
    render: ({ kind }) => <StatusBadge tone={kind === "composable" ? "info" : "neutral"}>{kindBadges[kind]}</StatusBadge>,
  },
  {
    key: "patterns",
    label: "Patterns",
    narrow: "own",
    render: ({ patterns }) => <span className="font-mono text-code [overflow-wrap:anywhere]">{patterns.join(", ")}</span>,
  },
  { key: "rank", label: "Priority", align: "right", narrow: "named", render: ({ rank }) => formatNumber(rank) },
  {
    key: "components",
    label: "Composed of",
    narrow: "named",
    roomy: true,
    render: ({ components }) => (components.length === 0 ? null : <ComponentLinks names={components} />),
  },
  { key: "indices", label: "Indices", align: "right", narrow: "named", render: ({ indices }) => formatNumber(indices) },
];

const kinds = (["composable", "legacy"] as const).map((value) => ({ value, label: kindNames[value] }));

export default function TemplatesScreen() {
  const { list, missing, hidden, total, gets, gate } = useLoaderData<typeof loader>();
  const here = useAddress(templateList);
  const create = screenPath(clusterLevel, "templates/new");
  const managed = here.state.managed;
  return (
    <>
      <PageHeader
        title="Templates"
        description={`${countOf(total, "template")} for new indices. Existing indices stay as they are.`}
        actions={
          <>
            <LinkButton to={screenPath(clusterLevel, "templates/components")}>Component templates</LinkButton>
            <GatedLink gate={gate} label="Create template" to={create} tone="primary" />
          </>
        }
      />
      {missing.map((kind) => (
        <Notice key={kind} tone="info">
          This server does not offer {kindNames[kind].toLowerCase()}s.
        </Notice>
      ))}
      <ListFilters
        here={here}
        filters={[
          { name: "q", label: "Filter by name or pattern", chip: (text) => `Contains ${text}` },
          { name: "kind", label: "Kind", options: kinds, any: "Any kind" },
        ]}
        remarks={list.remarks}
        aside={
          (hidden > 0 || managed) && (
            <PlainLink to={here.href({ managed: !managed })} className="link">
              {managed ? "Hide managed templates" : `Show ${countOf(hidden, "managed template")}`}
            </PlainLink>
          )
        }
      />
      <DataTable
        caption="Templates"
        columns={columns}
        rows={list.rows}
        rowKey={({ kind, name }) => `${kind}/${name}`}
        footer={
          <TableFooter here={here} page={list.page} total={list.total} shown={list.rows.length} noun={["template", "templates"]} sizes={[50, 100, 250]} />
        }
        empty={
          here.holds("q", "kind") ? (
            <EmptyState title="No template matches" action={<LinkButton to="?">Clear all filters</LinkButton>} />
          ) : (
            <EmptyState title="No templates yet" action={<GatedLink gate={gate} label="Create template" to={create} />}>
              <p>A template gives settings, mappings and aliases to every new index whose name fits its patterns.</p>
            </EmptyState>
          )
        }
      />
      <WhatItGets here={here} gets={gets} />
    </>
  );
}

import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
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
  TableFooter,
  useAddress,
} from "~/components/kit";
import { pageOf } from "~/lib/address";
import { countOf } from "~/lib/numbers";
import type { ComponentView } from "~/lib/template-match";
import type { Handle } from "~/navigation/handle";
import { clusterLevel, screenPath } from "~/navigation/paths";
import { leaveLongAddress } from "~/redirect.server";
import { requireScope } from "~/session/scope.server";
import { componentList } from "./components-address";
import { allComponents } from "./list.server";

export const handle: Handle = {
  screen: "",
  crumbs: () => [{ label: "Templates", to: screenPath(clusterLevel, "templates") }, { label: "Component templates" }],
};
export const meta: MetaFunction = () => [{ title: "Component templates · Cluster" }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "develop", context);
  const here = componentList.at(request);
  leaveLongAddress(request, here);
  const { q, managed } = here.state;
  const all = await allComponents(scope);
  const shown = (all ?? []).filter((view) => managed || !view.managed);
  const rows = shown.filter(({ name }) => name.toLowerCase().includes(q.toLowerCase()));
  return {
    list: pageOf(rows, here.state),
    offered: all !== null,
    total: shown.length,
    hidden: (all ?? []).length - shown.length,
    gate: scope.may("indices:write"),
  };
}

const columns: readonly Column<ComponentView>[] = [
  {
    key: "name",
    label: "Component template",
    render: ({ name }) => (
      <PlainLink to={screenPath(clusterLevel, "templates", { rest: ["component", name] })} className="link [overflow-wrap:anywhere]">
        {name}
      </PlainLink>
    ),
  },
  { key: "parts", label: "Contains", narrow: "own", render: ({ parts }) => parts.join(", ") },
  {
    key: "users",
    label: "Used by",
    narrow: "named",
    render: ({ users }) => (users.length === 0 ? null : <span title={users.join(", ")}>{countOf(users.length, "template")}</span>),
  },
];

export default function ComponentsScreen() {
  const { list, offered, total, hidden, gate } = useLoaderData<typeof loader>();
  const here = useAddress(componentList);
  const create = screenPath(clusterLevel, "templates/components/new");
  const { managed } = here.state;
  return (
    <>
      <PageHeader
        title="Component templates"
        description={`${countOf(total, "component template")} to compose index templates of.`}
        actions={<GatedLink gate={gate} label="Create component template" to={create} tone="primary" />}
      />
      {!offered && <Notice tone="info">This server does not offer component templates.</Notice>}
      <ListFilters
        here={here}
        filters={[{ name: "q", label: "Filter by name", chip: (text) => `Contains ${text}` }]}
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
        caption="Component templates"
        columns={columns}
        rows={list.rows}
        rowKey={({ name }) => name}
        footer={
          <TableFooter here={here} page={list.page} total={list.total} shown={list.rows.length} noun={["template", "templates"]} sizes={[50, 100, 250]} />
        }
        empty={
          here.holds("q") ? (
            <EmptyState title="No component template matches" action={<LinkButton to="?">Clear all filters</LinkButton>} />
          ) : (
            <EmptyState title="No component templates yet" action={<GatedLink gate={gate} label="Create component template" to={create} />}>
              <p>Settings, mappings and aliases that several index templates have in common.</p>
            </EmptyState>
          )
        }
      />
    </>
  );
}

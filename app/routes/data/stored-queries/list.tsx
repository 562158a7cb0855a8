import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { type Column, DataTable, EmptyState, Gated, GatedLink, LinkButton, ListFilters, Menu, MenuLink, PageHeader, PlainLink } from "~/components/kit";
import { TableFooter, useAddress } from "~/components/kit";
import { NotOffered } from "~/components/ui/message/not-offered";
import { CopyRequest } from "~/components/ui/request/copy-button";
import { updatedColumn, usedColumn, UsageMissing } from "~/components/ui/table/usage-columns";
import type { Gate } from "~/lib/access/gate";
import type { Handle } from "~/navigation/handle";
import { type LevelRef, levelRef, screenPath } from "~/navigation/paths";
import { permissionsOf } from "~/navigation/sections";
import { leaveLongAddress } from "~/redirect.server";
import { requireScope } from "~/session/scope.server";
import { loadQueries, type QueryRow } from "./_parts/list.server";
import { queryList, queryPath, queryTitle } from "./_parts/screen";

export const handle: Handle = { screen: "stored-queries" };
export const meta: MetaFunction = ({ params }) => [{ title: queryTitle(params) }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, permissionsOf("stored-queries"), context);
  const here = queryList.at(request);
  leaveLongAddress(request, here);
  return { list: await loadQueries(scope, here.state), gate: scope.may("stored-queries:write"), at: levelRef(params["appName"]) };
}

const columnsAt = (at: LevelRef, gate: Gate): Column<QueryRow>[] => [
  {
    key: "name",
    label: "Name",
    sort: "name",
    className: "large:min-w-[12rem]",
    render: ({ id, description }) => (
      <>
        {/* In a block of its own, so that it is not a link within a text. */}
        <div>
          <PlainLink to={queryPath(at, id)} className="link [overflow-wrap:anywhere]">
            {id}
          </PlainLink>
        </div>
        <div className="line-clamp-2 max-w-[32rem] text-12 font-normal text-muted [overflow-wrap:anywhere]">{description || "No description"}</div>
      </>
    ),
  },
  { key: "index", label: "Index", sort: "index", narrow: "fact", render: ({ index }) => <span className="[overflow-wrap:anywhere]">{index}</span> },
  { ...usedColumn(), sort: "used", firstOrder: "desc" },
  { ...updatedColumn((row: QueryRow) => row.updatedAt ?? row.createdAt), sort: "updated", firstOrder: "desc" },
  { key: "actions", label: "Actions", hideLabel: true, align: "right", room: 3, render: (row) => <QueryActions row={row} at={at} gate={gate} /> },
];

function QueryActions({ row: { id, curl }, at, gate }: { row: QueryRow; at: LevelRef; gate: Gate }) {
  return (
    <Menu label={<span className="sign">…</span>} name={`Actions for ${id}`}>
      <MenuLink to={queryPath(at, id, "execute")}>Execute</MenuLink>
      <CopyRequest text={curl} label="Copy as curl" />
      <Gated gate={gate} look="menu" label="Edit, clone, delete">
        <MenuLink to={queryPath(at, id, "edit")}>Edit</MenuLink>
        <MenuLink to={screenPath(at, "stored-queries/new", { query: { from: id } })}>Clone</MenuLink>
        <MenuLink to={queryPath(at, id, "delete")} danger>
          Delete…
        </MenuLink>
      </Gated>
    </Menu>
  );
}

export default function StoredQueriesScreen() {
  const { list, gate, at } = useLoaderData<typeof loader>();
  const here = useAddress(queryList);
  if (list === null) {
    return (
      <NotOffered title="Stored queries" lacks="has no stored queries" action={<LinkButton to={screenPath(at, "search-preview")}>Search preview</LinkButton>}>
        {" "}
        The search preview works here too.
      </NotOffered>
    );
  }
  const toNew = screenPath(at, "stored-queries/new");
  return (
    <>
      <PageHeader
        title="Stored queries"
        description="Searches with placeholders. Applications run them by name."
        actions={<GatedLink gate={gate} to={toNew} label="Create stored query" tone="primary" />}
      />
      {list.all > 0 && (
        <ListFilters
          here={here}
          filters={[{ name: "q", label: "Search name, index and description", chip: (text) => `Contains ${text}` }]}
          remarks={list.remarks}
        />
      )}
      <DataTable
        caption="Stored queries"
        here={here}
        columns={columnsAt(at, gate)}
        rows={list.rows}
        rowKey={(row) => row.id}
        footer={<TableFooter here={here} page={list.page} total={list.total} shown={list.rows.length} noun={["stored query", "stored queries"]} />}
        empty={
          list.all > 0 ? (
            <EmptyState title="No stored query matches" action={<LinkButton to="?">Clear all filters</LinkButton>} />
          ) : (
            <EmptyState title="No stored queries yet">
              <p>Store a search once and call it by name: its text stays on the server, and only parameters are sent.</p>
            </EmptyState>
          )
        }
      />
      {list.usageMissing && <UsageMissing />}
    </>
  );
}

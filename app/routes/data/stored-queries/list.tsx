import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LinkButton } from "~/components/ui/button";
import { useAddress } from "~/components/ui/filter/use-address";
import { MenuLink } from "~/components/ui/menu";
import { Gated, GatedLink } from "~/components/ui/message/gated";
import { NotOffered } from "~/components/ui/message/not-offered";
import { Name } from "~/components/ui/name";
import { CopyRequest } from "~/components/ui/request/copy-button";
import type { Column } from "~/components/ui/table/data-table";
import { actionsColumn, ListPage } from "~/components/ui/table/list-page";
import { updatedColumn, usedColumn, UsageMissing } from "~/components/ui/table/usage-columns";
import type { Gate } from "~/lib/access-control/gate";
import { type LevelRef, levelRef, screenPath } from "~/navigation/paths";
import { leaveLongAddress } from "~/server/redirect.server";
import { requireScope } from "~/session/scope.server";
import { queryList } from "./_parts/addresses";
import { loadQueries, type QueryRow } from "./_parts/list.server";
import { storedQueries } from "./_parts/thing";

export const handle = storedQueries.list();
export const meta = storedQueries.meta();

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, storedQueries, context);
  const here = queryList.at(request);
  leaveLongAddress(request, here);
  return {
    list: await loadQueries(scope, here.state),
    gate: scope.may("stored-queries:write"),
    at: levelRef(params["appName"]),
  };
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
          <Name to={storedQueries.path(at, { id })}>{id}</Name>
        </div>
        <Name as="div" className="line-clamp-2 max-w-[32rem] text-12 font-normal text-muted">
          {description || "No description"}
        </Name>
      </>
    ),
  },
  { key: "index", label: "Index", sort: "index", narrow: "fact", render: ({ index }) => <Name>{index}</Name> },
  { ...usedColumn(), sort: "used", firstOrder: "desc" },
  { ...updatedColumn((row: QueryRow) => row.updatedAt ?? row.createdAt), sort: "updated", firstOrder: "desc" },
  actionsColumn(
    ({ id }) => id,
    ({ id, curl }) => (
      <>
        <MenuLink to={storedQueries.path(at, { id, page: "execute" })}>Execute</MenuLink>
        <CopyRequest text={curl} label="Copy as curl" />
        <Gated gate={gate} look="menu" label="Edit, clone, delete">
          <MenuLink to={storedQueries.path(at, { id, page: "edit" })}>Edit</MenuLink>
          <MenuLink to={storedQueries.path(at, { page: "new", query: { from: id } })}>Clone</MenuLink>
          <MenuLink to={storedQueries.path(at, { id, page: "delete" })} danger>
            Delete…
          </MenuLink>
        </Gated>
      </>
    ),
  ),
];

export default function StoredQueriesScreen() {
  const { list, gate, at } = useLoaderData<typeof loader>();
  const here = useAddress(queryList);
  if (list === null) {
    const action = <LinkButton to={screenPath(at, "search-preview")}>Search preview</LinkButton>;
    return (
      <NotOffered title={storedQueries.title} lacks="has no stored queries" action={action}>
        {" "}
        The search preview works here too.
      </NotOffered>
    );
  }
  const toNew = storedQueries.path(at, { page: "new" });
  return (
    <ListPage
      thing={storedQueries}
      here={here}
      list={list}
      columns={columnsAt(at, gate)}
      rowKey={({ id }) => id}
      description="Searches with placeholders. Applications run them by name."
      actions={<GatedLink gate={gate} to={toNew} label="Create stored query" tone="primary" />}
      search="Search name, index and description"
      empty={{
        text: "Store a search once and call it by name: its text stays on the server, and only parameters are sent.",
      }}
      below={list.usageMissing && <UsageMissing />}
    />
  );
}

import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { EmptyState, GatedLink, LinkButton, ListFilters, PageHeader, TableFooter, useAddress } from "~/components/kit";
import { pageOf } from "~/lib/address";
import { countOf } from "~/lib/numbers";
import type { Handle } from "~/navigation/handle";
import { levelRef, screenPath } from "~/navigation/paths";
import { leaveLongAddress } from "~/redirect.server";
import { requireScope } from "~/session/scope.server";
import { AliasTable } from "./alias-table";
import { aliasList } from "./aliases-address";
import { listAliasRows } from "./list.server";

export const handle: Handle = { screen: "", crumbs: () => [{ label: "Aliases" }] };
export const meta: MetaFunction = ({ params }) => [{ title: `Aliases · ${params["appName"] ?? "Cluster"}` }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "develop", context);
  const here = aliasList.at(request);
  leaveLongAddress(request, here);
  const { rows, names, indices } = await listAliasRows(scope, here.state);
  return { ...pageOf(rows, here.state), names, indices, gate: scope.may("indices:write"), at: levelRef(params["appName"]) };
}

const kinds = [
  { value: "filter", label: "With a filter" },
  { value: "routing", label: "With routing" },
  { value: "write", label: "Write index" },
];

export default function AliasesScreen() {
  const { rows, total, page, remarks, names, indices, gate, at } = useLoaderData<typeof loader>();
  const here = useAddress(aliasList);
  const add = screenPath(at, "aliases/edit");
  return (
    <>
      <PageHeader
        title="Aliases"
        description={`${countOf(names, "alias", "aliases")} of ${at.level === "app" ? at.app : countOf(indices, "index", "indices")}.`}
        actions={
          <>
            <GatedLink gate={gate} label="Switch alias" to={screenPath(at, "aliases/switch")} />
            <GatedLink gate={gate} label="Add alias" to={add} tone="primary" />
          </>
        }
      />
      <ListFilters
        here={here}
        filters={[
          { name: "q", label: "Filter by name", chip: (text) => `Name contains ${text}` },
          { name: "has", label: "Aliases with", options: kinds, any: "All aliases" },
        ]}
        remarks={remarks}
      />
      <AliasTable
        rows={rows}
        at={at}
        gate={gate}
        footer={<TableFooter here={here} page={page} total={total} shown={rows.length} noun={["alias", "aliases"]} sizes={[50, 100, 250]} />}
        empty={
          here.holds("q", "has") ? (
            <EmptyState title="No alias matches" action={<LinkButton to="?">Clear all filters</LinkButton>} />
          ) : (
            <EmptyState title="No aliases yet" action={<GatedLink gate={gate} label="Add alias" to={add} />}>
              <p>An alias is another name for one or several indices. Readers that use it can be switched to a new index without a change of theirs.</p>
            </EmptyState>
          )
        }
      />
    </>
  );
}

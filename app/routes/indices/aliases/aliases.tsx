import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useAddress } from "~/components/ui/filter/use-address";
import { GatedLink } from "~/components/ui/message/gated";
import { ListPage } from "~/components/ui/table/list-page";
import { countOf } from "~/lib/values/numbers";
import { type Handle, titled } from "~/navigation/handle";
import { levelRef, screenPath } from "~/navigation/paths";
import { leaveLongAddress } from "~/server/redirect.server";
import { requireScope } from "~/session/scope.server";
import { aliasColumns } from "./alias-columns";
import { aliasList } from "./aliases-address";
import { loadAliases } from "./list.server";

const words = {
  title: "Aliases",
  noun: "alias",
  plural: "aliases",
  empty: { none: "No aliases yet", matches: "No alias matches" },
};

export const handle: Handle = { screen: "", crumbs: () => [{ label: words.title }] };
export const meta = titled(words.title);

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "develop", context);
  const here = aliasList.at(request);
  leaveLongAddress(request, here);
  return {
    ...(await loadAliases(scope, here.state)),
    gate: scope.may("indices:write"),
    at: levelRef(params["appName"]),
  };
}

const kinds = [
  { value: "filter", label: "With a filter" },
  { value: "routing", label: "With routing" },
  { value: "write", label: "Write index" },
];

export default function AliasesScreen() {
  const { list, names, indices, gate, at } = useLoaderData<typeof loader>();
  const here = useAddress(aliasList);
  const add = screenPath(at, "aliases/edit");
  return (
    <ListPage
      thing={words}
      here={here}
      list={list}
      columns={aliasColumns({ at, gate })}
      rowKey={({ alias, index }) => `${alias}/${index}`}
      description={`${countOf(names, "alias", "aliases")} of ${at.level === "app" ? at.app : countOf(indices, "index", "indices")}.`}
      actions={
        <>
          <GatedLink gate={gate} label="Switch alias" to={screenPath(at, "aliases/switch")} />
          <GatedLink gate={gate} label="Add alias" to={add} tone="primary" />
        </>
      }
      search="Filter by name"
      searchChip={(text) => `Name contains ${text}`}
      filters={[{ name: "has", label: "Aliases with", options: kinds, any: "All aliases" }]}
      filtersStay
      sizes={[50, 100, 250]}
      empty={{
        text: "An alias is another name for one or several indices. Readers that use it can be switched to a new index without a change of theirs.",
        action: <GatedLink gate={gate} label="Add alias" to={add} />,
      }}
    />
  );
}

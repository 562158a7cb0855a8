import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LinkButton } from "~/components/ui/button";
import { useAddress } from "~/components/ui/filter/use-address";
import { GatedLink } from "~/components/ui/message/gated";
import { MoreMenu } from "~/components/ui/message/more-menu";
import { NotOffered } from "~/components/ui/message/not-offered";
import { PlainLink } from "~/components/ui/plain-link";
import { ListPage } from "~/components/ui/table/list-page";
import { countOf } from "~/lib/values/numbers";
import { levelRef, screenPath } from "~/navigation/paths";
import { SYNONYMS_EVERYWHERE } from "~/services/search-relevance/acting-words";
import { leaveLongAddress } from "~/server/redirect.server";
import { requireScope } from "~/session/scope.server";
import { DraftBar } from "../_parts/draft-bar";
import { synonymList } from "./_parts/addresses";
import { columnsAt } from "./_parts/columns";
import { InUse } from "./_parts/in-use";
import { loadSynonyms } from "./_parts/list.server";
import { synonyms } from "./_parts/thing";

export const handle = synonyms.list();
export const meta = synonyms.meta();

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, synonyms, context);
  const here = synonymList.at(request);
  leaveLongAddress(request, here);
  return {
    list: await loadSynonyms(scope, { request, state: here.state }),
    gate: scope.may("synonyms:write"),
    at: levelRef(params["appName"]),
  };
}

const types = [
  { value: "equivalent", label: "Two-way" },
  { value: "one-way", label: "One-way" },
];

/** "2 groups, all applied": what is not is told below, with the next step. */
function facts({ kept, inForce, actsAtOnce }: { kept: number; inForce: boolean; actsAtOnce: boolean }) {
  const count = countOf(kept, "group");
  if (!inForce) return count;
  return `${count}, all applied${actsAtOnce ? `. ${SYNONYMS_EVERYWHERE}` : ""}`;
}

export default function SynonymsScreen() {
  const { list, gate, at } = useLoaderData<typeof loader>();
  const here = useAddress(synonymList);
  if (list === null) return <NotOffered title="Synonyms" lacks="keeps no synonyms" />;
  const file = `/resources${screenPath(at, "synonyms/file").slice("/app".length)}${here.search}`;
  const deleteAll = synonyms.path(at, { page: "delete-all" });
  const add = <GatedLink gate={gate} to={synonyms.path(at, { page: "new" })} label="Add synonyms" tone="primary" />;
  return (
    <>
      <ListPage
        thing={synonyms}
        here={here}
        list={list}
        columns={columnsAt({ at, gate, list })}
        rowKey={({ id }) => id}
        actions={
          <>
            {list.all > 0 && <MoreMenu entries={[{ gate, to: deleteAll, label: "Delete all…", danger: true }]} />}
            {!list.actsAtOnce && <LinkButton to={synonyms.path(at, { page: "apply" })}>Publish…</LinkButton>}
            {list.all > 0 && add}
          </>
        }
        description={list.kept > 0 && facts(list)}
        search="Search words"
        filters={[{ name: "type", label: "Type", options: types, any: "Any type" }]}
        aside={
          <PlainLink to={file} reload className="link">
            Export CSV
          </PlainLink>
        }
        empty={{
          title: "No synonyms yet",
          text: "With a group, a search for sci-fi finds science fiction.",
          action: add,
        }}
      >
        <InUse {...list} at={at} />
      </ListPage>
      <DraftBar index={list.name} draft={list.draft} />
    </>
  );
}

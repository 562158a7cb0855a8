import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LinkButton } from "~/components/ui/button";
import { useAddress } from "~/components/ui/filter/use-address";
import { MenuLink } from "~/components/ui/menu";
import { Gated, GatedLink } from "~/components/ui/message/gated";
import { NotOffered } from "~/components/ui/message/not-offered";
import { StatusBadge } from "~/components/ui/message/status-badge";
import { Name } from "~/components/ui/name";
import { PlainLink } from "~/components/ui/plain-link";
import type { Column } from "~/components/ui/table/data-table";
import { actionsColumn, ListPage } from "~/components/ui/table/list-page";
import type { Gate } from "~/lib/access-control/gate";
import { type LevelRef, levelRef, screenPath } from "~/navigation/paths";
import { leaveLongAddress } from "~/server/redirect.server";
import { requireScope } from "~/session/scope.server";
import { DraftBar } from "../_parts/draft-bar";
import { synonymList } from "./_parts/addresses";
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
    list: await loadSynonyms(scope, here.state),
    gate: scope.may("synonyms:write"),
    at: levelRef(params["appName"]),
  };
}

type Row = NonNullable<Awaited<ReturnType<typeof loader>>["list"]>["rows"][number];

const types = [
  { value: "equivalent", label: "Equivalent" },
  { value: "one-way", label: "One-way" },
];

const columnsAt = (at: LevelRef, gate: Gate): Column<Row>[] => [
  {
    key: "expression",
    label: "Expression",
    render: ({ expression, waits, was }) => (
      <>
        <Name className={`line-clamp-3 ${waits === "deleted" ? "text-muted line-through" : ""}`}>{expression}</Name>
        {waits !== null && (
          <span className="text-13 text-muted">
            <StatusBadge tone="warn">{waits}</StatusBadge> in your draft
            {was !== null && <Name>, live: {was}</Name>}
          </span>
        )}
      </>
    ),
  },
  {
    key: "type",
    label: "Type",
    room: 7,
    narrow: "badge",
    render: ({ type }) => <StatusBadge tone="neutral">{type === "one-way" ? "One-way" : "Equivalent"}</StatusBadge>,
  },
  actionsColumn(
    ({ expression }) => expression.slice(0, 60),
    ({ id, waits }) =>
      waits === "new" ? (
        <PlainLink to={screenPath(at, "search/review")} className="link">
          Review
        </PlainLink>
      ) : (
        <Gated gate={gate} look="menu" label="Edit, delete">
          <MenuLink to={synonyms.path(at, { id, page: "edit" })}>Edit</MenuLink>
          <MenuLink to={synonyms.path(at, { id, page: "delete" })} danger>
            Delete…
          </MenuLink>
        </Gated>
      ),
  ),
];

export default function SynonymsScreen() {
  const { list, gate, at } = useLoaderData<typeof loader>();
  const here = useAddress(synonymList);
  if (list === null) return <NotOffered title="Synonyms" lacks="keeps no synonyms" />;
  const file = `/resources${screenPath(at, "synonyms/file").slice("/app".length)}${here.search}`;
  const deleteAll = synonyms.path(at, { page: "delete-all" });
  return (
    <>
      <ListPage
        thing={synonyms}
        here={here}
        list={list}
        columns={columnsAt(at, gate)}
        rowKey={({ id }) => id}
        actions={
          <>
            {list.all > 0 && <GatedLink gate={gate} to={deleteAll} label="Delete all…" tone="danger-outline" />}
            {!list.actsAtOnce && <LinkButton to={synonyms.path(at, { page: "apply" })}>Apply…</LinkButton>}
            <GatedLink gate={gate} to={synonyms.path(at, { page: "new" })} label="Add synonyms" tone="primary" />
          </>
        }
        search="Search words"
        filters={[{ name: "type", label: "Type", options: types, any: "Any type" }]}
        aside={
          <PlainLink to={file} reload className="link">
            Export CSV
          </PlainLink>
        }
        empty={{ title: "No synonyms yet", text: "A search for one word of a group finds documents with the others." }}
      >
        <InUse {...list} at={at} />
      </ListPage>
      <DraftBar index={list.name} draft={list.draft} />
    </>
  );
}

import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { type Column, DataTable, EmptyState, Gated, GatedLink, LinkButton, ListFilters, Menu, MenuLink, Notice, PageHeader, PlainLink } from "~/components/kit";
import { StatusBadge, TableFooter, useAddress } from "~/components/kit";
import { NotOffered } from "~/components/ui/message/not-offered";
import type { Gate } from "~/lib/access/gate";
import { countOf } from "~/lib/numbers";
import type { Handle } from "~/navigation/handle";
import { type LevelRef, levelRef, screenPath } from "~/navigation/paths";
import { permissionsOf } from "~/navigation/sections";
import { leaveLongAddress } from "~/redirect.server";
import { requireScope } from "~/session/scope.server";
import { loadSynonyms } from "./_parts/list.server";
import { synonymList, synonymPath, synonymsPath, synonymsTitle } from "./_parts/screen";

export const handle: Handle = { screen: "synonyms" };
export const meta: MetaFunction = ({ params }) => [{ title: synonymsTitle(params) }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, permissionsOf("synonyms"), context);
  const here = synonymList.at(request);
  leaveLongAddress(request, here);
  return { list: await loadSynonyms(scope, here.state), gate: scope.may("synonyms:write"), at: levelRef(params["appName"]) };
}

type Loaded = NonNullable<Awaited<ReturnType<typeof loader>>["list"]>;
type Row = Loaded["rows"][number];

const types = [
  { value: "equivalent", label: "Equivalent" },
  { value: "one-way", label: "One-way" },
];

const columnsAt = (at: LevelRef, gate: Gate): Column<Row>[] => [
  { key: "expression", label: "Expression", render: ({ expression }) => <span className="line-clamp-3 [overflow-wrap:anywhere]">{expression}</span> },
  {
    key: "type",
    label: "Type",
    room: 7,
    narrow: "badge",
    render: ({ type }) => <StatusBadge tone="neutral">{type === "one-way" ? "One-way" : "Equivalent"}</StatusBadge>,
  },
  {
    key: "actions",
    label: "Actions",
    hideLabel: true,
    align: "right",
    room: 3,
    render: ({ id, expression }) => (
      <Menu label={<span className="sign">…</span>} name={`Actions for ${expression.slice(0, 60)}`}>
        <Gated gate={gate} look="menu" label="Edit, delete">
          <MenuLink to={synonymPath(at, id, "edit")}>Edit</MenuLink>
          <MenuLink to={synonymPath(at, id, "delete")} danger>
            Delete…
          </MenuLink>
        </Gated>
      </Menu>
    ),
  },
];

export default function SynonymsScreen() {
  const { list, gate, at } = useLoaderData<typeof loader>();
  const here = useAddress(synonymList);
  if (list === null) return <NotOffered title="Synonyms" lacks="keeps no synonyms" />;
  return (
    <>
      <PageHeader
        title="Synonyms"
        actions={
          <>
            {list.all > 0 && <GatedLink gate={gate} to={synonymsPath(at, "delete-all")} label="Delete all…" tone="danger-outline" />}
            <LinkButton to={synonymsPath(at, "apply")}>Apply…</LinkButton>
            <GatedLink gate={gate} to={synonymsPath(at, "new")} label="Add synonyms" tone="primary" />
          </>
        }
      />
      <InUse {...list} at={at} />
      {list.all > 0 && (
        <ListFilters
          here={here}
          filters={[
            { name: "q", label: "Search words", chip: (text) => `Contains ${text}` },
            { name: "type", label: "Type", options: types, any: "Any type" },
          ]}
          remarks={list.remarks}
          aside={
            <PlainLink to={`/resources${screenPath(at, "synonyms/file").slice("/app".length)}${here.search}`} reload className="link">
              Export CSV
            </PlainLink>
          }
        />
      )}
      <DataTable
        caption="Synonyms"
        columns={columnsAt(at, gate)}
        rows={list.rows}
        rowKey={({ id }) => id}
        footer={<TableFooter here={here} page={list.page} total={list.total} shown={list.rows.length} noun={["group", "groups"]} />}
        empty={
          list.all > 0 ? (
            <EmptyState title="No group matches" action={<LinkButton to="?">Clear all filters</LinkButton>} />
          ) : (
            <EmptyState title="No synonyms yet">
              <p>A search for one word of a group finds documents with the others.</p>
            </EmptyState>
          )
        }
      />
    </>
  );
}

/** Whether the searches of the index use what is listed. */
function InUse({ name, open, all, use, at }: Loaded & { at: LevelRef }) {
  if (!open) {
    return (
      <Notice tone="warn">
        {name} is closed, so it answers no searches.{" "}
        <PlainLink to={screenPath(at, "open")} className="font-semibold text-current underline">
          Open the index
        </PlainLink>
      </Notice>
    );
  }
  if (!use.ok) return <Notice tone="info">It is not known whether {name} uses these synonyms: its settings could not be read.</Notice>;
  const { missing, extra, older, without, named, off } = use.value;
  if (missing + extra > 0 || (older && all > 0)) {
    const parts = [missing > 0 ? `${countOf(missing, "group")} not in use yet` : "", extra > 0 ? `${countOf(extra, "group")} in use and not listed here` : ""];
    const lists = parts.filter((part) => part !== "").join(", ");
    return (
      <Notice tone="warn">
        {lists === "" ? `${name} has what is listed, but not all searches use it yet.` : `${name} does not use what is listed: ${lists}.`}{" "}
        <PlainLink to={synonymsPath(at, "apply")} className="font-semibold text-current underline">
          Apply the synonyms
        </PlainLink>
      </Notice>
    );
  }
  if (all === 0) return null;
  if (off) {
    return (
      <Notice tone="warn">
        {name} has what is listed, but “Use synonyms” is off. <SettingsLink at={at} />
      </Notice>
    );
  }
  if (without.length > 0) {
    const fields = without.length > SHOWN ? `${without.slice(0, SHOWN).join(", ")} and ${countOf(without.length - SHOWN, "more field")}` : without.join(", ");
    return (
      <Notice tone="warn">
        Searches use what is listed, but not in {fields}.{" "}
        {named ? (
          <SettingsLink at={at} />
        ) : (
          <PlainLink to={synonymsPath(at, "apply")} className="font-semibold text-current underline">
            Add the sub-field
          </PlainLink>
        )}
      </Notice>
    );
  }
  return <Notice tone="good">{name} uses what is listed.</Notice>;
}

const SHOWN = 5;

function SettingsLink({ at }: { at: LevelRef }) {
  return (
    <PlainLink to={screenPath(at, "search")} className="font-semibold text-current underline">
      Search settings
    </PlainLink>
  );
}

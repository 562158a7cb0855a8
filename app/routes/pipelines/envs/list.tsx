import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useAddress } from "~/components/ui/filter/use-address";
import { MenuLink } from "~/components/ui/menu";
import { Gated, GatedLink } from "~/components/ui/message/gated";
import { NotOffered } from "~/components/ui/message/not-offered";
import { PlanGatePanel } from "~/components/ui/message/plan-panel";
import { Name } from "~/components/ui/name";
import type { Column } from "~/components/ui/table/data-table";
import { actionsColumn, ListPage } from "~/components/ui/table/list-page";
import { updatedColumn } from "~/components/ui/table/usage-columns";
import type { Gate } from "~/lib/access-control/gate";
import { type LevelRef, levelRef } from "~/navigation/paths";
import { leaveLongAddress } from "~/server/redirect.server";
import { requireScope } from "~/session/scope.server";
import { globalEnvs, pipelines } from "../_parts/thing";
import { envList } from "./_parts/addresses";
import { type EnvRow, loadEnvs } from "./_parts/list.server";

export const handle = globalEnvs.list();
export const meta = globalEnvs.meta();

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, globalEnvs, context);
  const here = envList.at(request);
  leaveLongAddress(request, here);
  return {
    list: await loadEnvs(scope, here.state),
    gate: scope.may("pipelines:write"),
    at: levelRef(params["appName"]),
  };
}

const columnsAt = ({ at, gate }: { at: LevelRef; gate: Gate }): Column<EnvRow>[] => [
  {
    key: "name",
    label: "Variable",
    sort: "name",
    className: "large:min-w-[11rem]",
    render: ({ key, name }) => (
      <>
        <div>
          <Name to={globalEnvs.path(at, { id: key })}>{name}</Name>
        </div>
        <Name as="div" className="font-mono text-12 font-normal text-muted">
          {key}
        </Name>
      </>
    ),
  },
  {
    key: "value",
    label: "Value",
    narrow: "fact",
    room: 5,
    render: ({ isSet }) => (isSet ? <span className="text-muted">••••••</span> : null),
  },
  {
    key: "description",
    label: "Description",
    narrow: "own",
    roomy: true,
    render: ({ description }) => (description === "" ? null : <Name>{description}</Name>),
  },
  {
    key: "used",
    label: "Used by",
    narrow: "own",
    render: ({ usedBy }) => <UsedBy of={usedBy} at={at} />,
  },
  { ...updatedColumn((row: EnvRow) => row.updatedAt), sort: "updated" },
  actionsColumn(
    ({ name }) => name,
    ({ key }) => (
      <>
        <MenuLink to={globalEnvs.path(at, { id: key })}>Edit</MenuLink>
        <Gated gate={gate} look="menu" label="Delete">
          <MenuLink to={globalEnvs.path(at, { id: key, page: "delete" })} danger>
            Delete…
          </MenuLink>
        </Gated>
      </>
    ),
  ),
];

const MOST_NAMED = 3;

function UsedBy({ of, at }: { of: EnvRow["usedBy"]; at: LevelRef }) {
  if (of === null) return null;
  if (of.length === 0) return <span className="text-muted">no pipeline</span>;
  return (
    <>
      {of.slice(0, MOST_NAMED).map(({ id, name }, place) => (
        <span key={id}>
          {place > 0 && ", "}
          <Name to={pipelines.path(at, { id })}>{name}</Name>
        </span>
      ))}
      {of.length > MOST_NAMED && <span className="text-muted">{` and ${of.length - MOST_NAMED} more`}</span>}
    </>
  );
}

export default function GlobalEnvsScreen() {
  const { list, gate, at } = useLoaderData<typeof loader>();
  const here = useAddress(envList);
  if (list === null) return <NotOffered title={globalEnvs.title} lacks="has no global variables" />;
  const create = (
    <GatedLink gate={gate} to={globalEnvs.path(at, { page: "new" })} label="Create global variable" tone="primary" />
  );
  return (
    <ListPage
      thing={globalEnvs}
      here={here}
      list={list}
      columns={columnsAt({ at, gate })}
      rowKey={({ key }) => key}
      description="Pipelines find them in envs, by their key. Values are masked in logs, errors and trials."
      actions={create}
      search="Search key, label and description"
      empty={{ text: "Hosts, names and passwords that several pipelines use, each kept in one place." }}
    >
      <PlanGatePanel gate={gate} />
    </ListPage>
  );
}

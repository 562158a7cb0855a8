import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/forms/form-boundary";
import { ActionProblem, PlaceButtons, SwitchForm } from "~/components/relevance/list-parts";
import { useAddress } from "~/components/ui/filter/use-address";
import { MenuLink } from "~/components/ui/menu";
import { Gated, GatedLink } from "~/components/ui/message/gated";
import { NotOffered } from "~/components/ui/message/not-offered";
import { PlanGatePanel } from "~/components/ui/message/plan-panel";
import { DragHandle } from "~/components/ui/order/drag-handle";
import { useScripts } from "~/components/ui/order/use-drag";
import { useOrder } from "~/components/ui/order/use-order";
import type { Column } from "~/components/ui/table/data-table";
import { actionsColumn, ListPage } from "~/components/ui/table/list-page";
import { updatedColumn, usedColumn, UsageMissing } from "~/components/ui/table/usage-columns";
import type { Gate } from "~/lib/access-control/gate";
import { countOf } from "~/lib/values/numbers";
import { type LevelRef, levelRef } from "~/navigation/paths";
import { leaveLongAddress } from "~/server/redirect.server";
import { requireScope } from "~/session/scope.server";
import { pipelines } from "../_parts/thing";
import { pipelineList } from "./_parts/addresses";
import { PipelineName, PipelineRoutes, WentCell } from "./_parts/cells";
import { MOVE, SWITCH } from "./_parts/intents";
import { answerList } from "./_parts/list-action.server";
import { loadPipelines, loadWent, type PipelineRow } from "./_parts/list.server";

export const handle = pipelines.list();
export const meta = pipelines.meta();

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, pipelines, context);
  const here = pipelineList.at(request);
  leaveLongAddress(request, here);
  const list = await loadPipelines(scope, here.state);
  const went = list && (await loadWent(scope, { rows: list.rows, request }));
  return { list, went, gate: scope.may("pipelines:write"), at: levelRef(params["appName"]) };
}

export async function action(args: ActionFunctionArgs) {
  return answerList(args);
}

type Went = NonNullable<Awaited<ReturnType<typeof loadWent>>>;
type Around = { at: LevelRef; gate: Gate; drags: boolean; went: Went };

const columnsAt = ({ at, gate, drags, went }: Around): Column<PipelineRow>[] => [
  {
    key: "name",
    label: "Pipeline",
    className: "large:min-w-[11rem]",
    room: 12,
    render: (row) => <PipelineName row={row} at={at} />,
  },
  {
    key: "routes",
    label: "Routes",
    narrow: "own",
    className: "large:min-w-[17rem]",
    room: 18,
    render: (row) => <PipelineRoutes row={row} at={at} />,
  },
  {
    key: "order",
    label: "Order",
    narrow: "own",
    room: 9,
    render: ({ id, name, place, above, below }) => (
      <PlaceButtons intent={MOVE} order={null} {...{ id, name, place, above, below, gate }}>
        {drags && <DragHandle id={id} />}
      </PlaceButtons>
    ),
  },
  {
    key: "on",
    label: "Status",
    narrow: "own",
    room: 12,
    render: ({ id, name, enabled }) => (
      <SwitchForm intent={SWITCH} name={name} enabled={enabled} sent={{ id }} gate={gate} />
    ),
  },
  usedColumn(),
  {
    key: "time",
    label: "Time",
    align: "right",
    narrow: "named",
    yields: 2,
    room: 6,
    render: ({ id }) => <WentCell of={went} id={id} what="time" />,
  },
  {
    key: "errors",
    label: "Errors",
    align: "right",
    narrow: "named",
    yields: 3,
    render: ({ id }) => <WentCell of={went} id={id} what="errors" />,
  },
  { ...updatedColumn((row: PipelineRow) => row.updatedAt), yields: 1 },
  actionsColumn(
    ({ name }) => name,
    ({ id }) => (
      <>
        <MenuLink to={pipelines.path(at, { id })}>Open</MenuLink>
        <MenuLink to={pipelines.path(at, { id, page: "validate" })}>Validate</MenuLink>
        <MenuLink to={pipelines.path(at, { id, page: "versions" })}>Versions</MenuLink>
        <MenuLink to={pipelines.path(at, { id, page: "logs" })}>Logs</MenuLink>
        <Gated gate={gate} look="menu" label="Clone, delete">
          <MenuLink to={pipelines.path(at, { page: "new", query: { from: id } })}>Clone</MenuLink>
          <MenuLink to={pipelines.path(at, { id, page: "delete" })} danger>
            Delete…
          </MenuLink>
        </Gated>
      </>
    ),
  ),
];

const NOTHING = { ok: true, value: {} } as const;

export default function PipelinesScreen() {
  const { list, went, gate, at } = useLoaderData<typeof loader>();
  const here = useAddress(pipelineList);
  const { rows, box, over, form } = useOrder(list?.rows ?? [], ({ row, to }) => ({
    intent: MOVE,
    id: row.id,
    name: row.name,
    to: to.id,
  }));
  const drags = useScripts() && gate.ok && (list?.rows.length ?? 0) > 1;
  if (list === null) return <NotOffered title={pipelines.title} lacks="has no pipelines" />;
  return (
    <ListPage
      thing={pipelines}
      here={here}
      list={{ ...list, rows }}
      columns={columnsAt({ at, gate, drags, went: went ?? NOTHING })}
      rowKey={({ id }) => id}
      isSelected={({ id }) => id === over}
      description={
        list.total === 0
          ? "They answer a path by stages, in the place of the server's own routes."
          : `${countOf(list.on, "pipeline")} on. The first that matches answers, before the server's own routes.`
      }
      actions={
        <>
          <GatedLink gate={gate} to={pipelines.path(at, { page: "import" })} label="Import" />
          <GatedLink gate={gate} to={pipelines.path(at, { page: "new" })} label="Create pipeline" tone="primary" />
        </>
      }
      search="Search name, ID and path"
      filters={[
        {
          name: "status",
          label: "Status",
          any: "Any status",
          options: [
            { value: "on", label: "On" },
            { value: "off", label: "Off" },
          ],
        },
        {
          name: "method",
          label: "Method",
          any: "Any method",
          options: ["GET", "POST", "PUT", "PATCH", "DELETE"].map((method) => ({ value: method, label: method })),
        },
      ]}
      above={form}
      around={(table) => <div {...(drags ? box : {})}>{table}</div>}
      empty={{
        text: "A pipeline checks who asks, changes the question, searches, and changes the answer: without code on your own servers.",
      }}
      below={list.usageMissing && <UsageMissing />}
    >
      <PlanGatePanel gate={gate} />
      <ActionProblem />
    </ListPage>
  );
}

export { FormBoundary as ErrorBoundary };

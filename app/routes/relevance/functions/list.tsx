import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary, PlanGatePanel } from "~/components/detail-kit";
import { ActionProblem, PlaceButtons } from "~/components/relevance/list-parts";
import { type Column, DataTable, EmptyState, LinkButton, Notice, PageHeader, PlainLink } from "~/components/kit";
import type { Gate } from "~/lib/access/gate";
import { formatNumber } from "~/lib/numbers";
import type { Handle } from "~/navigation/handle";
import { type LevelRef, levelRef, screenPath } from "~/navigation/paths";
import { permissionsOf } from "~/navigation/sections";
import { requireScope } from "~/session/scope.server";
import { answerFunction } from "./_parts/action.server";
import { type ListedFunction, loadFunctions } from "./_parts/load.server";
import { functionCrumbs, functionPath, FunctionSwitch, functionTitle, MOVE_FUNCTION, NoFunctions, Replicas } from "./_parts/screen";

export const handle: Handle = { screen: "rules", crumbs: functionCrumbs() };
export const meta: MetaFunction = () => [{ title: functionTitle() }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, permissionsOf("rules"), context);
  return { list: await loadFunctions(scope), gate: scope.may("functions:write"), at: levelRef(params["appName"]) };
}

export async function action(args: ActionFunctionArgs) {
  return answerFunction(args);
}

const columnsAt = (at: LevelRef, gate: Gate): Column<ListedFunction>[] => [
  {
    key: "name",
    label: "Function",
    render: ({ name, image }) => (
      <>
        <PlainLink to={functionPath(at, name)} className="link [overflow-wrap:anywhere]">
          {name}
        </PlainLink>
        {image && <div className="font-mono text-12 font-normal text-muted [overflow-wrap:anywhere]">{image}</div>}
      </>
    ),
  },
  { key: "on", label: "Status", narrow: "own", room: 9, render: (row) => <FunctionSwitch of={row} gate={gate} /> },
  { key: "trigger", label: "Trigger", narrow: "own", render: ({ trigger }) => (trigger === "" ? null : <code className="text-12">{trigger}</code>) },
  {
    key: "rules",
    label: "Rules",
    align: "right",
    narrow: "fact",
    unit: ({ rules }) => (rules.length === 1 ? "rule" : "rules"),
    render: ({ rules }) => formatNumber(rules.length),
  },
  {
    key: "invocations",
    label: "Invocations",
    align: "right",
    narrow: "named",
    render: ({ invocations }) => (invocations === null ? null : formatNumber(invocations)),
  },
  { key: "replicas", label: "Replicas", align: "right", narrow: "named", render: ({ replicas }) => (replicas === null ? null : <Replicas of={replicas} />) },
  {
    key: "order",
    label: "Order",
    narrow: "own",
    room: 7,
    render: ({ name, place, order, above, below }) => <PlaceButtons intent={MOVE_FUNCTION} id={name} {...{ name, place, order, above, below, gate }} />,
  },
];

export default function FunctionsScreen() {
  const { list, gate, at } = useLoaderData<typeof loader>();
  if (list === null) return <NoFunctions at={at} />;
  return (
    <>
      <PageHeader
        title="Functions"
        description="Code that the server runs in a container of its own, where a rule calls it."
        actions={<LinkButton to={screenPath(at, "rules")}>Rules</LinkButton>}
      />
      <PlanGatePanel gate={gate} />
      <ActionProblem />
      {!list.health.ok && <Notice tone="warn">What runs the functions does not answer: rules that call one may be without effect.</Notice>}
      <DataTable
        caption="Functions"
        columns={columnsAt(at, gate)}
        rows={list.rows}
        rowKey={({ name }) => name}
        empty={
          <EmptyState title="No functions yet">
            <p>They are put on the server with its own tools.</p>
          </EmptyState>
        }
      />
    </>
  );
}

export { FormBoundary as ErrorBoundary };

import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/forms/form-boundary";
import { ActionProblem, PlaceButtons } from "~/components/relevance/list-parts";
import { LinkButton } from "~/components/ui/button";
import { EmptyState } from "~/components/ui/message/empty-state";
import { Notice } from "~/components/ui/message/notice";
import { PlanGatePanel } from "~/components/ui/message/plan-panel";
import { Name } from "~/components/ui/name";
import { PageHeader } from "~/components/ui/page/page-header";
import { type Column, DataTable } from "~/components/ui/table/data-table";
import type { Gate } from "~/lib/access-control/gate";
import { formatNumber } from "~/lib/values/numbers";
import { type LevelRef, levelRef, screenPath } from "~/navigation/paths";
import { requireScope } from "~/session/scope.server";
import { answerFunction } from "./_parts/action.server";
import { FunctionSwitch, Replicas } from "./_parts/function-facts";
import { MOVE_FUNCTION } from "./_parts/intents";
import { type ListedFunction, loadFunctions } from "./_parts/load.server";
import { NoFunctions } from "./_parts/no-functions";
import { functions } from "./_parts/thing";

export const handle = functions.list();
export const meta = functions.meta();

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, functions, context);
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
        <Name to={functions.path(at, { id: name })}>{name}</Name>
        {image && (
          <Name as="div" className="font-mono text-12 font-normal text-muted">
            {image}
          </Name>
        )}
      </>
    ),
  },
  { key: "on", label: "Status", narrow: "own", room: 9, render: (row) => <FunctionSwitch of={row} gate={gate} /> },
  {
    key: "trigger",
    label: "Trigger",
    narrow: "own",
    render: ({ trigger }) => (trigger === "" ? null : <code className="text-12">{trigger}</code>),
  },
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
  {
    key: "replicas",
    label: "Replicas",
    align: "right",
    narrow: "named",
    render: ({ replicas }) => (replicas === null ? null : <Replicas of={replicas} />),
  },
  {
    key: "order",
    label: "Order",
    narrow: "own",
    room: 7,
    render: ({ name, place, order, above, below }) => (
      <PlaceButtons intent={MOVE_FUNCTION} id={name} {...{ name, place, order, above, below, gate }} />
    ),
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
      {!list.health.ok && (
        <Notice tone="warn">What runs the functions does not answer: rules that call one may be without effect.</Notice>
      )}
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

import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary, PlanGatePanel } from "~/components/detail-kit";
import { ActionProblem } from "~/components/relevance/list-parts";
import { type Column, DataTable, EmptyState, GatedLink, LinkButton, ListFilters, PageHeader, TableFooter, useAddress } from "~/components/kit";
import { NotOffered } from "~/components/ui/message/not-offered";
import { updatedColumn, usedColumn, UsageMissing } from "~/components/ui/table/usage-columns";
import type { Gate } from "~/lib/access/gate";
import type { Handle } from "~/navigation/handle";
import { type LevelRef, levelRef, screenPath } from "~/navigation/paths";
import { permissionsOf } from "~/navigation/sections";
import { leaveLongAddress } from "~/redirect.server";
import { requireScope } from "~/session/scope.server";
import { answerList } from "./_parts/list-action.server";
import { loadRules, type RuleRow } from "./_parts/list.server";
import { RuleActions, RuleName, ruleList, RulePlace, RuleSwitch, ruleTitle, useOrder, useScripts } from "./_parts/screen";

export const handle: Handle = { screen: "rules" };
export const meta: MetaFunction = () => [{ title: ruleTitle() }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, permissionsOf("rules"), context);
  const here = ruleList.at(request);
  leaveLongAddress(request, here);
  return { list: await loadRules(scope, here.state), gate: scope.may("rules:write"), at: levelRef(params["appName"]) };
}

export async function action(args: ActionFunctionArgs) {
  return answerList(args);
}

const columnsAt = (at: LevelRef, gate: Gate, drags: boolean): Column<RuleRow>[] => [
  { key: "name", label: "Rule", className: "large:min-w-[14rem]", render: (row) => <RuleName row={row} at={at} /> },
  {
    key: "does",
    label: "Actions",
    narrow: "own",
    roomy: true,
    render: ({ does }) => <span className="[overflow-wrap:anywhere]">{does || "No actions defined"}</span>,
  },
  usedColumn(),
  { ...updatedColumn((row: RuleRow) => row.updatedAt), roomy: true },
  { key: "on", label: "Status", narrow: "own", room: 9, render: (row) => <RuleSwitch row={row} gate={gate} /> },
  { key: "order", label: "Order", narrow: "own", room: 8, render: (row) => <RulePlace row={row} gate={gate} drags={drags} /> },
  { key: "actions", label: "Actions of the row", hideLabel: true, align: "right", room: 3, render: (row) => <RuleActions row={row} at={at} gate={gate} /> },
];

export default function RulesScreen() {
  const { list, gate, at } = useLoaderData<typeof loader>();
  const here = useAddress(ruleList);
  const { rows, box, over, form } = useOrder(list?.rows ?? []);
  const drags = useScripts() && gate.ok && (list?.rows.length ?? 0) > 1;
  if (list === null) return <NotOffered title="Rules" lacks="has no rules" />;
  return (
    <>
      <PageHeader
        title="Rules"
        description="What happens to searches that fit a condition. They run from top to bottom."
        actions={
          <>
            {list.hasFunctions && <LinkButton to={screenPath(at, "rules/functions")}>Functions</LinkButton>}
            <GatedLink gate={gate} to={screenPath(at, "rules/new")} label="Create rule" tone="primary" />
          </>
        }
      />
      <PlanGatePanel gate={gate} />
      <ActionProblem />
      {list.all > 0 && (
        <ListFilters
          here={here}
          filters={[{ name: "q", label: "Search name, condition and actions", chip: (text) => `Contains ${text}` }]}
          remarks={list.remarks}
        />
      )}
      {form}
      <div {...(drags ? box : {})}>
        <DataTable
          caption="Rules"
          columns={columnsAt(at, gate, drags)}
          rows={rows}
          rowKey={(row) => row.id}
          isSelected={(row) => row.id === over}
          footer={<TableFooter here={here} page={list.page} total={list.total} shown={list.rows.length} noun={["rule", "rules"]} />}
          empty={
            list.all > 0 ? (
              <EmptyState title="No rule matches" action={<LinkButton to="?">Clear all filters</LinkButton>} />
            ) : (
              <EmptyState title="No Rules Present">
                <p>Create a new Rule to get started.</p>
              </EmptyState>
            )
          }
        />
      </div>
      {list.usageMissing && <UsageMissing />}
    </>
  );
}

export { FormBoundary as ErrorBoundary };

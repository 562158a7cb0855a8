import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/forms/form-boundary";
import { ActionProblem } from "~/components/relevance/list-parts";
import { LinkButton } from "~/components/ui/button";
import { useAddress } from "~/components/ui/filter/use-address";
import { GatedLink } from "~/components/ui/message/gated";
import { Notice } from "~/components/ui/message/notice";
import { NotOffered } from "~/components/ui/message/not-offered";
import { PlanGatePanel } from "~/components/ui/message/plan-panel";
import { PlainLink } from "~/components/ui/plain-link";
import type { Column } from "~/components/ui/table/data-table";
import { ListPage } from "~/components/ui/table/list-page";
import { aboutIndex } from "~/components/ui/filter/about-index";
import { updatedColumn, usedColumn, UsageMissing } from "~/components/ui/table/usage-columns";
import type { Gate } from "~/lib/access-control/gate";
import { countOf } from "~/lib/values/numbers";
import { appLevel, type LevelRef, levelRef, screenPath } from "~/navigation/paths";
import { leaveLongAddress } from "~/server/redirect.server";
import { requireScope } from "~/session/scope.server";
import { ruleList } from "./_parts/addresses";
import { MOVE } from "./_parts/intents";
import { answerList } from "./_parts/list-action.server";
import { loadRules, type RuleRow } from "./_parts/list.server";
import { RuleActions, RuleName, RulePlace, RuleSwitch } from "./_parts/row";
import { rules } from "./_parts/thing";
import { useScripts } from "~/components/ui/order/use-drag";
import { useOrder } from "~/components/ui/order/use-order";

export const handle = rules.list();
export const meta = rules.meta();

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, rules, context);
  const here = ruleList.at(request);
  leaveLongAddress(request, here);
  return { list: await loadRules(scope, here.state), gate: scope.may("rules:write"), at: levelRef(params["appName"]) };
}

export async function action(args: ActionFunctionArgs) {
  return answerList(args);
}

const columnsAt = (at: LevelRef, gate: Gate, drags: boolean): Column<RuleRow>[] => [
  { key: "name", label: "Rule", className: "large:min-w-[14rem]", render: (row) => <RuleName row={row} at={at} /> },
  usedColumn(),
  { ...updatedColumn((row: RuleRow) => row.updatedAt), roomy: true },
  { key: "on", label: "Status", narrow: "own", room: 9, render: (row) => <RuleSwitch row={row} gate={gate} /> },
  {
    key: "order",
    label: "Order",
    narrow: "own",
    room: 8,
    render: (row) => <RulePlace row={row} gate={gate} drags={drags} />,
  },
  {
    key: "actions",
    label: "Actions of the row",
    hideLabel: true,
    align: "right",
    room: 3,
    render: (row) => <RuleActions row={row} at={at} gate={gate} />,
  },
];

export default function RulesScreen() {
  const { list, gate, at } = useLoaderData<typeof loader>();
  const here = useAddress(ruleList);
  const { rows, box, over, form } = useOrder(list?.rows ?? [], ({ row, to }) => ({
    intent: MOVE,
    id: row.id,
    name: row.name,
    from: row.order,
    to: to.order,
  }));
  const drags = useScripts() && gate.ok && (list?.rows.length ?? 0) > 1;
  if (list === null) return <NotOffered title="Rules" lacks="has no rules" />;
  return (
    <ListPage
      thing={rules}
      here={here}
      list={{ ...list, rows }}
      columns={columnsAt(at, gate, drags)}
      rowKey={({ id }) => id}
      isSelected={({ id }) => id === over}
      description="Change results when a search matches. Rules run from top to bottom."
      actions={
        <>
          {list.hasFunctions && <LinkButton to={screenPath(at, "rules/functions")}>Functions</LinkButton>}
          <GatedLink gate={gate} to={rules.path(at, { page: "new" })} label="Create rule" tone="primary" />
        </>
      }
      search="Search name, condition and actions"
      {...aboutIndex(here)}
      above={form}
      around={(table) => <div {...(drags ? box : {})}>{table}</div>}
      empty={{ title: "No Rules Present", text: "Create a new Rule to get started." }}
      below={list.usageMissing && <UsageMissing />}
    >
      <PlanGatePanel gate={gate} />
      <ActionProblem />
      {list.waiting.map(({ index, count }) => (
        <Notice key={index} tone="info">
          {countOf(count, "new rule")} in your draft of {index}.{" "}
          <PlainLink to={screenPath(appLevel(index), "search/review")} className="link">
            Review and publish
          </PlainLink>
        </Notice>
      ))}
    </ListPage>
  );
}

export { FormBoundary as ErrorBoundary };

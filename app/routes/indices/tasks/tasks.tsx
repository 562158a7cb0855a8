import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LinkButton } from "~/components/ui/button";
import { ListFilters } from "~/components/ui/filter/list-filters";
import { useAddress } from "~/components/ui/filter/use-address";
import { EmptyState } from "~/components/ui/message/empty-state";
import { PageHeader } from "~/components/ui/page/page-header";
import { PlainLink } from "~/components/ui/plain-link";
import { TableFooter } from "~/components/ui/table/table-footer";
import { Time } from "~/components/ui/time";
import { pageOf } from "~/lib/address";
import { countOf } from "~/lib/values/numbers";
import { type Handle, titled } from "~/navigation/handle";
import { leaveLongAddress } from "~/server/redirect.server";
import { listTasks } from "~/services/indices/tasks/read.server";
import { requireScope } from "~/session/scope.server";
import { TaskTable } from "./task-table";
import { taskList } from "./tasks-address";
import { useLive } from "./use-live";

export const handle: Handle = { screen: "", crumbs: () => [{ label: "Tasks" }] };
export const meta = titled("Tasks");

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "develop", context);
  const here = taskList.at(request);
  leaveLongAddress(request, here);
  const tasks = await listTasks(scope);
  const { q, show } = here.state;
  const text = q.toLowerCase();
  const rows = tasks.filter(
    ({ action, description, node, id, cancellable }) =>
      (show === "all" || cancellable) &&
      (text === "" || [action, description ?? "", node, id].some((one) => one.toLowerCase().includes(text))),
  );
  return {
    ...pageOf(rows, here.state),
    all: tasks.length,
    gate: scope.may("tasks:write"),
    detailed: scope.identity.isAdmin,
    asOf: Date.now(),
  };
}

export default function TasksScreen() {
  const { rows, total, page, remarks, all, gate, detailed, asOf } = useLoaderData<typeof loader>();
  const here = useAddress(taskList);
  useLive();
  const filtered = here.holds("q") || all > 0;
  return (
    <>
      <PageHeader
        title="Tasks"
        description={
          <>
            {countOf(all, "task is", "tasks are")} running on the engine, as of <Time value={asOf} exact />.
            {!detailed && " What each works on is shown to administrators."}
          </>
        }
        actions={<LinkButton to={here.search === "" ? "?" : here.search}>Refresh</LinkButton>}
      />
      <ListFilters
        here={here}
        filters={[{ name: "q", label: "Filter by action, description or node", chip: (text) => `Contains ${text}` }]}
        remarks={remarks}
        aside={
          <PlainLink to={here.href({ show: here.state.show === "all" ? undefined : "all" })} className="link">
            {here.state.show === "all" ? "Only those that can be cancelled" : "Show all tasks"}
          </PlainLink>
        }
      />
      <TaskTable
        rows={rows}
        gate={gate}
        footer={
          <TableFooter
            here={here}
            page={page}
            total={total}
            shown={rows.length}
            noun={["task", "tasks"]}
            sizes={[50, 100, 250]}
          />
        }
        empty={
          <EmptyState title={filtered ? "No task matches" : "No tasks are running"}>
            <p>Re-indexing, changes by query and long searches are tasks of the engine while they run.</p>
          </EmptyState>
        }
      />
    </>
  );
}

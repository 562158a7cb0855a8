import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LinkButton } from "~/components/ui/button";
import { useAddress } from "~/components/ui/filter/use-address";
import { EmptyState } from "~/components/ui/message/empty-state";
import { Remarks } from "~/components/ui/message/remarks";
import { StatusBadge } from "~/components/ui/message/status-badge";
import { PlainLink } from "~/components/ui/plain-link";
import { CodeBlock } from "~/components/ui/request/code-block";
import { DataTable } from "~/components/ui/table/data-table";
import { TableFooter } from "~/components/ui/table/table-footer";
import { levelRef } from "~/navigation/paths";
import { leaveLongAddress, leavePageBehind } from "~/server/redirect.server";
import { DEEPEST, listRuns } from "~/services/pipelines/logs/list.server";
import { requireScope } from "~/session/scope.server";
import { loadHead } from "../_parts/head.server";
import { PipelineHead } from "../_parts/pipeline-head";
import { pipelines } from "../_parts/thing";
import { runList } from "./_parts/addresses";
import { runColumns } from "./_parts/columns";

export const handle = pipelines.one("Logs");
export const meta = pipelines.meta(({ id }) => `Logs of ${id}`);

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, pipelines, context);
  const here = runList.at(request);
  leaveLongAddress(request, here);
  const { page, size, kind } = here.state;
  const id = params["pipelineId"] ?? "";
  const lastPage = Math.floor(DEEPEST / size);
  const first = (Math.min(page, lastPage) - 1) * size;
  const [head, found] = await Promise.all([loadHead(scope, id), listRuns(scope, { id, kind, from: first, size })]);
  leavePageBehind(request, { here, total: found.total, lastPage });
  return { ...found, head, first, lastPage, remarks: here.remarks, at: levelRef(params["appName"]) };
}

const kinds = [
  ["", "All"],
  ["search", "Search"],
  ["suggestion", "Suggestion"],
  ["index", "Index"],
  ["delete", "Delete"],
  ["success", "Success"],
  ["error", "Error"],
] as const;

export default function PipelineLogsScreen() {
  const { head, rows, total, first, lastPage, remarks, at } = useLoaderData<typeof loader>();
  const here = useAddress(runList);
  const { kind } = here.state;
  const kept = here.href({ page: undefined }).slice(1);
  const places = new Map(rows.map(({ id }, place) => [id, first + place]));
  return (
    <>
      <PipelineHead
        {...head}
        at={at}
        current="logs"
        badge={head.live !== null && <StatusBadge tone="good">{`version ${head.live}`}</StatusBadge>}
        actions={<LinkButton to={here.href()}>Refresh</LinkButton>}
      />
      <nav aria-label="Runs" className="mb-3 flex flex-wrap gap-x-4 gap-y-1 text-13">
        {kinds.map(([of, label]) => (
          <PlainLink
            key={label}
            to={here.href({ kind: of })}
            className={of === kind ? "font-semibold text-ink no-underline" : "link"}
            aria-current={of === kind ? "page" : undefined}
          >
            {label}
          </PlainLink>
        ))}
      </nav>
      <Remarks of={remarks} />
      <DataTable
        caption="Runs"
        columns={runColumns({ at, pipeline: head.id, list: kept, rowOf: ({ id }) => places.get(id) ?? first })}
        rows={rows}
        rowKey={({ id }) => id}
        footer={
          <TableFooter here={here} total={total} shown={rows.length} noun={["run", "runs"]} lastPage={lastPage} />
        }
        empty={kind === "" ? <NoRuns keeps={head.keepsRuns} edit={pipelines.path(at, { id: head.id })} /> : <NoMatch />}
      />
    </>
  );
}

function NoMatch() {
  return <EmptyState title="No run matches" action={<LinkButton to="?">Show all runs</LinkButton>} />;
}

/** Why there are none: nobody called, or none of the routes keeps its runs. */
function NoRuns({ keeps, edit }: { keeps: boolean; edit: string }) {
  if (keeps)
    return (
      <EmptyState title="No runs yet">
        <p>Its routes keep their runs. Each call shows here within a second.</p>
      </EmptyState>
    );
  return (
    <EmptyState
      title="No route of this pipeline keeps its runs"
      action={
        <LinkButton to={edit} tone="primary">
          Edit pipeline
        </LinkButton>
      }
    >
      <p>Add recordLogs: true to a route. Runs from then on are kept whole, stage by stage.</p>
      <div className="mx-auto mt-3 max-w-form text-left">
        <CodeBlock label="Route" text={EXAMPLE} />
      </div>
    </EmptyState>
  );
}

const EXAMPLE = `routes:
  - path: /shop/_reactivesearch
    method: POST
    classify: { category: reactivesearch }
    recordLogs: true`;

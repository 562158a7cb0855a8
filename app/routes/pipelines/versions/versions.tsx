import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LinkButton } from "~/components/ui/button";
import { useAddress } from "~/components/ui/filter/use-address";
import { Remarks } from "~/components/ui/message/remarks";
import { DataTable } from "~/components/ui/table/data-table";
import { TableFooter } from "~/components/ui/table/table-footer";
import { levelRef } from "~/navigation/paths";
import { requireScope } from "~/session/scope.server";
import { loadHead } from "../_parts/head.server";
import { PipelineHead } from "../_parts/pipeline-head";
import { pipelines } from "../_parts/thing";
import { comparePath, versionList } from "./_parts/addresses";
import { versionColumns } from "./_parts/columns";
import { loadVersions } from "./_parts/versions.server";

export const handle = pipelines.one("Versions");
export const meta = pipelines.meta(({ id }) => `Versions of ${id}`);

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, pipelines, context);
  const id = pipelines.idIn(request);
  const { state } = versionList.at(request);
  const [head, list] = await Promise.all([loadHead(scope, id), loadVersions(scope, { id, state })]);
  return { head, list, gate: scope.may("pipelines:write"), at: levelRef(params["appName"]) };
}

export default function PipelineVersionsScreen() {
  const { head, list, gate, at } = useLoaderData<typeof loader>();
  const here = useAddress(versionList);
  const { id, name, routes } = head;
  const live = list.live ?? head.live;
  return (
    <>
      <PipelineHead
        {...{ id, name, routes, at }}
        current="versions"
        actions={list.total > 1 && <LinkButton to={comparePath(at, { id })}>Compare versions</LinkButton>}
      />
      <Remarks of={[...here.remarks, ...list.remarks]} />
      <DataTable
        caption="Versions"
        columns={versionColumns({ id, at, live, gate })}
        rows={list.rows}
        rowKey={({ number }) => String(number)}
        isSelected={({ number }) => number === live}
        footer={
          <TableFooter
            here={here}
            page={list.page}
            total={list.total}
            shown={list.rows.length}
            noun={["version", "versions"]}
          />
        }
      />
      <p className="mt-2 text-13 text-muted">
        Only the live version answers. Saving changes to it adds a draft, which answers nobody until you make it live.
      </p>
    </>
  );
}

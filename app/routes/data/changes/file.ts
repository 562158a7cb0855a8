import type { LoaderFunctionArgs } from "@remix-run/node";
import { exportFile, readFormat } from "~/lib/data/documents/export-file.server";
import type { Entry } from "~/services/platform/changes/log-store.server";
import { allChanges } from "~/services/platform/changes/read.server";
import { requireScope } from "~/session/scope.server";
import { changeList } from "./_parts/changes-address";
import { entryView } from "./_parts/entry-view.server";
import { wantedChanges } from "./_parts/wanted.server";

/** What the list has, on all of its pages, as a file; values are masked as they are in the log. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, { screen: "changes" }, context);
  const { wanted } = wantedChanges(scope, changeList.at(request).state);
  // What comes while the file is written would move its pages.
  const pages = allChanges(scope, { ...wanted, to: Math.min(wanted.to, Date.now()) });
  const name = `changes${params["appName"] === undefined ? "" : `-${params["appName"]}`}`;
  return exportFile({
    name,
    format: readFormat(new URL(request.url).searchParams),
    columns: columns.map((label) => ({ label, value: (entry: Entry) => cell(fileRow(entry)[label]) })),
    json: (entry) => JSON.stringify(fileRow(entry)),
    pages,
    report: true,
    drained: () => context.drained(),
  });
}

const columns = [
  "at",
  "person",
  "address",
  "change",
  "note",
  "kind",
  "resource",
  "resource_id",
  "index",
  "outcome",
  "status",
  "took",
  "method",
  "path",
  "body",
  "before",
  "after",
  "id",
] as const;

/** An entry as a line of the file: times by ISO 8601, `took` in milliseconds, bodies and values as they were sent. */
function fileRow(entry: Entry): Record<(typeof columns)[number], string | number | null> {
  const { title, note, kind, resource, outcome } = entryView(entry);
  const { id, person, address, status, took, method, path, body, before, after } = entry;
  const at = new Date(entry.at).toISOString();
  return {
    at,
    person,
    address,
    change: title,
    note,
    kind,
    resource,
    resource_id: entry.resource,
    index: entry.index_name,
    outcome,
    status,
    took,
    method,
    path,
    body,
    before,
    after,
    id,
  };
}

const cell = (value: string | number | null) => (value === null ? "" : String(value));

import type { LoaderFunctionArgs } from "@remix-run/node";
import { exportFile, readFormat } from "~/lib/data/documents/export-file.server";
import { getTerm } from "~/services/analytics/term.server";
import { BackendError } from "~/services/platform/http/errors.server";
import type { Scope } from "~/session/scope.server";
import { rowsAddress, type RowsState } from "./_parts/analytics-address";
import { termFiles } from "./_parts/file-path";
import { arranged } from "./_parts/lists/arrange-rows";
import { type AnalyticsRow, listKinds, type ListName, orderOf } from "./_parts/lists/list-kind";
import { loadList } from "./_parts/lists/load-list.server";
import { MOST } from "./_parts/lists/load-rows.server";
import { queryOf, requireAnalytics } from "./_parts/query.server";

const text = (value: number | null) => (value === null ? "" : String(value));

type Columns<Row> = { label: string; value: (row: Row) => string }[];
/** A table as a file has it: all of its rows; null where the server has no such report. */
type Table<Row> = { rows: readonly Row[]; columns: Columns<Row>; json: (row: Row) => object };
type Asked = ReturnType<typeof queryOf> & { state: RowsState };

function listOf(screen: string): ListName | undefined {
  return (Object.keys(listKinds) as ListName[]).find((name) => listKinds[name].screen === screen);
}

async function listTable(
  scope: Scope,
  list: ListName,
  { query, before, state }: Asked,
): Promise<Table<AnalyticsRow> | null> {
  const kind = listKinds[list];
  const found = await loadList(scope, { list, query, before, state, all: true });
  const isFilters = list === "popularFilters";
  return (
    found && {
      rows: arranged(found.rows, state, orderOf(list)),
      columns: [
        ...(isFilters ? [{ label: "Filter", value: ({ group }: AnalyticsRow) => group ?? "" }] : []),
        { label: isFilters ? "Value" : kind.name, value: ({ name }) => name },
        ...(kind.name === "Document" ? [{ label: "Title", value: ({ title }: AnalyticsRow) => title ?? "" }] : []),
        { label: kind.counts, value: ({ count }) => String(count) },
        ...(before === null || kind.compared === null
          ? []
          : [{ label: "Before", value: (row: AnalyticsRow) => text(row.before) }]),
        { label: "Clicks", value: ({ clicks }) => text(clicks) },
        { label: "Click rate", value: ({ rate }) => text(rate) },
        { label: "Click position", value: ({ position }) => text(position) },
        { label: "Conversion rate", value: ({ conversion }) => text(conversion) },
        { label: "Index", value: ({ index }) => index ?? "" },
        { label: "Last searched", value: ({ at }) => at ?? "" },
      ],
      json: ({ id: _id, state: _state, group, title, ...row }) => ({
        ...(group === null ? {} : { filter: group }),
        ...row,
        ...(title === null ? {} : { title }),
      }),
    }
  );
}

type Document = { key: string; count: number; index?: string | null | undefined };

async function termTable(
  scope: Scope,
  { table, term, query }: { table: "clicked" | "seen"; term: string; query: Asked["query"] },
): Promise<Table<Document> | null> {
  const found = await getTerm(scope, { term, query, size: MOST });
  return (
    found && {
      rows: found[table],
      columns: [
        { label: "Document", value: ({ key }) => key },
        { label: table === "clicked" ? "Clicks" : "Impressions", value: ({ count }) => String(count) },
        { label: "Index", value: ({ index }) => index ?? "" },
      ],
      json: ({ key, count, index }) => ({ name: key, count, index: index ?? null }),
    }
  );
}

/**
 * A table of analytics, all of its rows that match, as a file. The numbers are those of the server, not rounded; rates
 * in percent.
 */
export async function loader(args: LoaderFunctionArgs) {
  const { request, params } = args;
  const scope = await requireAnalytics(args);
  const { pathname, searchParams } = new URL(request.url);
  const name = params["listName"] ?? "";
  const list = listOf(name);
  const { state } = rowsAddress(list === undefined ? "count" : orderOf(list)).at(request);
  const asked = { ...queryOf(scope, state), state };
  const { days } = asked.range;
  const file = {
    name: `${name}-${params["appName"] ?? "cluster"}-${days.from}-${days.to}`,
    format: readFormat(searchParams),
    drained: scope.context.drained,
  };
  const failure = {
    kind: "not-offered",
    status: 405,
    method: "GET",
    path: pathname,
    requestId: scope.context.requestId,
  } as const;
  if (list !== undefined) return fileOf(await listTable(scope, list, asked), { file, failure });
  const table = name === termFiles.clicked ? "clicked" : name === termFiles.seen ? "seen" : undefined;
  const term = searchParams.get("term") ?? "";
  if (table === undefined || term === "") throw new Response(null, { status: 404 });
  return fileOf(await termTable(scope, { table, term, query: asked.query }), { file, failure });
}

type FileOf = {
  file: Pick<Parameters<typeof exportFile>[0], "name" | "format" | "drained">;
  failure: ConstructorParameters<typeof BackendError>[0]["failure"];
};

function fileOf<Row>(table: Table<Row> | null, { file, failure }: FileOf): Promise<Response> {
  if (table === null) throw new BackendError({ failure });
  const { rows, columns, json } = table;
  async function* pages() {
    yield rows;
  }
  return exportFile({ ...file, columns, json: (row) => JSON.stringify(json(row)), pages: pages(), report: true });
}

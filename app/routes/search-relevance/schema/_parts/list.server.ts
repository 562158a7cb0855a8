import { pageOf } from "~/lib/address";
import { screenPath } from "~/navigation/paths";
import { settle } from "~/services/platform/http/settle.server";
import { getIndex } from "~/services/indices/get.server";
import type { SchemaRow } from "~/services/search-relevance/schema/schema-rows";
import { readUsedBy, type Use } from "~/services/search-relevance/schema/used-by.server";
import type { Scope } from "~/session/scope.server";
import type { schemaAddress } from "./address";
import { isFiltered, isUnused, matching } from "./matching";
import { effectIn, indexOf, readSchema, type Schema, shownConflict, shownField, waitingIn } from "./schema.server";
import { useLinks } from "./use-paths";

type State = ReturnType<typeof schemaAddress.at>["state"];

/** The page of the tree that an address asks for; null on a server without relevance settings. Throws BackendError. */
export async function loadSchema(scope: Scope, state: State) {
  const index = indexOf(scope);
  const [schema, row] = await Promise.all([readSchema(scope), settle(getIndex(scope, index))]);
  if (schema === null) return null;
  const { rows, conflicts, record } = schema;
  const { uses, unknown } = await readUsedBy(scope, { index, record, rows });
  const found = pageOf(matching(rows, state, uses), state);
  const open = new Set(state.open);
  const clashing = new Set(conflicts.map(({ path }) => path));
  const fields = rows.filter(({ kind }) => kind !== "object");
  return {
    index,
    ...waitingIn(scope, schema),
    isTree: !isFiltered(state),
    rows: found.rows.map((one) =>
      shownRow(
        { scope, schema, row: one },
        { uses: uses.get(one.path) ?? [], open: open.has(one.path), clashes: clashing.has(one.path) },
      ),
    ),
    page: found.page,
    found: found.total,
    remarks: found.remarks,
    types: [...new Set(rows.flatMap(({ type, wish }) => [type, ...(wish?.to ? [wish.to.type] : [])]))].sort(),
    counts: {
      fields: fields.length,
      all: fields.reduce((sum, { subFields }) => sum + 1 + subFields.length, 0),
      changed: rows.filter(({ wish }) => wish !== null).length,
      unused: rows.filter((one) => isUnused(one, uses)).length,
    },
    bytes: row.ok ? (row.value?.bytes ?? null) : null,
    conflicts: conflicts.map((one) => shownConflict(scope, one)),
    unknown: unknown.map(({ what }) => what),
    mayDevelop: scope.can("develop"),
  };
}
export type Loaded = NonNullable<Awaited<ReturnType<typeof loadSchema>>>;
export type ShownRow = Loaded["rows"][number];

function shownRow(
  { scope, schema, row }: { scope: Scope; schema: Schema; row: SchemaRow },
  { uses, open, clashes }: { uses: readonly Use[]; open: boolean; clashes: boolean },
) {
  const { subFields, wish, ...rest } = row;
  const to = screenPath(scope, "schema", { rest: [row.path] });
  return {
    ...rest,
    to,
    subCount: subFields.length,
    subFields: open ? subFields : [],
    uses: useLinks(schema.index, uses, to),
    clashes,
    wish:
      wish === null ? null : { from: shownField(wish.from), to: shownField(wish.to), effect: effectIn(schema, wish) },
  };
}

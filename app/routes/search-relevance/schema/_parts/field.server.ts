import { flattenMapping } from "~/lib/data/documents/mapping-fields";
import { documentPath } from "~/navigation/document-paths";
import { appLevel } from "~/navigation/paths";
import { analyze } from "~/services/indices/analyze/analyze.server";
import { settle } from "~/services/platform/http/settle.server";
import { conversionsOf, leavesOut, refusal } from "~/services/search-relevance/composition/conversions";
import { dryRun, type Misfit } from "~/services/search-relevance/schema/dry-run.server";
import { addedTypes, knownTypes } from "~/services/search-relevance/schema/field-kinds";
import { type FieldIs, fieldInWords, type FieldWish, foundAt } from "~/services/search-relevance/schema/schema-draft";
import type { SchemaRow } from "~/services/search-relevance/schema/schema-rows";
import { readUsedBy } from "~/services/search-relevance/schema/used-by.server";
import { BackendError } from "~/services/platform/http/errors.server";
import type { Scope } from "~/session/scope.server";
import { effectIn, gateOf, readSchema, type Schema, shownConflict, shownField, waitingIn } from "./schema.server";
import { useLink } from "./use-paths";

const MOST_TOKENS = 100;
const MOST_EXAMPLES = 3;

/**
 * A field of an address, or what the draft wishes of one that is no longer there. Throws the 404 of the frame for any
 * other, and BackendError.
 */
async function requireField(scope: Scope, path: string) {
  const schema = await readSchema(scope);
  if (schema === null) return null;
  const row = schema.rows.find((one) => one.path === path);
  const wish = schema.wishes.get(path);
  if (row === undefined && wish === undefined) {
    const detail = `There is no field called ${path} in ${schema.index}.`;
    throw new BackendError({
      failure: {
        kind: "status",
        status: 404,
        method: "GET",
        path: `/${schema.index}/_mapping`,
        requestId: scope.context.requestId,
        detail,
      },
    });
  }
  return { schema, row, wish };
}

/** What the types of a field's form are: those that work, and the others with the reason. */
export function typesFor(found: FieldIs | null) {
  if (found === null) return { offered: [...addedTypes], refused: [] };
  const offered = [
    found.type,
    ...conversionsOf(found.type).filter((type) => refusal({ from: found.type, to: type }) === null),
  ];
  const refused = knownTypes
    .filter((type) => !offered.includes(type))
    .map((type) => ({ type, reason: refusal({ from: found.type, to: type }) ?? "" }));
  return { offered, refused };
}

type Asked = { path: string; text: string; all: boolean };

/** The page of a field; null on a server without relevance settings. Throws BackendError. */
export async function loadField(scope: Scope, { path, text, all }: Asked) {
  const here = await requireField(scope, path);
  if (here === null) return null;
  const { schema, row, wish } = here;
  const { index, record, rows, make } = schema;
  const found = foundAt(make.mapping, path);
  const conflict = schema.conflicts.find((one) => one.path === path);
  const isRuntime = row?.kind === "runtime";
  const retyped = found !== null && wish?.to && wish.to.type !== found.type ? wish.to.type : null;
  const [used, run, tokens] = await Promise.all([
    readUsedBy(scope, { index, record, rows }),
    retyped === null
      ? null
      : settle(dryRun(scope, { index, path, type: retyped, fields: flattenMapping(make.mapping) })),
    text === "" || row === undefined || found === null ? [] : analyzed(scope, { index, row, text }),
  ]);
  const below = rows.filter((one) => one.path.startsWith(`${path}.`));
  const uses = [path, ...below.map((one) => one.path)]
    .flatMap((one) => used.uses.get(one) ?? [])
    .map((use) => ({ kind: use.kind, ...useLink(index, use) }));
  return {
    index,
    draft: waitingIn(scope, schema).draft,
    path,
    kind: row?.kind ?? "field",
    found: shownField(found),
    wish: wish === undefined ? null : wishShown(schema, wish),
    conflict: conflict === undefined ? null : shownConflict(scope, conflict),
    types: isRuntime ? { offered: [], refused: [] } : typesFor(found),
    values: { type: (wish?.to ?? found)?.type ?? "text", useCase: (wish?.to ?? found)?.useCase ?? "searchaggs" },
    isRuntime,
    below: below.length,
    analyzers: row === undefined ? [] : analyzersOf(row),
    tokens,
    uses: uses.filter(({ to }, at) => uses.findIndex((other) => other.to === to) === at),
    unknown: used.unknown.map(({ what }) => what),
    run: run?.ok
      ? {
          ...{ ok: true as const, type: retyped ?? "", ...run.value },
          lenient: wish?.to?.lenient === true,
          mayLeaveOut: leavesOut(retyped ?? ""),
          misfits: run.value.misfits.slice(0, all ? undefined : MOST_EXAMPLES).map(linked(index)),
        }
      : run,
    gate: gateOf(scope),
    mayDevelop: scope.can("develop"),
  };
}
export type LoadedField = NonNullable<Awaited<ReturnType<typeof loadField>>>;

const linked = (index: string) => (misfit: Misfit) => ({ ...misfit, to: documentPath(appLevel(index), misfit) });
const wishShown = (schema: Schema, wish: FieldWish) => ({
  removes: wish.to === null,
  adds: wish.from === null,
  effect: effectIn(schema, wish),
  words: wish.to === null ? "" : fieldInWords(wish.to),
});

const TEXTS = new Set(["text", "keyword", "search_as_you_type", "match_only_text"]);

/** The field and its sub-fields that analyze texts, with what by. */
function analyzersOf({ path, type, analyzer, subFields }: SchemaRow) {
  const own = { path, type, analysis: analyzer ?? "" };
  return [own, ...subFields]
    .filter((one) => TEXTS.has(one.type))
    .map((one) => ({ path: one.path, type: one.type, analysis: one.analysis }));
}

/** The tokens of a text under a field and each of its sub-fields, each on its own: one that fails says so. */
async function analyzed(scope: Scope, { index, row, text }: { index: string; row: SchemaRow; text: string }) {
  return Promise.all(
    analyzersOf(row).map(async ({ path }) => {
      const answer = await settle(analyze(scope, { index, json: { field: path, text }, steps: false }));
      if (!answer.ok)
        return { path, ok: false as const, reason: answer.failure.detail ?? "The server did not analyze it." };
      const { tokens } = answer.value;
      return {
        path,
        ok: true as const,
        total: tokens.length,
        tokens: tokens.slice(0, MOST_TOKENS).map(({ token }) => token),
      };
    }),
  );
}

/** Why a type cannot be what a field becomes; null where it can. */
export function typeRefusal({ make }: Schema, { path, type }: { path: string; type: string }): string | null {
  const found = foundAt(make.mapping, path);
  if (found === null) return addedTypes.some((one) => one === type) ? null : `A field cannot be added as ${type}.`;
  return found.type === type ? null : refusal({ from: found.type, to: type });
}

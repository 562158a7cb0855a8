import { stringifyJson } from "@common/text/json";
import * as z from "zod";
import { contentHash } from "~/services/platform/changes/content-hash.server";
import { countOf } from "~/lib/values/numbers";
import type { Change, ChangeRequest } from "~/services/platform/changes/types";
import type { Verb } from "~/services/platform/changes/words";
import type { BackendClient } from "~/services/platform/http/client.server";
import { requireDone } from "~/services/platform/http/done.server";
import { apiPath } from "~/services/platform/http/path";
import { flattenSettings } from "~/lib/indices/index-settings";
import {
  FILTER,
  INDEXED,
  SEARCHED,
  synonymSearchChanges,
  withSynonymAnalyzers,
} from "~/services/search-relevance/composition/synonyms";
import { readIndexDefinition } from "~/services/search-relevance/deploy/index-definition.server";
import { getSettings } from "~/services/indices/settings/get.server";
import { toSaveSettings } from "~/services/indices/settings/save.server";
import { typeOf } from "./groups";
import type { Synonym } from "./merge";
import { listSynonyms, SYNONYMS_SETTING } from "./read.server";

/** Records of one call, and deletions under way at a time. */
const PIECE = 10_000;
const AT_ONCE = 8;

type Setting = {
  index: string;
  verb: Verb;
  /** What is there, of the groups that change; 409 where it is not. */
  before: readonly Synonym[];
  /** What will be there; a group whose id is in `before` alone is deleted. */
  after: readonly Synonym[];
};

const putRequest = (index: string, synonyms: readonly Synonym[]): ChangeRequest => ({
  method: "PUT",
  path: apiPath`/_synonym/${index}`,
  json: synonyms.map(({ id, expression }) => ({ _id: id, type: typeOf(expression), synonym: expression, index })),
});
const deleteRequest = (id: string): ChangeRequest => ({ method: "DELETE", path: apiPath`/_synonym/${id}` });
const deleteAllRequest = (index: string): ChangeRequest => ({ method: "DELETE", path: apiPath`/_synonyms/${index}` });

const byId = (synonyms: readonly Synonym[]) => new Map(synonyms.map(({ id, expression }) => [id, expression]));
const textOf = (synonyms: readonly Synonym[]) => synonyms.map(({ expression }) => expression);

/** Whether the groups of `before` are as they were, and the ids that only `after` has are free. */
export function isStill({
  now,
  before,
  after,
}: {
  now: readonly Synonym[];
  before: readonly Synonym[];
  after: readonly Synonym[];
}): boolean {
  const [stored, expected] = [byId(now), byId(before)];
  return [...before, ...after].every(({ id }) => stored.get(id) === expected.get(id));
}

async function removeAll(http: BackendClient, ids: readonly string[]) {
  const waiting = ids.values();
  const work = async () => {
    for (const id of waiting) requireDone(await http.send(deleteRequest(id)));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/** Puts groups of synonyms in the place of others. What is in force changes when they are applied. */
export function toSetSynonyms({ index, verb, before, after }: Setting): Change<void> {
  const kept = byId(after);
  const known = byId(before);
  const gone = before.filter(({ id }) => !kept.has(id));
  const put = after.filter(({ id, expression }) => known.get(id) !== expression);
  const [first] = gone;
  const request =
    put.length > 0 || first === undefined
      ? putRequest(index, put)
      : gone.length === 1
        ? deleteRequest(first.id)
        : deleteAllRequest(index);
  return {
    resource: { kind: "synonyms", id: index, index },
    verb,
    noun: "synonyms",
    right: "synonyms:write",
    request,
    before: textOf(before),
    after: textOf(after),
    read: () => undefined,
    async call(http) {
      const now = (await listSynonyms({ http }, index)) ?? [];
      if (!isStill({ now, before, after })) throw http.conflict(request, "The synonyms were changed in the meantime.");
      for (let from = 0; from < put.length; from += PIECE) {
        const { body, failed } = await http.send(putRequest(index, put.slice(from, from + PIECE)));
        if (!z.array(z.looseObject({})).safeParse(body).success) throw failed("malformed");
      }
      // What is new is kept before what it stands for goes: a failure between leaves both.
      if (gone.length > 1 && gone.length === now.length && after.length === 0)
        requireDone(await http.send(deleteAllRequest(index)));
      else await removeAll(http, [...gone.map(({ id }) => id)]);
    },
    async stored(http) {
      const ids = new Set([...before, ...after].map(({ id }) => id));
      const now = await listSynonyms({ http }, index);
      return now === null ? undefined : textOf(now.filter(({ id }) => ids.has(id)));
    },
    summary: () => countOf(put.length + gone.length, "group"),
    undo: () => ({ kind: "set-synonyms", value: { index, before: [...before], after: [...after] } }),
  };
}

const ofSynonyms = (name: string) =>
  name.startsWith(`index.analysis.filter.${FILTER}.`) ||
  [INDEXED, SEARCHED].some((analyzer) => name.startsWith(`index.analysis.analyzer.${analyzer}.`));

/**
 * Puts the kept synonyms into the analysis of an index, which is closed for that and opened again, whatever came of it;
 * then its fields are searched with them.
 * `version` is another word as soon as these synonyms or the settings of the index are others. The way back takes the
 * old groups, and leaves the analyzers, which fields name. Throws BackendError.
 */
export async function toApplySynonyms(
  { http }: { http: BackendClient },
  { index, kept }: { index: string; kept: readonly Synonym[] },
): Promise<{ declared: Change<void>; version: string }> {
  const [{ set, version }, { mapping, analysis }] = await Promise.all([
    getSettings({ http }, index),
    readIndexDefinition({ http }, index),
  ]);
  const made = flattenSettings({ analysis: withSynonymAnalyzers(analysis, textOf(kept)) });
  const changes = Object.fromEntries(Object.entries(made).filter(([name]) => ofSynonyms(name)));
  // Lists as they are: one without groups is no setting to flatten.
  const all = { ...changes, [SYNONYMS_SETTING]: textOf(kept) };
  const before = Object.fromEntries(Object.keys(all).map((name) => [name, set[name] ?? null]));
  const saving = toSaveSettings({ index, changes: all, before, version });
  const fields = synonymSearchChanges(mapping);
  const declared: Change<void> = {
    ...saving,
    verb: "deploy",
    noun: "synonyms",
    summary: () => countOf(kept.length, "group"),
    async call(http) {
      await saving.call?.(http);
      if (fields !== null)
        requireDone(await http.send({ method: "PUT", path: apiPath`/${index}/_mapping`, json: fields }));
    },
    undo: () => ({
      kind: "save-settings",
      value: {
        index,
        before: { [SYNONYMS_SETTING]: set[SYNONYMS_SETTING] ?? [] },
        after: { [SYNONYMS_SETTING]: textOf(kept) },
      },
    }),
  };
  const shown = stringifyJson([version, textOf(kept), fields]);
  return { declared, version: contentHash(shown) };
}

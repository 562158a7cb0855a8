import type { JsonObject, JsonValue } from "@common/text/json";
import { isJsonObject, stringifyJson } from "@common/text/json";
import { titleOf } from "~/lib/data/documents/title";
import { titlePaths, valuesAt } from "~/lib/data/documents/values";
import type { MappingField } from "~/lib/data/documents/mapping-fields";
import { type Hit, searchDocuments } from "~/services/data/documents/search.server";
import { isBackendError } from "~/services/platform/http/errors.server";
import type { Scope } from "~/session/scope.server";
import { takes } from "../composition/conversions";

/** Documents that are looked at. */
export const SAMPLE = 5_000;
const PAGE = 1_000;
/** Failing documents that are shown, at most. */
const SHOWN = 100;
const LONGEST_VALUE = 200;

/** A document whose value another type does not take. */
export type Misfit = { id: string; routing: string | null; title: string; value: string };
export type DryRun = {
  /** Documents of the index, and of these the ones that were looked at. */
  total: number;
  read: number;
  failing: number;
  /** Of these the ones with an object, which fails even where values that do not fit are left out. */
  objects: number;
  /** In the whole index, reckoned from the sample; what was counted where that is all. */
  estimate: number;
  /** False where the server cannot draw documents at random: then they are the first ones. */
  random: boolean;
  misfits: Misfit[];
};

type Field = {
  index: string;
  path: string;
  /** The type that is tried. */ type: string;
  /** For what documents are called. */ fields: readonly MappingField[];
};

/** Which values of a field another type would not take, over a sample of the documents. Throws BackendError. */
export async function dryRun(scope: Pick<Scope, "http">, { index, path, type, fields }: Field): Promise<DryRun> {
  const _source = [path, ...titlePaths(fields)];
  const first = await searchDocuments(scope, {
    index,
    body: { size: PAGE, _source, sort: ["_doc"], track_total_hits: true },
  });
  const drawn = first.total > SAMPLE ? await draw(scope, { index, _source }) : null;
  const hits = drawn ?? (await firstOnes(scope, { index, _source, first: first.hits, total: first.total }));
  const failing = hits.flatMap((hit) => {
    const values = valuesAt(hit.source, path);
    const value = misfit(type, values);
    return value === undefined ? [] : [{ hit, value, hasObject: values.some(holdsObject) }];
  });
  return {
    total: first.total,
    read: hits.length,
    failing: failing.length,
    objects: failing.filter(({ hasObject }) => hasObject).length,
    estimate: hits.length === 0 ? 0 : Math.round((failing.length / hits.length) * Math.max(first.total, hits.length)),
    random: drawn !== null,
    misfits: failing.slice(0, SHOWN).map(({ hit, value }) => ({
      id: hit.id,
      routing: hit.routing,
      title: titleOf(hit.source) ?? hit.id,
      value: shown(value),
    })),
  };
}

/** The first value that a type does not take. */
function misfit(type: string, values: readonly JsonValue[]): JsonValue | undefined {
  // Objects are looked for in lists too, and a rank feature is one number.
  if (type === "rank_feature" && values.length > 1) return [...values];
  return values.find((value) => !takes(type, value));
}

const holdsObject = (value: JsonValue): boolean =>
  Array.isArray(value) ? value.some(holdsObject) : isJsonObject(value);

function shown(value: JsonValue): string {
  const text = stringifyJson(value);
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text;
}

type Sample = { index: string; _source: string[] };

/** Documents at random, the same ones each time; null where the server does not draw. */
async function draw(scope: Pick<Scope, "http">, { index, _source }: Sample): Promise<Hit[] | null> {
  const query: JsonObject = {
    function_score: { query: { match_all: {} }, random_score: { seed: 42, field: "_seq_no" }, boost_mode: "replace" },
  };
  const hits: Hit[] = [];
  try {
    for (let from = 0; from < SAMPLE; from += PAGE) {
      const page = await searchDocuments(scope, {
        index,
        body: { size: PAGE, from, _source, query, track_total_hits: false },
      });
      hits.push(...page.hits);
      if (page.hits.length < PAGE) break;
    }
    return hits;
  } catch (error) {
    if (isBackendError(error, 400)) return null;
    throw error;
  }
}

async function firstOnes(
  scope: Pick<Scope, "http">,
  { index, _source, first, total }: Sample & { first: Hit[]; total: number },
): Promise<Hit[]> {
  const hits = [...first];
  while (hits.length < Math.min(SAMPLE, total)) {
    const page = await searchDocuments(scope, {
      index,
      body: { size: PAGE, from: hits.length, _source, sort: ["_doc"], track_total_hits: false },
    });
    if (page.hits.length === 0) break;
    hits.push(...page.hits);
  }
  return hits;
}

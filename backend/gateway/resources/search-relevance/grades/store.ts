import { createHash } from "node:crypto";
import { KEPT_LIMITS } from "@common/limits/kept";
import * as z from "zod";
import { callEngine } from "@backend/gateway/platform/store/engine-client";
import { scrolled } from "@backend/gateway/platform/store/scroll";
import { SYSTEM } from "@backend/gateway/platform/store/system-indices";
import type { StoreParts } from "@backend/gateway/platform/store/system-store";
import { type Grade, GradeSchema } from "./schema";

const PIECE = KEPT_LIMITS.gradesAtOnce.most;
const MAX_TERMS = KEPT_LIMITS.gradeTerms.most;
const HitSchema = z.object({ _source: GradeSchema });
const TermsSchema = z.object({
  aggregations: z
    .object({ terms: z.object({ buckets: z.array(z.object({ key: z.string(), doc_count: z.number() })) }) })
    .optional(),
});

/** Where a grade is kept for: one has it alone. */
type Place = Pick<Grade, "index" | "query" | "document">;

/** A search term with the number of its grades. */
export type GradedTerm = Pick<Grade, "query"> & { grades: number };

/** Grades of documents, by index and search term. */
export type GradeStore = {
  of: (where: { indices: readonly string[]; queries?: readonly string[] }) => Promise<Grade[]>;
  /**
   * Search terms that have grades in one of the indices, in order, and how many there are; one alone where it is given.
   */
  terms: (indices: readonly string[], query?: string) => Promise<GradedTerm[]>;
  write: (changes: { grades: readonly Grade[]; removed: readonly Place[] }) => Promise<void>;
  /** Removes those of a term, or all of an index; how many there were. */
  remove: (index: string, query?: string) => Promise<number>;
};

function idOf({ index, query, document }: Place): string {
  return createHash("sha256")
    .update(JSON.stringify([index, query, document]))
    .digest("base64url");
}

function filterOf({ indices, queries }: { indices: readonly string[]; queries?: readonly string[] | undefined }) {
  return { bool: { filter: [{ terms: { index: indices } }, ...(queries ? [{ terms: { query: queries } }] : [])] } };
}

/** Grades in the hidden index `.grades`. */
export function createGradeStore({ engine, places }: StoreParts): GradeStore {
  const name = () => places.of(SYSTEM.grades).definition.name;

  async function of(where: Parameters<GradeStore["of"]>[0]): Promise<Grade[]> {
    const all: Grade[] = [];
    for await (const hits of scrolled(engine, { index: name(), search: { query: filterOf(where), size: PIECE } })) {
      for (const hit of hits) {
        const read = HitSchema.safeParse(hit);
        if (read.success) all.push(read.data._source);
      }
    }
    return all;
  }

  async function terms(indices: readonly string[], query?: string): Promise<GradedTerm[]> {
    const body = {
      size: 0,
      query: filterOf({ indices, queries: query === undefined ? undefined : [query] }),
      aggs: { terms: { terms: { field: "query", size: MAX_TERMS, order: { _key: "asc" } } } },
    };
    const found = TermsSchema.parse(
      (await callEngine(engine, { method: "POST", path: `/${name()}/_search`, body })).body,
    );
    return (found.aggregations?.terms.buckets ?? []).map(({ key, doc_count }) => ({ query: key, grades: doc_count }));
  }

  async function write({ grades, removed }: Parameters<GradeStore["write"]>[0]): Promise<void> {
    const lines = [
      ...grades.flatMap((grade) => [{ index: { _id: idOf(grade) } }, grade]),
      ...removed.map((place) => ({ delete: { _id: idOf(place) } })),
    ].map((line) => JSON.stringify(line));
    if (lines.length === 0) return;
    await callEngine(engine, {
      method: "POST",
      path: `/${name()}/_bulk`,
      query: { refresh: "true" },
      body: `${lines.join("\n")}\n`,
    });
  }

  async function remove(index: string, query?: string): Promise<number> {
    const places = await of({ indices: [index], ...(query === undefined ? {} : { queries: [query] }) });
    for (let at = 0; at < places.length; at += PIECE)
      await write({ grades: [], removed: places.slice(at, at + PIECE) });
    return places.length;
  }

  return { of, terms, write, remove };
}

import { KEPT_LIMITS } from "@common/limits/kept";
import * as z from "zod";
import { badRequest } from "@backend/gateway/platform/http/errors";
import { parseOwnBody } from "@backend/gateway/platform/http/own-body";

/** The best grade; 0 says that a document is no answer at all. */
export const BEST = 3;
const LONGEST_QUERY = KEPT_LIMITS.gradeQuery.most;
const MOST_DOCUMENTS = KEPT_LIMITS.gradeDocuments.most;
const REFUSAL = "Can't parse request body";

/** What somebody thinks of a document as an answer to a search term. */
export const GradeSchema = z.object({
  query: z.string(),
  index: z.string(),
  document: z.string(),
  grade: z.number(),
  username: z.string(),
  timestamp: z.string(),
});
export type Grade = z.infer<typeof GradeSchema>;

const PutSchema = z.object({
  query: z.string().nullish(),
  docs: z.record(z.string(), z.number().nullable()).nullish(),
});
const MetricsSchema = z.object({ indices: z.array(z.string()).nullish(), page: z.number().nullish() });

/** A search term as it is kept: capitals and spaces make no other one. Throws 400. */
export function termOf(text: string | null | undefined): string {
  const term = (text ?? "").trim().replace(/\s+/g, " ").toLowerCase();
  if (term === "") throw badRequest("query can not be empty");
  if (term.length > LONGEST_QUERY) throw badRequest(`query must not be longer than ${LONGEST_QUERY} letters`);
  return term;
}

/** Grades by document; null takes one back. Throws 400. */
export function readGrades(text: string): { query: string; docs: ReadonlyMap<string, number | null> } {
  const body = parseOwnBody({ text, schema: PutSchema, refusal: REFUSAL });
  const docs = new Map(Object.entries(body.docs ?? {}));
  if (docs.size > MOST_DOCUMENTS) throw badRequest(`docs can hold at most ${MOST_DOCUMENTS} documents`);
  for (const [id, grade] of docs) {
    if (id === "" || Buffer.byteLength(id) > 512) throw badRequest("docs must go by ids of documents");
    if (grade !== null && !(Number.isInteger(grade) && grade >= 0 && grade <= BEST))
      throw badRequest(`a grade must be a whole number from 0 to ${BEST}, or null`);
  }
  return { query: termOf(body.query), docs };
}

/** What is to be compared. Throws 400. */
export function readMetrics(text: string): { indices: string[]; page: number } {
  const { indices, page } = parseOwnBody({ text, schema: MetricsSchema, refusal: REFUSAL });
  const asked = [...new Set(indices ?? [])];
  if (asked.length === 0) throw badRequest("indices can not be empty");
  if (asked.length > 5) throw badRequest("Cannot compare more than 5 indices!");
  if (!Number.isInteger(page ?? 1) || (page ?? 1) < 1) throw badRequest("page must be a whole number from 1 on");
  return { indices: asked, page: page ?? 1 };
}

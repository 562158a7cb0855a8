import { endpointPlaces, endpointRefusal } from "@common/http/endpoint-queries";
import { isJsonObject, type JsonObject, stringifyJson } from "@common/text/json";
import { plainRequest, RESULT } from "@common/search-relevance/visitors/request";
import * as z from "zod";

const document = z.string().min(1).max(512);
/** Results that one search may be asked for. */
export const MOST_PLACES = 100;
const places = z.int().min(1).max(MOST_PLACES);

/** What a search is expected to find. */
export const ExpectationSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("within"), document, places }),
  z.object({ kind: z.literal("notEmpty") }),
  z
    .object({ kind: z.literal("above"), document, other: document })
    .refine(({ document: one, other }) => one !== other, { path: ["other"], error: "Choose two documents." }),
  z.object({
    kind: z.literal("measure"),
    measure: z.enum(["ndcg", "precision", "reciprocalRank"]),
    places,
    least: z.number().min(0).max(1),
  }),
]);

function hasResult({ query }: JsonObject): boolean {
  return Array.isArray(query) && query.some((one) => isJsonObject(one) && one["id"] === RESULT);
}

/** A saved search with what it is expected to find, and grades of documents as answers to it. */
export const RelevanceTestSchema = z.object({
  label: z.string().trim().min(1).max(200),
  /** The body of the search API, as it is sent. */
  request: z.custom<JsonObject>(isJsonObject).refine(hasResult, `The request has no query with the id ${RESULT}.`),
  expectations: z.array(ExpectationSchema).min(1).max(50),
  /** By id: 3 best, 2 good, 1 weak, 0 no answer. */
  grades: z.record(document, z.int().min(0).max(3)).default({}),
  /** The mark of tests that have their grades in common: another way of asking for the same. */
  sharing: z.string().min(1).max(64).optional(),
  /** What readers call a document, by id, as it was when the test was saved. */
  names: z.record(document, z.string().max(200)).default({}),
});

/**
 * The same where it is saved: who runs it later has other rights, so its request calls no endpoint. One that was saved
 * before is read, and runs without.
 */
export const NewTestSchema = RelevanceTestSchema.superRefine(({ request }, context) => {
  const places = endpointPlaces(request);
  if (places.length > 0) context.addIssue({ code: "custom", path: ["request"], message: endpointRefusal(places) });
});

/** The search of a text. Where it looks is left to the settings that are tried. */
export const requestFor = plainRequest;

/** The text of a request that is the search of one, null for any other. */
export function textOf(request: JsonObject): string | null {
  const [query] = Array.isArray(request["query"]) ? request["query"] : [];
  const text = isJsonObject(query) ? query["value"] : undefined;
  return typeof text === "string" && stringifyJson(request) === stringifyJson(requestFor(text)) ? text : null;
}

/** The documents that a test is about, each once. */
export function documentsOf({ expectations, grades }: Pick<RelevanceTest, "expectations" | "grades">): string[] {
  const expected = expectations.flatMap((one) => [
    ...("document" in one ? [one.document] : []),
    ...("other" in one ? [one.other] : []),
  ]);
  return [...new Set([...expected, ...Object.keys(grades)])];
}

export type Expectation = z.infer<typeof ExpectationSchema>;
export type RelevanceTest = z.infer<typeof RelevanceTestSchema>;

/**
 * A test to be kept in the place of the version that was shown; 0 stands for one that is not there. `past` is the last
 * version of one that was deleted, `joins` another test whose grades it shares from now on.
 */
export type Put = {
  id: string;
  version: number;
  past?: number | undefined;
  joins?: string | undefined;
  test: RelevanceTest;
};

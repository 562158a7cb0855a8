import { isJsonObject, type JsonValue, LosslessNumber } from "@common/text/json";
import type { ActionType } from "@common/search-relevance/rule-kinds";
import * as z from "zod";
import { badRequest } from "@backend/gateway/platform/http/errors";

const object = z.custom<{ [key: string]: JsonValue }>(isJsonObject);
const number = z.union([z.number(), z.instanceof(LosslessNumber).transform(Number)]);
const scalar = z.union([z.string(), number, z.boolean()]);
const words = z.array(z.string());
const anything = z.custom<JsonValue>((value) => value !== undefined);

/**
 * Documents that are shown before what was found, by their `_id` and, where given, `_index`; `_source`, as it was when
 * the rule was written, is shown to nobody.
 */
const PromotedSchema = z.array(
  z.object({
    doc: object.refine((doc) => typeof doc["_id"] === "string" && doc["_id"] !== ""),
    position: number.optional(),
  }),
);

/** What each action works with. */
export const DATA = {
  promote_result: PromotedSchema,
  hide_result: words,
  custom_data: anything,
  replace_search_term: z.string(),
  remove_words: words,
  replace_words: z.record(z.string(), z.string()),
  add_filter: z.record(z.string(), z.union([scalar, z.array(scalar)])),
  search_settings: z.object({
    dataField: words.min(1),
    fieldWeights: z
      .array(
        z.union([
          number,
          z
            .string()
            .regex(/^\d+(?:\.\d+)?$/)
            .transform(Number),
        ]),
      )
      .optional(),
  }),
  replace_search_query: z.string(),
} as const satisfies Partial<Record<ActionType, z.ZodType>>;

const WANTED: Readonly<Record<keyof typeof DATA, string>> = {
  promote_result: 'a list of {"doc": {"_id": …}, "position": …}',
  hide_result: "a list of document ids",
  custom_data: "any JSON",
  replace_search_term: "a string",
  remove_words: "a list of strings",
  replace_words: "an object of strings",
  add_filter: "an object of fields with a value or a list of values",
  search_settings: "an object with dataField and fieldWeights",
  replace_search_query: "a string",
};

/** Refuses data that an action cannot work with. Throws 400. */
export function requireData(type: ActionType, data: JsonValue | undefined): void {
  if (type === "script") return;
  if (!DATA[type].safeParse(data).success) throw badRequest(`data of ${type} must be ${WANTED[type]}`);
}

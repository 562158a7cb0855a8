import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";
import * as z from "zod";
import { LEAST_SUB_WEIGHT, proposedWeight } from "~/services/search-relevance/composition/weights";
import type { Setting } from "~/services/search-relevance/setting";
import {
  isRankFunction,
  type RankNumber,
  rankNumbers,
  rankParameters,
  sentNumber,
} from "~/services/search-relevance/ranks";

/** Settings that are rows of fields. */
export type RowSetting = Extract<Setting, { type: "rows" }>;
/**
 * What became of the rows of a form, by path: a value, or null for a field that is no longer chosen. Fields that the
 * form does not have stay as they are.
 */
export type RowPatch = JsonObject;

const MOST_ROWS = 3000;
const path = z.string().min(1).max(1000);
const text = z.string().trim().max(60).default("");
const WEIGHT = /^\d{1,6}(\.\d{1,2})?$/;
const NUMBER = /^\d{1,7}(\.\d{1,3})?$/;

const rowSchemas = {
  weights: z.object({ field: path, value: text, subs: z.array(z.object({ path, on: text, value: text })).default([]) }),
  counted: z.object({ field: path, value: text }),
  ranks: z.object({ field: path, function: text, boost: text, pivot: text, scaling_factor: text, exponent: text }),
};
type Rows = { [Of in keyof typeof rowSchemas]: z.output<(typeof rowSchemas)[Of]>[] };
type Issue = (path: (string | number)[], message: string) => void;

const transforms: { [Of in keyof Rows]: (rows: Rows[Of], issue: Issue) => [string, JsonValue][] } = {
  weights: (rows, issue) =>
    rows.flatMap(({ field, value, subs }, at) => {
      if (value !== "" && !WEIGHT.test(value)) issue([at, "value"], "Enter a number from 0, with up to 2 decimals.");
      const parent = value === "" ? 1 : Number(value);
      const below = subs.map((sub, place): [string, JsonValue] => {
        if (sub.on !== "on") return [sub.path, null];
        if (sub.value === "") return [sub.path, proposedWeight(parent, sub.path)];
        const isWeight = WEIGHT.test(sub.value) && Number(sub.value) >= LEAST_SUB_WEIGHT;
        if (!isWeight)
          issue([at, "subs", place, "value"], `Enter a number from ${LEAST_SUB_WEIGHT}, with up to 2 decimals.`);
        return [sub.path, Number(sub.value)];
      });
      return [[field, value === "" ? null : parent], ...below];
    }),
  counted: (rows, issue) =>
    rows.map(({ field, value }, at) => {
      if (!["", "term", "range"].includes(value)) issue([at, "value"], "Choose one.");
      return [field, value === "" ? null : value];
    }),
  ranks: (rows, issue) =>
    rows.map((row, at) => {
      if (row.function === "") return [row.field, null];
      if (!isRankFunction(row.function)) {
        issue([at, "function"], "Choose one.");
        return [row.field, null];
      }
      const number = (name: RankNumber, optional = false) => {
        const { min, max = Infinity, initial } = rankNumbers[name];
        const typed = row[name] === "" && !optional ? initial : row[name];
        const isWithin = typed === "" || (NUMBER.test(typed) && Number(typed) >= min && Number(typed) <= max);
        if (!isWithin)
          issue([at, name], max === Infinity ? `Enter a number from ${min}.` : `Enter a number from ${min} to ${max}.`);
        return typed === "" ? {} : { [name]: sentNumber(typed) };
      };
      const parameters = rankParameters[row.function].map(({ name, optional }) => number(name, optional));
      return [row.field, Object.assign({ function: row.function }, number("boost"), ...parameters)];
    }),
};

/** Checks the rows of a setting; the value is a `RowPatch`. */
export function rowsSchema({ of }: Pick<RowSetting, "of">): z.ZodType<JsonValue> {
  const patched = <Of extends keyof Rows>(
    schema: z.ZodType<Rows[Of]>,
    transform: (rows: Rows[Of], issue: Issue) => [string, JsonValue][],
  ) =>
    schema.transform((rows, context): JsonValue => {
      return Object.fromEntries(
        transform(rows, (place, message) => context.addIssue({ code: "custom", path: place, message })),
      );
    });
  switch (of) {
    case "weights":
      return patched<"weights">(z.array(rowSchemas.weights).max(MOST_ROWS).default([]), transforms.weights);
    case "counted":
      return patched<"counted">(z.array(rowSchemas.counted).max(MOST_ROWS).default([]), transforms.counted);
    case "ranks":
      return patched<"ranks">(z.array(rowSchemas.ranks).max(MOST_ROWS).default([]), transforms.ranks);
  }
}

/** The fields of a setting after a form: those that it changed, and the others as they were. */
export function withRows(before: JsonValue | undefined, patch: JsonValue | undefined): JsonObject {
  const all = new Map(before !== undefined && isJsonObject(before) ? Object.entries(before) : []);
  for (const [field, value] of patch !== undefined && isJsonObject(patch) ? Object.entries(patch) : []) {
    if (value === null) all.delete(field);
    else all.set(field, value);
  }
  return Object.fromEntries(all);
}

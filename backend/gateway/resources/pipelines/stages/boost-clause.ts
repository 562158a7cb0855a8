import { isJsonObject, type JsonObject, type JsonValue, LosslessNumber } from "@common/text/json";
import * as z from "zod";
import { badRequest } from "@backend/gateway/platform/http/errors";

const number = z.union([z.number(), z.instanceof(LosslessNumber).transform(Number)]);
const whole = number.refine((value) => Number.isSafeInteger(value) && value >= 0);
const json = z.custom<JsonValue>((value) => value !== undefined);
const location = z.custom<JsonValue>(
  (value) => typeof value === "string" || Array.isArray(value) || isJsonObject(value),
);

const ValueSchema = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.instanceof(LosslessNumber),
  z.object({ location, distance: number, unit: z.string() }),
  z
    .object({ start: json.optional(), end: json.optional() })
    .refine(({ start, end }) => (start ?? null) !== null || (end ?? null) !== null),
]);
type Value = z.infer<typeof ValueSchema>;

const InputsSchema = z.object({
  dataField: z.string().min(1),
  value: z.union([z.array(ValueSchema).min(1).max(100), ValueSchema.transform((value) => [value])]),
  queryFormat: z
    .enum(["or", "and"])
    .nullish()
    .transform((value) => value ?? "or"),
  boostType: z
    .enum(["score", "promote"])
    .nullish()
    .transform((value) => value ?? "score"),
  boostOp: z
    .enum(["add", "multiply"])
    .nullish()
    .transform((value) => value ?? "add"),
  boostFactor: whole.nullish().transform((value) => value ?? 1),
  boostMaxDocs: whole.nullish(),
  boostSizeThreshold: whole.nullish(),
});
export type BoostInputs = z.infer<typeof InputsSchema>;

/** The inputs of the stage `boost`. Throws 400 for what does not fit, by its name. */
export function boostInputs(inputs: JsonObject): BoostInputs {
  const { data, error } = InputsSchema.safeParse(inputs);
  if (data) return data;
  throw badRequest(`${String(error.issues[0]?.path[0] ?? "inputs")} of the stage boost is missing, or of another kind`);
}

function clauseOf(value: Value, { dataField, queryFormat }: BoostInputs): JsonObject {
  if (typeof value === "string") return { match: { [dataField]: { query: value, operator: queryFormat } } };
  if (typeof value !== "object" || value instanceof LosslessNumber) return { term: { [dataField]: { value } } };
  if ("location" in value)
    return { geo_distance: { distance: `${value.distance}${value.unit}`, [dataField]: value.location } };
  const { start = null, end = null } = value;
  return {
    range: { [dataField]: { ...(start === null ? {} : { gte: start }), ...(end === null ? {} : { lte: end }) } },
  };
}

/** The clause that finds what is boosted: by any of the values or, where the format is `and`, by all of them. */
export function boostClause(inputs: BoostInputs): JsonObject {
  const clauses = inputs.value.map((value) => clauseOf(value, inputs));
  const [only] = clauses;
  if (only && clauses.length === 1) return only;
  return { bool: inputs.queryFormat === "and" ? { must: clauses } : { should: clauses, minimum_should_match: 1 } };
}

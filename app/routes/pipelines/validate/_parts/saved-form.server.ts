import { endpointPlaces, endpointRefusal } from "@common/http/endpoint-queries";
import { PIPELINES_LIMITS } from "@common/limits/pipelines";
import { isJsonObject, type JsonValue, parseJson, stringifyJson } from "@common/text/json";
import * as z from "zod";
import { isSecretName } from "~/services/platform/changes/mask.server";
import { type Expectation, ExpectationSchema, type SavedSample } from "~/services/pipelines/samples/records.server";
import type { Sample } from "~/services/pipelines/trial.server";
import { sampleSchema, sampleTexts } from "./sample.server";
import { EXPECTED, type ExpectedRow, newRow, type SavedShape } from "./saved-fields";

const METHODS = ["GET", "POST", "PUT", "DELETE"] as const;
const { sample: size, sampleExpectations } = PIPELINES_LIMITS;

function jsonOrText(typed: string): JsonValue {
  try {
    return parseJson(typed);
  } catch {
    return typed;
  }
}

const NEEDED: Partial<Record<ExpectedRow["kind"], string>> = {
  status: "Enter a status from 100 to 599.",
  time: "Enter a time from 1 to 60,000 ms.",
  ids: "Enter IDs, separated by commas: 100 at most.",
};

const asKept = ({ kind, path, value }: ExpectedRow): unknown => {
  if (kind === "status") return { kind, status: Number(value) };
  if (kind === "time") return { kind, most: Number(value) };
  if (kind === "ids")
    return {
      kind,
      ids: value
        .split(/[,\n]/)
        .map((id) => id.trim())
        .filter((id) => id !== ""),
    };
  return { kind, path, ...(kind !== "missing" && { value: jsonOrText(value) }) };
};

const rowSchema = z
  .object({
    kind: z
      .enum(EXPECTED.map(({ value }) => value))
      .catch("status")
      .default("status"),
    path: z.string().trim().max(500, { error: "A path has at most 500 characters." }).default(""),
    value: z.string().trim().max(20_000, { error: "A value has at most 20,000 characters." }).default(""),
  })
  .transform((row, context): Expectation => {
    const refuse = (field: "path" | "value", message: string) => {
      context.addIssue({ code: "custom", path: [field], message });
      return z.NEVER;
    };
    const byPath = row.kind === "equals" || row.kind === "contains" || row.kind === "missing";
    if (byPath && row.path === "") return refuse("path", "Enter a path, such as hits.hits.0._id.");
    const kept = ExpectationSchema.safeParse(asKept(row));
    return kept.success ? kept.data : refuse("value", NEEDED[row.kind] ?? "Enter a value.");
  });

/** The first member of a secret's name in JSON; null without one. */
function secretIn(value: JsonValue): string | null {
  if (Array.isArray(value)) return value.map(secretIn).find((name) => name !== null) ?? null;
  if (!isJsonObject(value)) return null;
  for (const [name, one] of Object.entries(value)) {
    if (isSecretName(name) && one !== null && one !== "") return name;
    const below = secretIn(one ?? null);
    if (below !== null) return below;
  }
  return null;
}

const leaveOut = (name: string) => `Leave ${name} out: a saved sample is seen by everybody who may see pipelines.`;

/** What the form of a saved sample takes: a sample, and what is expected of the answer to it. */
export const SavedFormSchema = sampleSchema
  .extend({
    name: z
      .string({ error: "Enter a name." })
      .trim()
      .min(1, { error: "Enter a name." })
      .max(120, { error: "A name has at most 120 characters." }),
    method: z.enum(METHODS).catch("POST").default("POST"),
    path: z
      .string()
      .trim()
      .max(2_000, { error: "A path has at most 2,000 characters." })
      .refine((typed) => typed === "" || /^\/\S*$/.test(typed), { error: "Enter a path that starts with /." })
      .default(""),
    expectations: z
      .array(rowSchema)
      .max(sampleExpectations.most, { error: `A sample has at most ${sampleExpectations.most} expectations.` })
      .default([]),
    version: z.coerce.number().int().min(0).catch(0),
  })
  .superRefine(({ headers, body, envs }, context) => {
    const refuse = (field: string, message: string) => context.addIssue({ code: "custom", path: [field], message });
    const secret = Object.keys(headers).find(isSecretName);
    if (secret !== undefined) refuse("headers", leaveOut(secret));
    for (const [field, said] of [["body", jsonOrText(body)] as const, ["envs", envs] as const]) {
      const name = secretIn(said);
      if (name !== null) refuse(field, leaveOut(name));
    }
    const lines = body.split("\n").map(jsonOrText).concat(jsonOrText(body));
    const places = lines.flatMap((line) => (isJsonObject(line) ? endpointPlaces(line) : []));
    if (places.length > 0) refuse("body", endpointRefusal([...new Set(places)]));
    if (stringifyJson({ headers, body, envs }).length > size.most)
      refuse("body", `A saved sample has at most ${size.most.toLocaleString("en")} characters.`);
  });

const rowOf = (expected: Expectation): ExpectedRow => ({
  kind: expected.kind,
  path: "path" in expected ? expected.path : "",
  value: valueOf(expected),
});

function valueOf(expected: Expectation): string {
  switch (expected.kind) {
    case "status":
      return String(expected.status);
    case "time":
      return String(expected.most);
    case "ids":
      return expected.ids.join(", ");
    case "missing":
      return "";
    default: {
      const { value } = expected;
      // A text that reads as JSON must stay one.
      return typeof value === "string" && jsonOrText(value) === value ? value : stringifyJson(value);
    }
  }
}

/** A saved sample as the fields of its form. */
export const savedShape = (saved: SavedSample & { version: number }): SavedShape => ({
  ...sampleTexts(saved),
  name: saved.name,
  method: saved.method === "" ? "POST" : saved.method,
  path: saved.path,
  version: String(saved.version),
  expectations: saved.expectations.map(rowOf),
});

/** The fields of a new one, with what was tried. */
export const newShape = (sample: Sample, route: { method: string; path: string } | undefined): SavedShape => ({
  ...sampleTexts(sample),
  name: "",
  method: route?.method ?? "POST",
  path: "",
  version: "0",
  expectations: [newRow()],
});

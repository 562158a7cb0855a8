import { pipelineSchema } from "@common/pipelines/document/schema";
import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";
import * as z from "zod";

/** What a schema says of a stage: what it is, and its inputs by name, with the types that each may have (none: any). */
export type StageRules = {
  title: string;
  description: string;
  required: readonly string[];
  types: ReadonlyMap<string, readonly string[]>;
};
/** The stages that a server has, by their names. */
export type PipelineRules = ReadonlyMap<string, StageRules>;

/** More of anything than this is no schema of pipelines: the rest is left out. */
const MOST_STAGES = 500;
const MOST_INPUTS = 100;
const MOST_REFERENCES = 3;

const object = z.custom<JsonObject>(isJsonObject);
const texts = z
  .array(z.unknown())
  .catch([])
  .transform((all) => all.filter((one): one is string => typeof one === "string"));
const inputSchema = z.object({
  type: z
    .union([z.string().transform((type) => [type]), texts])
    .optional()
    .transform((types) => types ?? []),
});
const stageSchema = z.object({
  title: z.string().max(100).catch(""),
  description: z.string().max(1000).catch(""),
  inputs: z
    .object({ required: texts.optional(), properties: object.optional().catch(undefined) })
    .nullish()
    .catch(null),
});

const at = (value: JsonValue | undefined, path: readonly string[]): JsonValue | undefined =>
  path.reduce<JsonValue | undefined>(
    (found, name) =>
      found !== undefined && isJsonObject(found) && Object.hasOwn(found, name) ? found[name] : undefined,
    value,
  );

/** What stands behind references within the schema; nothing is fetched, and a circle ends. */
function resolved(schema: JsonValue, value: JsonValue | undefined): JsonObject | null {
  let found = value;
  for (let hops = 0; hops <= MOST_REFERENCES; hops++) {
    if (found === undefined || !isJsonObject(found)) return null;
    const reference = found["$ref"];
    if (typeof reference !== "string") return found;
    if (!reference.startsWith("#/")) return null;
    const names = reference.slice(2).split("/");
    found = at(
      schema,
      names.map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~")),
    );
  }
  return null;
}

function rulesOf(stage: JsonValue | undefined): StageRules {
  const { data } = stageSchema.safeParse(stage);
  const properties = Object.entries(data?.inputs?.properties ?? {}).slice(0, MOST_INPUTS);
  return {
    title: data?.title ?? "",
    description: data?.description ?? "",
    required: (data?.inputs?.required ?? []).slice(0, MOST_INPUTS),
    types: new Map(properties.map(([name, input]) => [name, inputSchema.safeParse(input).data?.type ?? []])),
  };
}

/**
 * The stages that a JSON Schema of pipelines tells of, in either of its forms: beside `use` of the stages, or in the
 * definition `PreBuiltStage`. Null for what is no such schema.
 */
export function rulesIn(schema: JsonValue): PipelineRules | null {
  const places = [
    resolved(schema, at(schema, ["properties", "stages", "items", "properties", "use"])),
    resolved(schema, at(schema, ["definitions", "PreBuiltStage"])),
  ];
  for (const place of places) {
    const names = texts.parse(place?.["enum"]).slice(0, MOST_STAGES);
    if (place === null || names.length === 0) continue;
    const tables = [at(place, ["stages"]), at(place, ["additionalProperties", "stages"])];
    return new Map(names.map((name) => [name, rulesOf(tables.map((table) => at(table, [name])).find(Boolean))]));
  }
  return null;
}

/** The stages of this product's own back end. */
export const ownRules = (): PipelineRules => rulesIn(pipelineSchema()) ?? new Map();

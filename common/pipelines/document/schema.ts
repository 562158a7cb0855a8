import { ACLS, CATEGORIES } from "@common/access-control/categories";
import { STAGES } from "@common/pipelines/stages";
import type { JsonObject } from "@common/text/json";
import { DOCUMENT_LIMITS } from "./limits";
import { METHODS } from "./routes";
import { stageSchema } from "./stage-schema";
import { TRIGGER_TYPES } from "./trigger";

// Editors complete and check by this. What it refuses `readDocument` refuses too, but for names that public pipelines
// alone have: it reads more than is offered.

const text = (title: string, description: string): JsonObject => ({ type: "string", title, description });
const flag = (title: string, description: string): JsonObject => ({ type: "boolean", title, description });

function routes(): JsonObject {
  const classify = {
    type: "object",
    title: "Classification",
    description: "Which rights a caller needs, and which limits count.",
    required: ["category"],
    properties: {
      category: { ...text("Category", "The area of the call."), enum: [...CATEGORIES, "ai", "elasticsearch"] },
      acl: { ...text("ACL", "A narrower area within the category."), enum: [...ACLS, "doc", "mappings"] },
    },
  };
  return {
    type: "array",
    title: "Routes",
    description: "The calls that the pipeline answers.",
    minItems: 1,
    maxItems: DOCUMENT_LIMITS.routes,
    items: {
      type: "object",
      required: ["path", "method"],
      properties: {
        path: { ...text("Path", "For example /books/_search; {index} stands for any one segment."), minLength: 1 },
        method: { ...text("Method", "The HTTP method of the call."), enum: [...METHODS] },
        classify,
        recordLogs: flag("Keep logs", "Whether each run is kept with its stages; false where left out."),
      },
    },
  };
}

const TRIGGER: JsonObject = {
  type: "object",
  title: "Trigger",
  description: "When the pipeline answers; always where left out.",
  properties: {
    type: { ...text("Type", "What is looked at."), enum: [...TRIGGER_TYPES] },
    expression: text("Expression", "A condition in the language of query rules, or a cron line."),
    timeframe: {
      type: "object",
      title: "Time frame",
      description: "From when until when, in unix seconds.",
      properties: { start_time: { type: "integer" }, end_time: { type: "integer" } },
    },
  },
};

const GLOBAL_ENVS: JsonObject = {
  type: "array",
  title: "Global variables",
  description: "Variables of all pipelines that are saved with this one.",
  items: {
    type: "object",
    required: ["key"],
    properties: {
      key: { ...text("Key", "Letters, digits and _."), pattern: "^\\w+$" },
      label: text("Label", "What readers see."),
      description: text("Description", "What it is for."),
      value: { type: ["string", "number", "boolean", "null"], title: "Value", description: "What stands for the key." },
      validate: { type: "object", title: "Check", description: "A request that tells whether the value is good." },
    },
  },
};

function stages(use: JsonObject): JsonObject {
  const ways = ["use", "uses", "script", "scriptRef", "id"];
  const properties = {
    id: text("Id", "By this name other stages wait for it; the name of the stage where left out."),
    use,
    enabled: flag("Enabled", "Whether the stage runs; true where left out."),
    description: text("Description", "What it is for."),
    async: flag("Async", "Whether it runs beside the stages behind it."),
    continueOnError: flag("Go on after an error", "True where left out: the next stage runs all the same."),
    needs: { type: ["array", "string"], items: { type: "string" }, title: "Needs", description: "Stages to wait for." },
    inputs: { type: "object", title: "Inputs", description: "What the stage works with." },
    script: text("Script", "JavaScript with a function handleRequest."),
    scriptRef: text("Script file", "The name of a script that is saved with the pipeline."),
    trigger: {
      type: ["object", "string"],
      title: "Trigger",
      description: "The stage runs where the expression is true.",
      properties: { expression: text("Expression", "A condition over envs, context and inputs.") },
    },
  };
  return {
    type: "array",
    title: "Stages",
    description: "What is done, one after the other.",
    minItems: 1,
    maxItems: DOCUMENT_LIMITS.stages,
    items: { type: "object", anyOf: ways.map((way) => ({ required: [way] })), properties },
  };
}

/** The JSON Schema of a pipeline. Stages stand in it at each of the places where clients look for them. */
export function pipelineSchema(): JsonObject {
  const table = Object.fromEntries(STAGES.map((stage) => [stage.name, stageSchema(stage)]));
  const names = STAGES.map(({ name }) => name);
  const use = { ...text("Stage", "The stage that is run."), enum: names, additionalProperties: { stages: table } };
  const order = ["id", "enabled", "description", "priority", "routes", "envs", "trigger", "stages", "global_envs"];
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "Pipeline",
    type: "object",
    required: ["routes", "stages"],
    preservedOrder: order,
    properties: {
      id: text("Id", "Made by the server where left out."),
      enabled: flag("Enabled", "Whether it answers; true where left out."),
      description: text("Description", "What it is for."),
      priority: { type: "integer", title: "Priority", description: "Of two that fit a call, the higher one answers." },
      routes: routes(),
      envs: { type: "object", title: "Variables", description: "Values that stages read; index: where to search." },
      trigger: TRIGGER,
      stages: stages({ ...use, stages: table }),
      global_envs: GLOBAL_ENVS,
    },
    definitions: { PreBuiltStage: use },
  };
}

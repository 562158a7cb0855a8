import type { Category } from "@common/access-control/categories";
import type { JsonObject } from "@common/text/json";

export type Method = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";

/** A path and method that a pipeline answers. `path` begins with a slash; segments like `{id}` take any one value. */
export type PipelineRoute = {
  path: string;
  method: Method;
  classify: { category: Category; acl: string | null };
  /** Whether each run is kept whole, for the list of logs. */
  recordLogs: boolean;
};

/** One step of a pipeline: a stage by its name (`use`), or a script (inline, or by the name of its file). */
export type PipelineStage = {
  /** Unique within the pipeline; the name of the stage, with a number where it stands twice, unless told. */
  id: string;
  /** Of the stages that there are; null for a script. */
  use: string | null;
  enabled: boolean;
  description: string;
  async: boolean;
  /** Whether the next stage runs after an error of this one; true unless told. */
  continueOnError: boolean;
  needs: readonly string[];
  inputs: JsonObject;
  script: string | null;
  scriptRef: string | null;
  /** A condition in the language of stages, over `envs`, `context` and `inputs`; null: runs always. */
  trigger: string | null;
};

/** When a pipeline answers at all; the language of conditions is that of query rules. Times in unix seconds. */
export type PipelineTrigger = {
  type: "always" | "filter" | "index" | "query" | "cron";
  expression: string;
  timeframe: { start: number; end: number | null } | null;
};

/** A value that all pipelines may use, by its key. `validate` is kept as it was sent. */
export type GlobalEnvSent = {
  key: string;
  label: string;
  description: string;
  value: string;
  validate: JsonObject | null;
};

/** A pipeline as its text says it, with all that was left out filled in. */
export type PipelineDocument = {
  /** Null where the text has none: the server makes one. */
  id: string | null;
  enabled: boolean;
  description: string;
  /** Higher is asked first. */
  priority: number;
  routes: readonly PipelineRoute[];
  envs: JsonObject;
  trigger: PipelineTrigger;
  stages: readonly PipelineStage[];
  globalEnvs: readonly GlobalEnvSent[];
};

/** A script of a pipeline, by the name that its stages use. */
export type PipelineScript = { content: string; extension: string };
export type PipelineScripts = Readonly<Record<string, PipelineScript>>;

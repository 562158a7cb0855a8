import * as z from "zod";
import { AuthorSchema } from "@backend/gateway/platform/access/runs-as";

const seconds = z.number().int();

const ScriptSchema = z.object({ content: z.string(), extension: z.string() });

/** What of a pipeline is the same in all its versions. Times are unix seconds. */
export const StoredPipelineSchema = z.object({
  id: z.string(),
  /** The number of the version that answers. */
  live: z.number().int(),
  /** The highest number that a version ever had: numbers are not given again. */
  last: z.number().int(),
  created_at: seconds,
  updated_at: seconds,
});
export type StoredPipeline = z.infer<typeof StoredPipelineSchema>;

/**
 * A version: the text as it was sent and its scripts by the names that stages use; `validate_context` is what the
 * editor was tried with.
 */
export const StoredVersionSchema = z.object({
  pipeline_id: z.string(),
  version: z.number().int(),
  description: z.string().default(""),
  content: z.string(),
  extension: z.string(),
  scripts: z.record(z.string(), ScriptSchema).default({}),
  validate_context: z.string().nullish(),
  created_at: seconds,
  updated_at: seconds,
  /** Who saved it last: it runs with his rights. */
  author: AuthorSchema,
});
export type StoredVersion = z.infer<typeof StoredVersionSchema>;

/** A pipeline with the version that is looked at. */
export type Held = { pipeline: StoredPipeline; version: StoredVersion };

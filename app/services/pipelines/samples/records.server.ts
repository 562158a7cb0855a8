import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";
import { PIPELINES_LIMITS } from "@common/limits/pipelines";
import * as z from "zod";
import type { Sample } from "../trial.server";

const path = z.string().min(1).max(500);
const json = z.custom<JsonValue>((value) => value !== undefined);

/** What the answer to a sample is expected to be. Times in ms; `path` leads into the answer: `hits.hits.0._id`. */
export const ExpectationSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("status"), status: z.int().min(100).max(599) }),
  z.object({ kind: z.literal("equals"), path, value: json }),
  z.object({ kind: z.literal("contains"), path, value: json }),
  z.object({ kind: z.literal("missing"), path }),
  z.object({ kind: z.literal("ids"), ids: z.array(z.string().min(1).max(512)).min(1).max(100) }),
  z.object({ kind: z.literal("time"), most: z.int().min(1).max(60_000) }),
]);
export type Expectation = z.infer<typeof ExpectationSchema>;

/** A sample request of a pipeline under a name. Without a path it goes to the first route of the pipeline. */
export const SavedSampleSchema = z.object({
  name: z.string().trim().min(1).max(120),
  method: z.string().max(10).default(""),
  path: z.string().max(2_000).default(""),
  headers: z.record(z.string(), z.string()).default({}),
  body: z.string().default(""),
  envs: z.custom<JsonObject>(isJsonObject).default({}),
  expectations: z.array(ExpectationSchema).max(PIPELINES_LIMITS.sampleExpectations.most).default([]),
});
export type SavedSample = z.infer<typeof SavedSampleSchema>;

/** What is tried of it. */
export const requestOf = ({ body, headers, envs, method, path: at }: SavedSample): Sample => ({
  body,
  headers,
  envs,
  ...(at !== "" && { method: method === "" ? "POST" : method, path: at }),
});

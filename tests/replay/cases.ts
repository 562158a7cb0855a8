import { readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import * as z from "zod";

const FOLDER = fileURLToPath(new URL("../fixtures/recordings/", import.meta.url));

const CaseSchema = z.object({
  id: z.string(),
  note: z.string().default(""),
  setup: z.boolean().default(false),
  as: z.string(),
  authorization: z.string().optional(),
  defines: z.object({ name: z.string(), username: z.string().optional(), password: z.string().optional() }).optional(),
  save: z.record(z.string(), z.string()).default({}),
  delay: z.number().default(0),
  burst: z.number().optional(),
  retry: z
    .object({ path: z.string(), equals: z.unknown().optional(), atLeast: z.number().optional(), seconds: z.number() })
    .optional(),
  request: z.object({
    method: z.string(),
    path: z.string(),
    headers: z.record(z.string(), z.string()).default({}),
    body: z.unknown().optional(),
  }),
  response: z.object({
    status: z.number(),
    headers: z.record(z.string(), z.string()).default({}),
    body: z.unknown().optional(),
  }),
  volatile: z.array(z.string()).default([]),
  exact: z.union([z.literal(true), z.array(z.string())]).optional(),
  contains: z.array(z.string()).default([]),
  headersExact: z.boolean().default(false),
  quirk: z.boolean().default(false),
});
/** One recorded call and its answer; the keys are told in the fixtures' README. */
export type Case = z.infer<typeof CaseSchema>;

/** Names of the recorded files, without their ending. */
export function recordedAreas(): string[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith(".jsonl"))
    .map((name) => basename(name, ".jsonl"));
}

/**
 * Calls that came before lists were recorded, and that ours answers otherwise in all of them: it logs what names itself
 * a stream (`docs/reference/spec-differences.md`).
 */
const LEFT_OUT = new Set(["setup.act.streams"]);

/** The cases of one file, in order. */
export function readCases(area: string): Case[] {
  const lines = readFileSync(`${FOLDER}${area}.jsonl`, "utf8")
    .split("\n")
    .filter((line) => line !== "");
  return lines.map((line) => CaseSchema.parse(JSON.parse(line))).filter(({ id }) => !LEFT_OUT.has(id));
}

import { parseJson, stringifyJson } from "@common/text/json";
import * as z from "zod";
import { jsonObjectText, parseJsonText } from "~/lib/json/text.server";
import { isSecretHeader } from "~/services/pipelines/trials/log-sample.server";
import type { Sample } from "~/services/pipelines/trial.server";
import { draftsOf } from "~/services/platform/store/draft-store.server";

const MOST_HEADERS = 50;
const lines = (text: string) => text.replaceAll("\r\n", "\n");

/** JSON, or lines of it as `_msearch` takes them. */
const bodyField = z
  .string()
  .max(1_000_000, { error: "The body is longer than 1,000,000 characters." })
  .default("")
  .transform((typed, context): string => {
    const text = lines(typed);
    if (text.trim() === "") return text;
    const whole = parseJsonText(text);
    const each = text.split("\n").filter((line) => line.trim() !== "");
    if (whole.ok || (each.length > 1 && each.every((line) => parseJsonText(line).ok))) return text;
    context.addIssue({ code: "custom", message: whole.message });
    return z.NEVER;
  });

const headersField = z
  .string()
  .max(20_000, { error: "The headers are longer than 20,000 characters." })
  .default("")
  .transform((typed, context): Record<string, string> => {
    const refuse = (message: string) => {
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    };
    const headers: [string, string][] = [];
    for (const [at, line] of lines(typed).split("\n").entries()) {
      if (line.trim() === "") continue;
      const colon = line.indexOf(":");
      const name = line.slice(0, Math.max(0, colon)).trim();
      const value = line.slice(colon + 1).trim();
      if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) return refuse(`Line ${at + 1} is not like "Name: value".`);
      if (isSecretHeader(name)) return refuse(`Leave ${name} out: a run is in your own name.`);
      headers.push([name, value]);
    }
    if (headers.length > MOST_HEADERS) return refuse(`More than ${MOST_HEADERS} headers.`);
    return Object.fromEntries(headers);
  });

/** A sample as the form posts it. */
export const sampleSchema = z.object({
  body: bodyField,
  headers: headersField,
  envs: z
    .string()
    .max(100_000, { error: "The variables are longer than 100,000 characters." })
    .default("{}")
    .pipe(jsonObjectText("Variables")),
  // Of a saved sample that asks another route than the first.
  method: z.string().max(10).optional(),
  path: z.string().max(2_000).optional(),
});

/** A sample as the form shows it. */
export function sampleTexts({ body, headers, envs, method = "", path = "" }: Sample) {
  return {
    method,
    path,
    body,
    headers: Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}`)
      .join("\n"),
    envs: Object.keys(envs).length === 0 ? "{}" : stringifyJson(envs, 2),
  };
}

// Numbers of any length are kept by their digits, so variables are a text in the store.
const keptSchema = z.object({
  body: z.string(),
  headers: z.record(z.string(), z.string()),
  envs: z.string(),
  method: z.string().optional(),
  path: z.string().optional(),
});
const kept = draftsOf({ kind: "pipeline-sample", schema: keptSchema });

type SampleScope = Parameters<typeof kept.add>[0];

/** Keeps a sample for a day; gives the word by which its page asks for it. */
export const keepSample = (scope: SampleScope, { id, sample }: { id: string; sample: Sample }): string =>
  kept.add(scope, { ...sample, envs: stringifyJson(sample.envs) }, id);

/** A kept sample of a pipeline; undefined where it is not kept any more. */
export function keptSample(scope: SampleScope, { id, run }: { id: string; run: string }): Sample | undefined {
  const found = kept.get(scope, run, id);
  if (found === undefined) return undefined;
  const envs = jsonObjectText("Variables").safeParse(found.envs);
  const { body, headers, method, path } = found;
  return {
    body,
    headers,
    envs: envs.success ? envs.data : {},
    ...(path !== undefined && { path, method: method ?? "POST" }),
  };
}

/** A sample as a version keeps it. */
export const contextOf = ({ body, headers, envs }: Sample) =>
  parseJson(stringifyJson({ request: { body, headers }, envs }));

import * as z from "zod";
import { figure, rowsOf } from "~/services/analytics/wire.server";
import { parseInstant } from "~/lib/values/dates";
import { whereOffered } from "~/services/platform/http/not-offered.server";
import { apiPath } from "~/services/platform/http/path";
import type { Scope } from "~/session/scope.server";

// Contract 20, section 6, and contract 40, sections 1.2 and 1.5. Times are asked for in seconds; days come in
// milliseconds.

type Asker = Pick<Scope, "http">;
type Span = { from: number; to: number };
const spanOf = ({ from, to }: Span) => ({
  from_timestamp: Math.floor(from / 1000),
  to_timestamp: Math.ceil(to / 1000),
});

const text = z
  .string()
  .nullish()
  .catch(null)
  .transform((value) => value ?? "");
const pipelineSchema = z.object({
  id: z.string(),
  description: text,
  _version: figure,
  created_at: figure,
  updated_at: figure,
});
const usageSchema = z.object({ pipelines: rowsOf(z.object({ key: z.string(), count: z.number() })) });
const versionSchema = z.object({ _version: z.number(), _version_description: text, is_live: z.boolean().catch(false) });
const usedVersionsSchema = z.object({ versions: rowsOf(z.object({ key: z.number(), count: z.number() })) });
const value = z.number().nullish().catch(null);
const linesOf = <Key extends z.ZodType>(key: Key) => z.array(z.object({ key, value })).nullish().catch(null);
const daySchema = z.object({
  key: z.number(),
  version_histogram: linesOf(z.number()),
  stage_histogram: linesOf(z.string()),
});

export type Pipeline = {
  id: string;
  description: string;
  live: number | null;
  changedAt: number | null;
  /** Runs in 30 days; null where the server does not tell. */ used: number | null;
};

/**
 * The pipelines of a server, those that were changed last first, and those that ran and are no longer there; null for a
 * server without. One that tells how often pipelines ran and not which there are has those that ran. Throws
 * BackendError.
 */
export async function listPipelines({ http }: Asker): Promise<Pipeline[] | null> {
  const [all, usage] = await Promise.all([
    whereOffered(http.call({ path: "/_pipelines", schema: rowsOf(pipelineSchema) })),
    whereOffered(http.call({ path: "/_analytics/pipelines/usage", schema: usageSchema })),
  ]);
  const ran = usage && new Map(usage.pipelines.map(({ key, count }) => [key, count]));
  const known = new Set(all?.map(({ id }) => id));
  const others = [...(ran ?? [])].flatMap(([id, used]) =>
    known.has(id) ? [] : [{ id, description: "", live: null, changedAt: null, used }],
  );
  if (all === null) return ran && others;
  const listed = all.map(({ id, description, _version: live, created_at: made, updated_at: changed }) => ({
    id,
    description,
    live,
    changedAt: parseInstant(changed ?? made) ?? null,
    used: ran && (ran.get(id) ?? 0),
  }));
  const byChange = (a: Pipeline, b: Pipeline) => (b.changedAt ?? 0) - (a.changedAt ?? 0) || (a.id < b.id ? -1 : 1);
  return [...listed, ...others].sort(byChange);
}

export type PipelineVersion = { number: number; description: string; live: boolean };

/** The versions of a pipeline, the newest first; those that ran where the server lists none. Throws BackendError. */
export async function listPipelineVersions({ http }: Asker, id: string): Promise<PipelineVersion[]> {
  const versions = (await listedVersions({ http }, id)) ?? (await versionsThatRan({ http }, id));
  return versions.sort((a, b) => b.number - a.number);
}

async function listedVersions({ http }: Asker, id: string): Promise<PipelineVersion[] | null> {
  const all = await whereOffered(
    http.call({ path: apiPath`/_pipeline/${id}/versions`, schema: rowsOf(versionSchema) }),
  );
  return (
    all &&
    all.map(({ _version: number, _version_description: description, is_live: live }) => ({ number, description, live }))
  );
}

async function versionsThatRan({ http }: Asker, id: string): Promise<PipelineVersion[]> {
  const used = await whereOffered(
    http.call({ path: apiPath`/_analytics/pipeline/${id}/versions/usage`, schema: usedVersionsSchema }),
  );
  return (used?.versions ?? []).map(({ key }) => ({ number: key, description: "", live: false }));
}

/** What is told of runs: their mean time in ms, or how many of a hundred failed. */
export type PipelineFigure = "time-taken" | "error-rate";
/** A value of a version or a stage on a day; null where it did not run. */
export type PipelinePoint = { at: number; series: string; value: number | null };

type Asked = {
  id: string;
  figure: PipelineFigure;
  span: Span;
  /** Of this version, by stage; of all, by version, where it is null. */ version: number | null;
};

/** A figure of a pipeline day by day; null where the server has no such report. Throws BackendError. */
export async function getPipelineFigure(
  { http }: Asker,
  { id, figure: name, span, version }: Asked,
): Promise<PipelinePoint[] | null> {
  const path =
    version === null
      ? `${apiPath`/_analytics/pipeline/${id}`}/${name}`
      : `${apiPath`/_analytics/pipeline/${id}/version/${String(version)}`}/${name}`;
  const days = await whereOffered(http.call({ path, query: spanOf(span), schema: rowsOf(daySchema) }));
  return (
    days &&
    days.flatMap(({ key: at, version_histogram: versions, stage_histogram: stages }) => [
      ...(versions ?? []).map((one) => ({ at, series: String(one.key), value: one.value ?? null })),
      ...(stages ?? []).map((one) => ({ at, series: one.key, value: one.value ?? null })),
    ])
  );
}

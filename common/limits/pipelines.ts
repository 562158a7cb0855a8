import type { Limits } from "./limit";

const PIPELINE = "`_pipeline`";
const RUN = "a run of a pipeline";
const LOOP = "the loop: all of them are read and asked";
const MEMORY = "the back end stays below 1.2 GB";

/** What pipelines may hold, and what a run of one may take. */
export const PIPELINES_LIMITS = {
  pipelines: {
    what: "Pipelines that are kept",
    where: PIPELINE,
    most: 1_000,
    unit: "pieces",
    answer: "400",
    protects: LOOP,
  },
  versions: {
    what: "Versions of a pipeline that are kept",
    where: PIPELINE,
    most: 500,
    unit: "pieces",
    answer: "400",
    protects: "the store",
  },
  body: {
    what: "Pipeline with its scripts, in one call",
    where: PIPELINE,
    most: 4 * 1024 ** 2,
    unit: "bytes",
    answer: "413",
    protects: MEMORY,
  },
  archiveFiles: {
    what: "Files in an archive of a pipeline",
    where: "Pipelines, Import",
    most: 100,
    unit: "pieces",
    answer: "the form says so",
    protects: MEMORY,
  },
  archiveFile: {
    what: "One file in an archive of a pipeline, unpacked; all together as one call",
    where: "Pipelines, Import",
    most: 1024 ** 2,
    unit: "bytes",
    answer: "the form says so",
    protects: MEMORY,
  },
  globalEnvs: {
    what: "Global variables of pipelines",
    where: "`_pipelines/env`",
    most: 500,
    unit: "pieces",
    answer: "400",
    protects: LOOP,
  },
  stageTime: {
    what: "time of a stage",
    where: RUN,
    most: 30_000,
    unit: "ms",
    answer: "it fails, with a sentence",
    protects: "callers, who wait",
  },
  runTime: {
    what: "time of all stages",
    where: RUN,
    most: 60_000,
    unit: "ms",
    answer: "504",
    protects: "callers, who wait",
  },
  context: {
    what: "Answer and results that stages pass on",
    where: RUN,
    most: 16 * 1024 ** 2,
    unit: "characters",
    answer: "the stage fails, with a sentence",
    protects: MEMORY,
  },
  logged: {
    what: "Bodies in the log of a run",
    where: "`_pipelines/log`",
    most: 100_000,
    unit: "characters",
    answer: "they are cut",
    protects: "the store",
  },
  logs: {
    what: "Runs that are kept whole",
    where: "`_pipeline/{id}/logs`",
    most: 10_000,
    unit: "pieces",
    answer: "the oldest go",
    protects: "the store",
  },
  cached: {
    what: "Answers that the stage `useCache` keeps",
    where: RUN,
    most: 32 * 1024 ** 2,
    unit: "characters",
    answer: "the oldest go",
    protects: MEMORY,
  },
} as const satisfies Limits;

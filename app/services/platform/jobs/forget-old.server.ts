import { readdirSync, statSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "~/server/config.server";
import { kindOf } from "./kinds.server";
import type { JobTable } from "./table.server";

const DAY = 24 * 3600_000;
const KEEP_DRAFTS = DAY;
const KEEP_FINISHED = 30 * DAY;

/** Where uploaded files are until their import is over. */
export function importsFolder({ dataDir }: Pick<Config, "dataDir">): string {
  return join(dataDir, "imports");
}

/** Removes a job, and what it keeps beside its row. */
export async function forgetJob({ table, id }: { table: JobTable; id: string }) {
  const row = table.get(id);
  const input = table.input(id);
  if (row && input !== null) await kindOf(row)?.cleanUp(input);
  table.remove(id);
}

/** Removes what was begun or finished long ago, and files of uploads that a killed process left without a job. */
export async function forgetOldJobs({ table, dir }: { table: JobTable; dir: string }) {
  const now = Date.now();
  for (const { id } of table.listOld({ drafts: now - KEEP_DRAFTS, finished: now - KEEP_FINISHED }))
    await forgetJob({ table, id });
  const kept = table
    .listByState(["draft", "queued", "running", "paused", "interrupted"])
    .map(({ id }) => table.input(id) ?? "");
  for (const name of listFiles(dir)) {
    const path = join(dir, name);
    const isOld = (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now) < now - DAY;
    if (isOld && !kept.some((input) => input.includes(JSON.stringify(name).slice(1)))) await rm(path, { force: true });
  }
}

function listFiles(dir: string): string[] {
  try {
    return readdirSync(dir);
  } catch {
    return [];
  }
}

import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod";
import { HttpError } from "@backend/gateway/platform/http/errors";
import { callEngine } from "@backend/gateway/platform/store/engine-client";
import { scrolled } from "@backend/gateway/platform/store/scroll";
import { SYSTEM } from "@backend/gateway/platform/store/system-indices";
import type { StoreParts } from "@backend/gateway/platform/store/system-store";
import { DAY } from "./plan";
import { createDaySums, type Row, SUMMED, SummedRecordSchema } from "./rows";

/** Documents read or written at a time. */
const PAGE = 250;

const BulkSchema = z.object({ errors: z.boolean() });

type Work = StoreParts & { day: string; check: () => void; /** Between two pages, in ms. */ rest: number };

async function read({ engine, places, day, check, rest }: Work) {
  const sums = createDaySums();
  const start = Date.parse(day);
  const query = { range: { timestamp: { gte: start, lt: start + DAY, format: "epoch_millis" } } };
  const search = { size: PAGE, query, _source: SUMMED };
  for await (const hits of scrolled(engine, { index: places.of(SYSTEM.analytics).definition.name, search })) {
    check();
    for (const hit of hits) {
      const record = SummedRecordSchema.safeParse(hit["_source"]);
      if (record.success) sums.add(record.data);
    }
    await pause(rest);
  }
  return sums;
}

/**
 * Adds up the records of a day into rows of `.analytics_sums`, and gives the name of the run that they carry. Rows of a
 * run that nothing names are never read, so one that ends half-way has done nothing. `check` is asked before each page
 * and ends the work by throwing.
 */
export async function sumDay(work: Work): Promise<string> {
  const { engine, places, day, check, rest } = work;
  const run = `${day} ${randomUUID()}`;
  const path = `/${places.of(SYSTEM.analyticsSums).definition.name}`;

  async function write(rows: readonly Row[]): Promise<void> {
    const body = rows.map((row) => `{"index":{}}\n${JSON.stringify({ run, day, ...row })}\n`).join("");
    const answer = BulkSchema.parse((await callEngine(engine, { method: "POST", path: `${path}/_bulk`, body })).body);
    if (answer.errors) throw new HttpError(500, `the sums of ${day} could not be written`);
  }

  const sums = await read(work);
  let waiting: Row[] = [];
  for (const row of sums.rows()) {
    waiting.push(row);
    if (waiting.length < PAGE) continue;
    check();
    await write(waiting);
    waiting = [];
    await pause(rest);
  }
  if (waiting.length > 0) await write(waiting);
  await callEngine(engine, { method: "POST", path: `${path}/_refresh` });
  return run;
}

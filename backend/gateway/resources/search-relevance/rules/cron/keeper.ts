import * as z from "zod";
import type { Services } from "@backend/gateway/services";
import { callEngine } from "@backend/gateway/platform/store/engine-client";
import { SYSTEM } from "@backend/gateway/platform/store/system-indices";
import { enginePath } from "@backend/gateway/platform/http/paths";
import { isActive } from "../live-rule";
import { objectOr, ruleScript, type StoredRule } from "../schema";
import { cronBy, ScriptError } from "../scripts/exchange";
import { asFarAsItRuns, standingOf } from "../standing";
import { CRON_LIMITS } from "../scripts/types";
import { stringifyJson } from "@common/text/json";
import { cronOf } from "./line";

/** Runs the scripts of rules by the clock. `look` runs what became due since it was called last. */
export type CronKeeper = { start: () => void; look: () => Promise<void>; close: () => void };

type Parts = Pick<Services, "engine" | "places" | "rules" | "scripts" | "authors" | "ruleFailures" | "log"> & {
  now?: () => number;
};

/** How often it is looked for rules whose time has come, in ms. */
const LOOK_EVERY = 5_000;
/** A tick that nobody ran for so long, in ms, is let go: a gateway that slept does not make up for the night. */
const LATEST = 60_000;

const ClaimSchema = z.object({
  _seq_no: z.number(),
  _primary_term: z.number(),
  _source: z.object({ tick: z.number() }),
});

/** The last time of a cron line between two moments, null where there is none. */
export function tickBetween(line: string, { after, until }: { after: number; until: number }): number | null {
  const cron = cronOf(line);
  let last: number | null = null;
  // A line by the second has at most as many ticks as the span has seconds.
  for (let next = cron.nextRun(new Date(after)); next !== null && next.getTime() <= until; next = cron.nextRun(next))
    last = next.getTime();
  return last;
}

/** The keeper of cron rules. Over all gateways of an engine one runs each tick: that which first writes it down. */
export function createCronKeeper({
  engine,
  places,
  rules,
  scripts,
  authors,
  ruleFailures: failures,
  log,
  now = Date.now,
}: Parts): CronKeeper {
  let looked = now();
  let timer: NodeJS.Timeout | null = null;
  let isClosed = false;

  async function claim(rule: StoredRule, tick: number): Promise<boolean> {
    const path = enginePath([places.of(SYSTEM.locks).definition.name, "_doc", `cron-${rule.id}`]);
    const { status, body } = await callEngine(engine, { method: "GET", path }, [404]);
    const held = status === 404 ? null : ClaimSchema.parse(body);
    if (held && held._source.tick >= tick) return false;
    const query: Record<string, string> = held
      ? { if_seq_no: String(held._seq_no), if_primary_term: String(held._primary_term) }
      : { op_type: "create" };
    return (await callEngine(engine, { method: "PUT", path, query, body: { tick } }, [409])).status !== 409;
  }

  // It runs as its author, whose rights are asked for at each tick.
  async function run(rule: StoredRule, tick: number): Promise<void> {
    const standing = await standingOf(rule, { authors });
    if (asFarAsItRuns(rule, standing) === null) {
      log.warn({ rule: rule.id, reason: standing.stopped?.reason }, "a rule by the clock did not run");
      return;
    }
    if (!(await claim(rule, tick)) || isClosed) return;
    const action = rule.actions.find(({ type }) => type === "script");
    const body = action?.request === undefined ? "{}" : stringifyJson(objectOr(action.request)["body"] ?? {});
    const exchange = {
      request: { body, headers: {} },
      envs: { ...objectOr(action?.envs), now: Math.floor(tick / 1000) },
    };
    try {
      const { logs, took } = await cronBy(scripts, { script: ruleScript(rule) ?? "", exchange, limits: CRON_LIMITS });
      log.info({ rule: rule.id, took: Math.round(took), console: logs.slice(0, 20) }, "a rule ran by the clock");
    } catch (error) {
      if (isClosed) return;
      if (error instanceof ScriptError) failures.note(rule, error);
      else log.warn({ err: error, rule: rule.id }, "a rule that runs by the clock failed");
    }
  }

  async function look(): Promise<void> {
    const until = now();
    const after = Math.max(looked, until - LATEST);
    looked = until;
    const due = (await rules.live()).flatMap(({ rule }) => {
      if (rule.trigger.type !== "cron" || !isActive(rule, until / 1000)) return [];
      const tick = tickOf(rule, { after, until });
      return tick === null ? [] : [{ rule, tick }];
    });
    await Promise.all(due.map(({ rule, tick }) => run(rule, tick)));
  }

  // What another program kept may be no cron line.
  function tickOf(rule: StoredRule, span: { after: number; until: number }): number | null {
    try {
      return tickBetween(rule.trigger.expression ?? "", span);
    } catch {
      return null;
    }
  }

  // A script may take ten minutes; the others do not wait for it.
  function note(): void {
    void look().catch((error: unknown) => {
      if (!isClosed) log.warn({ err: error }, "rules that run by the clock could not be looked for");
    });
  }

  return {
    look,
    start: () => {
      timer = setInterval(note, LOOK_EVERY);
      timer.unref();
    },
    close: () => {
      isClosed = true;
      if (timer) clearInterval(timer);
    },
  };
}

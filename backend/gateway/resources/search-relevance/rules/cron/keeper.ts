import type { Services } from "@backend/gateway/services";
import { isActive } from "../live-rule";
import { objectOr, ruleScript, type StoredRule } from "../schema";
import { cronBy, ScriptError } from "../scripts/exchange";
import { asFarAsItRuns, standingOf } from "../standing";
import { CRON_LIMITS } from "../scripts/types";
import { stringifyJson } from "@common/text/json";
import { type Clock, createClock } from "./clock";

type Parts = Pick<Services, "engine" | "places" | "rules" | "scripts" | "authors" | "ruleFailures" | "log"> & {
  now?: () => number;
};

/** The keeper of cron rules. Over all gateways of an engine one runs each tick. */
export function createCronKeeper({ rules, scripts, authors, ruleFailures: failures, log, ...parts }: Parts): Clock {
  let isClosed = false;

  // It runs as its author, whose rights are asked for at each tick.
  async function run(
    rule: StoredRule,
    { tick, claim }: { tick: number; claim: () => Promise<boolean> },
  ): Promise<void> {
    const standing = await standingOf(rule, { authors });
    if (asFarAsItRuns(rule, standing) === null) {
      log.warn({ rule: rule.id, reason: standing.stopped?.reason }, "a rule by the clock did not run");
      return;
    }
    if (!(await claim())) return;
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

  const clock = createClock({
    ...parts,
    log,
    what: "rules",
    timed: async (now) =>
      (await rules.live()).flatMap(({ rule }) =>
        rule.trigger.type === "cron" && isActive(rule, now / 1000)
          ? [
              {
                key: `cron-${rule.id}`,
                line: rule.trigger.expression ?? "",
                run: (tick: number, claim: () => Promise<boolean>) => run(rule, { tick, claim }),
              },
            ]
          : [],
      ),
  });
  return {
    ...clock,
    close: () => {
      isClosed = true;
      clock.close();
    },
  };
}

import { createHash } from "node:crypto";
import { RULES_LIMITS } from "@common/limits/rules";
import type { Logger } from "pino";
import type * as z from "zod";
import { SYSTEM } from "@backend/gateway/platform/store/system-indices";
import { createSystemStore, type StoreParts } from "@backend/gateway/platform/store/system-store";
import { createRests, type Rests } from "./rests";
import { ruleScript, type StoredRule } from "./schema";
import { type Failures, type FailureSchema, FailuresSchema } from "./failures-schema";

/**
 * How long failures are gathered before they are written, in ms: one write for each rule, however many searches it
 * failed in.
 */
const GATHER_MS = 2_000;
/** As many rules as any plan allows. */
const MOST_RULES = 1_000;
type Failure = z.infer<typeof FailureSchema>;

/** What became of the scripts of rules, over all gateways of an engine. */
export type RuleFailures = {
  rests: Rests;
  /** Counts a search or write that went on without a script that rests. */
  skip: (rule: StoredRule) => void;
  /** Counts a failure and says it in the log. Writes later; never throws. */
  note: (rule: StoredRule, failure: { message: string; logs?: readonly string[] }) => void;
  /** The failures of the scripts that rules have now, by the id of the rule; what cannot be read is left out. */
  of: (rules: readonly StoredRule[]) => Promise<ReadonlyMap<string, Failures>>;
  /** Forgets those of a rule that is gone. */
  forget: (id: string) => Promise<void>;
  /** Writes what was gathered. */
  close: () => Promise<void>;
};

const short = (text: string) => text.slice(0, RULES_LIMITS.failureText.most);
const wordOf = (rule: StoredRule) =>
  createHash("sha256")
    .update(ruleScript(rule) ?? "")
    .digest("hex")
    .slice(0, 16);

// Of two gateways with an old and a new script the one that failed last is told.
function together(before: Failures | null, more: Failures): Failures {
  if (before === null) return more;
  if (before.script !== more.script) return before.last_at > more.last_at ? before : more;
  return {
    ...more,
    count: before.count + more.count,
    first_at: Math.min(before.first_at, more.first_at),
    last_at: Math.max(before.last_at, more.last_at),
    recent: [...more.recent, ...before.recent].sort((a, b) => b.at - a.at).slice(0, RULES_LIMITS.failuresKept.most),
  };
}

/** The failures of rules, kept in a hidden index beside them: `.rules` itself may be another server's. */
export function createRuleFailures({ engine, places, log }: StoreParts & { log: Logger }): RuleFailures {
  const store = createSystemStore({ engine, places, index: SYSTEM.ruleFailures, schema: FailuresSchema });
  let gathered = new Map<string, Failures>();
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();

  function gather(one: Failures): void {
    if (gathered.size >= MOST_RULES && !gathered.has(one.id)) return;
    gathered.set(one.id, together(gathered.get(one.id) ?? null, one));
    timer ??= setTimeout(() => void flush(), GATHER_MS).unref();
  }

  async function write(waiting: readonly Failures[]): Promise<void> {
    for (const one of waiting) {
      try {
        await store.remake(one.id, (before) => together(before, one));
      } catch (error) {
        log.warn({ err: error, rule: one.id }, "failures of a rule could not be kept");
      }
    }
  }

  function flush(): Promise<void> {
    if (timer) clearTimeout(timer);
    timer = null;
    const waiting = [...gathered.values()];
    gathered = new Map();
    writing = writing.then(() => write(waiting));
    return writing;
  }

  return {
    rests: createRests(),
    skip: (rule) => {
      const at = Math.floor(Date.now() / 1000);
      gather({ id: rule.id, script: wordOf(rule), count: 1, first_at: at, last_at: at, recent: [] });
    },
    note: (rule, { message, logs = [] }) => {
      const at = Math.floor(Date.now() / 1000);
      const failure: Failure = {
        at,
        message: short(message),
        logs: logs.slice(0, RULES_LIMITS.failureLines.most).map(short),
      };
      const known = gathered.get(rule.id);
      // One line for each time that is gathered: a script may fail at every search.
      if (known === undefined)
        log.warn(
          { rule: rule.id, name: rule.name, reason: failure.message, console: failure.logs },
          "the script of a rule failed",
        );
      gather({ id: rule.id, script: wordOf(rule), count: 1, first_at: at, last_at: at, recent: [failure] });
    },
    of: async (rules) => {
      const scripted = rules.filter((rule) => ruleScript(rule) !== null);
      if (scripted.length === 0) return new Map();
      await flush();
      try {
        const words = new Map(scripted.map((rule) => [rule.id, wordOf(rule)]));
        const found =
          scripted.length === 1
            ? await store.now(scripted[0]?.id ?? "").then((one) => (one ? [one] : []))
            : await store.find({ match_all: {} }, MOST_RULES);
        return new Map(found.filter(({ id, script }) => words.get(id) === script).map((one) => [one.id, one]));
      } catch (error) {
        log.warn({ err: error }, "failures of rules could not be read");
        return new Map();
      }
    },
    forget: async (id) => {
      gathered.delete(id);
      await store
        .remove(id)
        .catch((error: unknown) => log.warn({ err: error, rule: id }, "failures of a rule could not be removed"));
    },
    close: flush,
  };
}

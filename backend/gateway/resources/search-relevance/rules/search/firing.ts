import type { JsonObject } from "@common/text/json";
import { RULES_LIMITS } from "@common/limits/rules";
import { authorOf, reachesSystem } from "@backend/gateway/platform/access/runs-as";
import { indicesInSearch } from "@backend/gateway/platform/access/body-indices";
import { isAdmin } from "@backend/gateway/platform/auth/types";
import { unauthorized } from "@backend/gateway/platform/http/errors";
import type { SignedContext } from "@backend/gateway/platform/http/types";
import type { IndicesBehind } from "@backend/gateway/resources/indices/names-behind";
import type { SearchRequest } from "@backend/gateway/resources/data/reactivesearch/request/schema";
import type { Services } from "@backend/gateway/services";
import { isActive, liveRule, type LiveRule } from "../live-rule";
import { newRule } from "../read-rule";
import { mayWriteRules } from "../rights";
import { asFarAsItRuns, standingOf } from "../standing";
import { type Facts, withNames } from "../facts";
import { factsOf } from "./facts-of";
import { isKeeping, keepingPart, withoutScript } from "./keeping";
import { namedIndices, type Readings, readingsOf } from "./readings";
import type { Fired } from "./request-actions";

/** `tried`: ids of rules that nobody has published. */
type Parts = Pick<Services, "rules" | "authors" | "reIndexed" | "settingsOfSearch"> & {
  indicesBehind: IndicesBehind;
  tried?: ReadonlySet<string>;
};
/** `failed`: ids of rules whose script has failed in this search. */
type Asked = { asked: SearchRequest; raw: JsonObject; context: SignedContext; failed: ReadonlySet<string> };
type Held = Omit<Fired, "author" | "isTried">;

/**
 * Finds the rules that act on a search, those of the highest order first, each as far as it runs. `raw` is the request
 * under the names that count.
 */
export function createFiring({
  rules,
  authors,
  reIndexed,
  settingsOfSearch,
  indicesBehind,
  tried = new Set(),
}: Parts): (search: Asked) => Promise<Fired[]> {
  function unsaved(rule: JsonObject | undefined, context: SignedContext): LiveRule | null {
    if (rule === undefined) return null;
    if (!mayWriteRules(context.caller)) throw unauthorized("settings.queryRule needs the right to write rules");
    const made = newRule(rule, authorOf(context.caller));
    return liveRule({ ...made, id: typeof rule["id"] === "string" && rule["id"] !== "" ? rule["id"] : made.id });
  }

  // What is kept back of an index is so unless its own settings switch rules off, whatever else is searched beside it.
  async function isOffIn(names: readonly string[]): Promise<boolean> {
    const behind = await indicesBehind(names.join(","));
    const each = behind.length > 0 ? behind.flatMap(({ index, aliases }) => [index, ...aliases]) : names;
    if (each.length > RULES_LIMITS.settingsLookedAt.most) return false;
    const found = await Promise.all(
      each.map(async (name) => (await settingsOfSearch([name]))?.settings.rules?.enabled === false),
    );
    return found.length > 0 && found.every(Boolean);
  }

  return async ({ asked, raw, context, failed }) => {
    const trial = unsaved(asked.settings.queryRule, context);
    const isOff = asked.settings.enableQueryRules === false;
    // Who may write rules may also do without.
    if (isOff && mayWriteRules(context.caller)) return [];
    const saved = await rules.live();
    // One that is tried stands in the place of what is kept of it, and runs first.
    const all = trial ? [trial, ...saved.filter(({ rule }) => rule.id !== trial.rule.id)] : saved;
    const at = Date.now() / 1000;
    const live = all.filter(
      ({ rule, test }) =>
        rule.trigger.type !== "cron" && rule.trigger.type !== "index" && test !== null && isActive(rule, at),
    );
    if (live.length === 0) return [];
    const behind = context.indices.length === 0 ? [] : await indicesBehind(context.indices.join(","));
    const plain = withNames(
      factsOf(raw, context),
      behind.flatMap(({ index, aliases }) => [index, ...aliases]),
    );
    const held = live.map((one) => heldPlainly(one, { plain, isOff }));
    // Mostly nothing is left to look for.
    const isLeft = live.some(({ rule }, place) => held[place] === null && isKeeping(rule));
    const readings = isLeft ? await readingsOf(raw, { context, indicesBehind }) : { each: [], isEachIndex: true };
    const fitting = live.flatMap((one, place) => held[place] ?? heldInReadings(one, readings) ?? []);
    if (fitting.length === 0) return [];
    // Patterns of others reach no system index: nobody else gets round a rule by one.
    const isOfSystem = async () =>
      reachesSystem([...namedIndices(raw, context), ...indicesInSearch(asked.known)], reIndexed.behindAliases);
    if (isAdmin(context.caller) && (await isOfSystem())) return [];
    const switched = await withinSettings(fitting, namedIndices(raw, context));
    const standing = await Promise.all(
      switched.map(async (one): Promise<Fired[]> => {
        const found = await standingOf(one.rule, { authors });
        const runs = asFarAsItRuns(one.rule, found);
        const rule = runs && failed.has(runs.id) ? withoutScript(runs) : runs;
        return rule
          ? [{ ...one, rule, author: found.author, isTried: rule.id === trial?.rule.id || tried.has(rule.id) }]
          : [];
      }),
    );
    return standing.flat();
  };

  async function withinSettings(held: readonly Held[], names: readonly string[]): Promise<readonly Held[]> {
    const first = await settingsOfSearch(names);
    if (first?.settings.rules?.enabled !== false) return held;
    const kept = held.flatMap((one) => (isKeeping(one.rule) ? [{ ...one, rule: keepingPart(one.rule) }] : []));
    return kept.length === 0 || (await isOffIn(names)) ? [] : kept;
  }
}

// A rule fires as its condition holds of the search as it was sent.
function heldPlainly({ rule, test }: LiveRule, { plain, isOff }: { plain: Facts; isOff: boolean }): Held | null {
  const { holds, groups } = test?.(plain) ?? { holds: false, groups: [] };
  if (!holds || (isOff && !isKeeping(rule))) return null;
  return { rule: isOff ? keepingPart(rule) : rule, groups, only: null };
}

// What it keeps back is so where the condition holds of any reading, and of what cannot be gone through.
function heldInReadings({ rule, test }: LiveRule, readings: Readings | null): Held | null {
  if (!test || !isKeeping(rule)) return null;
  const isRead = readings !== null && (readings.isEachIndex || !saysWhereNot(rule));
  const fitting = isRead ? readings.each.filter(({ facts }) => test(facts).holds) : undefined;
  if (fitting?.length === 0) return null;
  const isWhole = fitting?.some(({ only }) => only === null) ?? true;
  return {
    rule: keepingPart(rule),
    groups: [],
    only: isWhole ? null : new Set(fitting?.flatMap(({ only }) => only ?? [])),
  };
}

/** Whether the condition of a rule may hold of one index and not of several with that one among them. */
function saysWhereNot({ trigger: { expression } }: LiveRule["rule"]): boolean {
  return (
    expression !== undefined && expression !== null && expression.includes("$index") && /\bnot\b|!/i.test(expression)
  );
}

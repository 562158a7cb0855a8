import { isJsonObject, type JsonObject, parseJson, stringifyJson } from "@common/json";
import { badRequest, unauthorized } from "../../http/errors";
import type { SignedContext } from "../../http/types";
import { Refusal } from "../../reactivesearch/request/refusal";
import { parseSearchRequest, type SearchRequest } from "../../reactivesearch/request/schema";
import type { Answer } from "../../reactivesearch/response/assemble";
import { dataFields } from "../../reactivesearch/translate/fields";
import type { Services } from "../../services";
import { isActive, liveRule, type LiveRule } from "../live-rule";
import { newRule } from "../read-rule";
import { mayWriteRules } from "../rights";
import { ruleScript } from "../schema";
import { type Exchange, requestBy, responseBy, ScriptError } from "../scripts/exchange";
import { visibleHeaders } from "../scripts/headers";
import { type Effects, effectsOf, withEffects } from "./answer-actions";
import { factsOf } from "./facts-of";
import { openPromoted, shownTo } from "./promoted";
import { type Fired, withAction } from "./request-actions";

type Parts = Pick<Services, "engine" | "rules" | "reIndexed" | "settingsOfSearch" | "scripts">;
/** An answer that is about to go out. */
export type Outgoing = { status: number; text: string; headers: Record<string, string> };

/** What rules do to one search: its request before it is checked and translated, its answers, and the text that goes out. */
export type RulesOfSearch = {
  request: SearchRequest;
  /** Ids of the rules that fired, in the order in which they ran. */
  ids: readonly string[];
  answers: (answers: readonly Answer[], request: SearchRequest) => Promise<Answer[]>;
  outgoing: (text: string) => Promise<Outgoing>;
};

function envsOf(raw: JsonObject, context: SignedContext): JsonObject {
  const { values, filter, customEvents } = factsOf(raw, context);
  const lists = (map: ReadonlyMap<string, readonly string[]>): JsonObject => Object.fromEntries([...map].map(([name, list]) => [name, [...list]]));
  const plain = Object.entries(values).map(([name, value]) => [name, typeof value === "string" ? value : [...value]] as const);
  return {
    ...Object.fromEntries(plain),
    method: context.method,
    filter: lists(filter),
    customEvents: lists(customEvents),
    now: Math.floor(Date.now() / 1000),
  };
}

async function scripted<Value>(rule: LiveRule["rule"], work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ScriptError) throw badRequest(`the script of the rule ${rule.name || rule.id} failed: ${error.message}`);
    throw error;
  }
}

function readAgain(body: string, rule: LiveRule["rule"]): JsonObject {
  try {
    return parseSearchRequest(body).raw;
  } catch (error) {
    if (error instanceof Refusal) throw badRequest(`the script of the rule ${rule.name || rule.id} gave a request that cannot be read: ${error.message}`);
    throw error;
  }
}

/** Rules that act on a search. Gives null where none fires, so that a search without rules costs one look at them. */
export function createRulesOfSearch(services: Parts): (asked: SearchRequest, context: SignedContext) => Promise<RulesOfSearch | null> {
  async function switchedOn(indices: readonly string[]): Promise<boolean> {
    const found = await services.settingsOfSearch(indices);
    return found?.settings.rules?.enabled !== false;
  }

  function unsaved(rule: JsonObject | undefined, context: SignedContext): LiveRule | null {
    if (rule === undefined) return null;
    if (!mayWriteRules(context.caller)) throw unauthorized("settings.queryRule needs the right to write rules");
    const made = newRule(rule);
    return liveRule({ ...made, id: typeof rule["id"] === "string" && rule["id"] !== "" ? rule["id"] : made.id });
  }

  async function firing(asked: SearchRequest, context: SignedContext): Promise<Fired[]> {
    const trial = unsaved(asked.settings.queryRule, context);
    const saved = await services.rules.live();
    // One that is tried stands in the place of what is kept of it, and runs first.
    const rules = trial ? [trial, ...saved.filter(({ rule }) => rule.id !== trial.rule.id)] : saved;
    if (rules.length === 0) return [];
    const facts = factsOf(asked.raw, context);
    const at = Date.now() / 1000;
    const fired = rules.flatMap(({ rule, test }): Fired[] => {
      if (rule.trigger.type === "cron" || rule.trigger.type === "index" || !test || !isActive(rule, at)) return [];
      const { holds, groups } = test(facts);
      return holds ? [{ rule, groups }] : [];
    });
    return fired.length === 0 || (await switchedOn(context.indices)) ? fired : [];
  }

  return async (asked, context) => {
    if (asked.settings.enableQueryRules === false) return null;
    const fired = await firing(asked, context);
    if (fired.length === 0) return null;
    const { scripts } = services;
    let took: number | null = null;
    const headers = visibleHeaders(context);

    let { raw } = asked;
    for (const one of fired) {
      for (const action of one.rule.actions) {
        if (action.type !== "script") raw = withAction(raw, action, one);
        else {
          const exchange: Exchange = { request: { body: stringifyJson(raw), headers }, envs: envsOf(asked.raw, context) };
          const ran = await scripted(one.rule, requestBy(scripts, { script: ruleScript(one.rule) ?? "", exchange }));
          took = (took ?? 0) + ran.took;
          if (ran.value.body !== exchange.request.body) raw = readAgain(ran.value.body, one.rule);
        }
      }
    }
    // What analytics keep is what the visitor asked for.
    const request = raw === asked.raw ? asked : { ...parseSearchRequest(stringifyJson(raw)), raw: asked.raw };
    const effects = effectsOf(fired);
    const ids = fired.map(({ rule }) => rule.id);

    return {
      request,
      ids,
      answers: (answers, sent) => withRules(answers, { effects, sent, context, services }),
      outgoing: async (text) => {
        const marks = () => ({ queryRules: [...ids], ...(took === null ? {} : { script_took: Math.round(took) }) });
        let out: Outgoing = { status: 200, text: marked(text, marks()), headers: {} };
        for (const { rule } of fired) {
          const script = ruleScript(rule);
          if (script === null) continue;
          const exchange = {
            request: { body: stringifyJson(raw), headers },
            response: { code: out.status, body: out.text, headers: out.headers },
            envs: envsOf(asked.raw, context),
          };
          const ran = await scripted(rule, responseBy(scripts, { script, exchange }));
          took = (took ?? 0) + ran.took;
          out = { status: ran.value.code, text: ran.value.body, headers: ownHeaders(ran.value.headers) };
        }
        return took === null ? out : { ...out, text: marked(out.text, marks()) };
      },
    };
  };
}

// What a script may say of an answer beside its body: headers that begin with X-, or that caches and applications read.
function ownHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(
      ([name, value]) => /^(?:x-[\w-]+|cache-control|etag|last-modified|vary)$/i.test(name) && /^[\t\x20-\x7e]{0,2000}$/.test(value),
    ),
  );
}

function marked(text: string, marks: JsonObject): string {
  let answer: unknown;
  try {
    answer = parseJson(text);
  } catch {
    throw badRequest("a script of a rule gave an answer that is no JSON");
  }
  if (!isJsonObject(answer)) return text;
  const { settings } = answer;
  return stringifyJson({ ...answer, settings: { ...(settings !== undefined && isJsonObject(settings) ? settings : {}), ...marks } });
}

async function withRules(
  answers: readonly Answer[],
  { effects, sent, context, services }: { effects: Effects; sent: SearchRequest; context: SignedContext; services: Parts },
): Promise<Answer[]> {
  if (effects.promoted.length === 0 && effects.hidden.size === 0 && effects.customData === undefined) return [...answers];
  const queries = new Map(sent.queries.filter(({ type }) => type === "search" || type === "suggestion").map((query) => [query.id, query]));
  const open = await openPromoted(effects.promoted, { context, services });
  return answers.map((answer): Answer => {
    const query = queries.get(answer.id);
    if (!query || typeof answer.body === "string" || answer.body["error"] !== undefined) return answer;
    const fields = { includes: query.includeFields ?? [], excludes: query.excludeFields ?? [] };
    const promoted = open.map((one) => shownTo(one, { fields, context }));
    const asked = { type: query.type, fields: dataFields(query).map(({ field }) => field) };
    return { ...answer, body: withEffects(answer.body, effects, { promoted, query: asked }) };
  });
}

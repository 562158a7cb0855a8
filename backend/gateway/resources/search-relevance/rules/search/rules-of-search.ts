import { type JsonObject, type JsonValue, stringifyJson } from "@common/text/json";
import type { Caller } from "@backend/gateway/platform/auth/types";
import type { Reader } from "@backend/gateway/platform/fields/readers";
import { ownerOf } from "@backend/gateway/platform/held/shares";
import type { SignedContext, Behalf } from "@backend/gateway/platform/http/types";
import { createIndicesBehind } from "@backend/gateway/resources/indices/names-behind";
import {
  parseSearchRequest,
  type Query,
  type SearchRequest,
} from "@backend/gateway/resources/data/reactivesearch/request/schema";
import type { Answer } from "@backend/gateway/resources/data/reactivesearch/response/assemble";
import { dataFields } from "@backend/gateway/resources/data/reactivesearch/translate/fields";
import { reactedIds } from "@backend/gateway/resources/data/reactivesearch/translate/react";
import type { Services } from "@backend/gateway/services";
import { ruleScript } from "../schema";
import { type Exchange, mayHave, requestBy, ScriptError } from "../scripts/exchange";
import { visibleHeaders } from "../scripts/headers";
import { type Effects, effectsOf, withEffects, withoutHidden } from "./answer-actions";
import { factsOf, queriesOf } from "./facts-of";
import { createFiring } from "./firing";
import { indicesOfQuery, madeRequest, shownToScripts, spelled } from "./made-request";
import { failure, isRefusal, scripted } from "./failing";
import type { Hold, FindRules } from "./types";
import { outgoingBy } from "./outgoing";
import { planned } from "./plan";
import { type Pins, pinsOf } from "./promoted";
import { type Fired, withAction } from "./request-actions";

type Parts = Pick<
  Services,
  "engine" | "rules" | "authors" | "reIndexed" | "readers" | "settingsOfSearch" | "scripts" | "ruleFailures"
> & { tried?: ReadonlySet<string> };
type Run = { fired: readonly Fired[]; raw: JsonObject; context: SignedContext; hold: Hold | undefined };
type Held = Parameters<Hold>[0];
type Changed = { raw: JsonObject; took: number | null; behalf: Behalf | undefined };

type Authors = { authors: ReadonlySet<Caller>; fieldsOf: ReadonlySet<Caller> };

function behalfOf({ authors, fieldsOf }: Authors, made: boolean): Behalf | undefined {
  return authors.size + fieldsOf.size === 0 ? undefined : { authors: [...authors], fieldsOf: [...fieldsOf], made };
}

async function refusalOf(held: Promise<void>): Promise<Error | null> {
  try {
    await held;
    return null;
  } catch (error) {
    if (isRefusal(error)) return error;
    throw error;
  }
}

function envsOf(raw: JsonObject, context: SignedContext): JsonObject {
  const { values, filter, customEvents } = factsOf(raw, context);
  const lists = (map: ReadonlyMap<string, readonly string[]>): JsonObject =>
    Object.fromEntries([...map].map(([name, list]) => [name, [...list]]));
  const plain = Object.entries(values).map(([name, value]): [string, JsonValue] => [
    name,
    typeof value === "string" ? value : [...value],
  ]);
  return {
    ...Object.fromEntries(plain),
    method: context.method,
    filter: lists(filter),
    customEvents: lists(customEvents),
    now: Math.floor(Date.now() / 1000),
  };
}

/** Rules that act on a search. Gives null where none fires, so that a search without rules costs one look at them. */
export function createRulesOfSearch(services: Parts): FindRules {
  const { scripts, ruleFailures: failures } = services;
  const indicesBehind = createIndicesBehind(services.engine);
  const firing = createFiring({ ...services, indicesBehind });

  // One rule after the other, each by its actions in their order. What a script gives is held at once, so that the next
  // rule gets nothing that does not stand.
  async function changedBy({ fired, raw: sent, context, hold }: Run): Promise<Changed> {
    const original = [...context.indices, ...queriesOf(sent).flatMap(indicesOfQuery)];
    const headers = visibleHeaders(context);
    const by = { authors: new Set<Caller>(), fieldsOf: new Set<Caller>() };
    let [raw, took, made]: [JsonObject, number | null, boolean] = [sent, null, false];
    for (const one of fired) {
      const before = { raw, behalf: behalfOf(by, made) };
      const script = ruleScript(one.rule);
      for (const action of one.rule.actions) {
        if (action.type !== "script") raw = withAction(raw, action, one);
        else if (script !== null) {
          const exchange: Exchange = {
            request: { body: stringifyJson(shownToScripts(raw)), headers },
            envs: envsOf(sent, context),
          };
          const given = raw;
          const work = async () => {
            const ran = await requestBy(scripts, { script, exchange, owner: ownerOf(context.caller) });
            const { body } = ran.value;
            return {
              took: ran.took,
              raw: body === exchange.request.body ? null : madeRequest(body, { raw: given, original }),
            };
          };
          const ran = await scripted(one, { handler: "handleRequest", work, failures });
          took = (took ?? 0) + ran.took;
          if (ran.raw === null) continue;
          raw = ran.raw;
          made = true;
        }
      }
      const sees = script !== null && mayHave(script, "handleResponse");
      if (one.author && (raw !== before.raw || sees)) (script === null ? by.fieldsOf : by.authors).add(one.author);
      if (hold && script !== null && !one.isTried)
        await requireHeld(one, { before, now: { raw, behalf: behalfOf(by, made) }, context, hold });
    }
    return { raw, took, behalf: behalfOf(by, made) };
  }

  // What is refused without the script too is the caller's own: no rule has failed then.
  async function requireHeld(
    one: Fired,
    { before, now, context, hold }: { before: Held; now: Held; context: SignedContext; hold: Hold },
  ): Promise<void> {
    const refused = await refusalOf(hold(now, context));
    if (refused === null || (await refusalOf(hold(before, context))) !== null) return;
    const error = new ScriptError(`with it the search is refused: ${refused.message}`, []);
    throw failure(one, { error, failures });
  }

  return async (asked, context, { failed, hold }) => {
    const sent = spelled(asked.raw);
    const fired = await firing({ asked, raw: sent, context, failed });
    if (fired.length === 0) return null;
    const { raw, took, behalf } = await changedBy({ fired, raw: sent, context, hold });
    // What analytics keep is what the visitor asked for.
    const request = raw === sent ? asked : { ...parseSearchRequest(stringifyJson(raw)), raw: asked.raw };
    const ids = fired.map(({ rule }) => rule.id);
    const shown = { body: stringifyJson(shownToScripts(raw)), headers: visibleHeaders(context) };

    const effectsFor = createEffectsFor(fired);
    const allPins: Pins[] = [];

    async function pinned(filled: SearchRequest): Promise<SearchRequest> {
      const queries = filled.queries.map(async (query): Promise<Query> => {
        const { promoted } = query.type === "search" || query.type === "suggestion" ? effectsFor(query.id) : NO_EFFECTS;
        if (promoted.length === 0) return query;
        const pins = pinsOf(promoted, await indicesBehind(query.index ?? context.indices.join(",")));
        if (pins) allPins.push(pins);
        return { ...query, pins };
      });
      return { ...filled, queries: await Promise.all(queries) };
    }

    // A facet counts nothing of what is hidden from the search that it reacts to.
    function hiddenFor({ id, react }: Query): ReadonlySet<string> {
      return new Set([id, ...reactedIds(react)].flatMap((one) => [...effectsFor(one).hidden]));
    }

    return {
      request,
      ids,
      hasScripts: fired.some(({ rule, isTried }) => !isTried && ruleScript(rule) !== null),
      behalf,
      pinned,
      plan: (translation, ask) =>
        planned(translation, { hiddenFor, pins: allPins, ask, counts: context.query["filter_path"] === undefined }),
      answers: (answers, filled) =>
        withRules(answers, {
          effectsFor,
          sent: filled,
          context: { ...context, ...(behalf ? { behalf } : {}) },
          services,
        }),
      outgoing: (text) =>
        outgoingBy(scripts, {
          fired,
          took,
          text,
          request: shown,
          envs: envsOf(sent, context),
          own: ownAnswers(request),
          owner: ownerOf(context.caller),
          failures,
        }),
    };
  };
}

// Answers of the caller's endpoints are his alone.
function ownAnswers({ queries }: SearchRequest): string[] {
  return queries.flatMap(({ id, endpoint }) => (endpoint === undefined ? [] : [id]));
}

// Custom data as a reader may have them.
function toldTo(reader: Reader | null, effects: Effects): Effects {
  const { customData } = effects;
  return reader && customData !== undefined ? { ...effects, customData: reader.told(customData) } : effects;
}

const NO_EFFECTS: Effects = { promoted: [], hidden: new Set(), customData: undefined };

// The effects on the query of an id, of the rules that mean it.
function createEffectsFor(fired: readonly Fired[]): (id: string) => Effects {
  const known = new Map<string, Effects>();
  return (id) => {
    const found = known.get(id) ?? effectsOf(fired.filter(({ only }) => only === null || only.has(id)));
    known.set(id, found);
    return found;
  };
}

type Told = { effectsFor: (id: string) => Effects; sent: SearchRequest; context: SignedContext; services: Parts };

async function withRules(answers: readonly Answer[], { effectsFor, sent, context, services }: Told): Promise<Answer[]> {
  const queries = new Map(sent.queries.map((query) => [query.id, query]));
  const reader = await services.readers(context);
  return answers.map((answer): Answer => {
    const query = queries.get(answer.id);
    const own = toldTo(reader, effectsFor(answer.id));
    if (!query || typeof answer.body === "string" || answer.body["error"] !== undefined) return answer;
    if (query.type !== "search" && query.type !== "suggestion")
      return { ...answer, body: withoutHidden(answer.body, own.hidden) };
    const asked = { type: query.type, fields: dataFields(query).map(({ field }) => field) };
    return { ...answer, body: withEffects(answer.body, own, { shown: answer.shown, query: asked }) };
  });
}

import { isJsonObject, type JsonObject, parseJson, stringifyJson } from "@common/text/json";
import type { Owner } from "@backend/gateway/platform/held/shares";
import type { RuleFailures } from "../failures";
import { ruleScript } from "../schema";
import { responseBy, ScriptError, type ScriptRequest } from "../scripts/exchange";
import type { Scripts } from "../scripts/service";
import { scripted } from "./failing";
import type { Fired } from "./request-actions";
import type { Outgoing } from "./types";

// What a script may say of an answer beside its body: headers that begin with X-, or that caches and applications read.
function ownHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(
      ([name, value]) =>
        /^(?:x-[\w-]+|cache-control|etag|last-modified|vary)$/i.test(name) && /^[\t\x20-\x7e]{0,2000}$/.test(value),
    ),
  );
}

function answerIn(text: string): JsonObject | null {
  try {
    const answer = parseJson(text);
    return isJsonObject(answer) ? answer : null;
  } catch {
    throw new ScriptError("it gave an answer that is no JSON", []);
  }
}

function marked(text: string, marks: JsonObject): string {
  const answer = answerIn(text);
  if (!answer) return text;
  const { settings } = answer;
  return stringifyJson({
    ...answer,
    settings: { ...(settings !== undefined && isJsonObject(settings) ? settings : {}), ...marks },
  });
}

type Parted = { shown: string; kept: JsonObject };

// The caller's own answers are put aside while scripts look at the others.
function parted(text: string, own: readonly string[]): Parted {
  const answer = own.length === 0 ? null : answerIn(text);
  if (!answer) return { shown: text, kept: {} };
  const [kept, shown]: [JsonObject, JsonObject] = [{}, {}];
  for (const [id, value] of Object.entries(answer)) (own.includes(id) ? kept : shown)[id] = value;
  return { shown: stringifyJson(shown), kept };
}

function joined(text: string, kept: JsonObject): string {
  const answer = Object.keys(kept).length === 0 ? null : answerIn(text);
  return answer ? stringifyJson({ ...answer, ...kept }) : text;
}

type Run = {
  fired: readonly Fired[];
  /** What scripts have taken so far in ms, null where none ran. */
  took: number | null;
  text: string;
  request: ScriptRequest;
  envs: JsonObject;
  /** Ids of answers that no script sees. */
  own: readonly string[];
  /** Whose call it is. */
  owner: Owner;
  failures: RuleFailures;
};

/**
 * The answer as the scripts of the rules that fired make it, with the marks of these rules. Throws RuleFailed, and 400
 * for a rule that is only tried.
 */
export async function outgoingBy(
  scripts: Scripts,
  { fired, took: before, text, request, envs, own, owner, failures }: Run,
): Promise<Outgoing> {
  let took = before;
  const marks = () => ({
    queryRules: fired.map(({ rule }) => rule.id),
    ...(took === null ? {} : { script_took: Math.round(took) }),
  });
  const { shown, kept } = parted(text, own);
  let out: Outgoing = { status: 200, text: marked(shown, marks()), headers: {} };
  for (const one of fired) {
    const script = ruleScript(one.rule);
    if (script === null) continue;
    const exchange = { request, response: { code: out.status, body: out.text, headers: out.headers }, envs };
    const work = async () => {
      const answer = await responseBy(scripts, { script, exchange, owner });
      answerIn(answer.value.body);
      return answer;
    };
    const ran = await scripted(one, { handler: "handleResponse", work, failures });
    took = (took ?? 0) + ran.took;
    out = { status: ran.value.code, text: ran.value.body, headers: ownHeaders(ran.value.headers) };
  }
  const whole = joined(out.text, kept);
  return took === null ? { ...out, text: whole } : { ...out, text: marked(whole, marks()) };
}

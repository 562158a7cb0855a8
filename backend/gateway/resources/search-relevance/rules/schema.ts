import { isJsonObject, type JsonObject, type JsonValue, parseJson } from "@common/text/json";
import * as z from "zod";
import { AuthorSchema } from "@backend/gateway/platform/access/runs-as";
import type { Failures } from "./failures-schema";
import { storedText } from "@backend/gateway/platform/store/stored";

const seconds = z.number().int();
const json = z.custom<JsonValue>(() => true).optional();

const TimeframeSchema = z.object({ start_time: seconds, end_time: seconds.nullish() });
/** `data` is JSON text and `script` base64, so that neither meets the mapping of an index. */
const StoredActionSchema = z.looseObject({
  type: z.string(),
  data: z.string().nullish(),
  script: z.string().nullish(),
  request: json,
  response: json,
  envs: json,
});

/** A rule as it is kept, by this server and by a ReactiveSearch server. Times are unix seconds. */
export const StoredRuleSchema = z.looseObject({
  id: z.string(),
  name: storedText,
  description: storedText,
  enabled: z.boolean().nullish().default(true),
  order: z.number().catch(0),
  created_at: seconds.catch(0),
  updated_at: seconds.catch(0),
  show_advance_editor: z.boolean().nullish(),
  trigger: z.looseObject({ type: z.string(), expression: z.string().nullish(), timeframe: TimeframeSchema.nullish() }),
  actions: z.array(StoredActionSchema),
  /** Missing in rules of before there were authors, and in those that a ReactiveSearch server keeps. */
  author: AuthorSchema.nullish().catch(null),
});
export type StoredRule = z.infer<typeof StoredRuleSchema>;
export type StoredAction = z.infer<typeof StoredActionSchema>;

function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);
}

/** The text of a kept script. */
export function scriptOf(action: Pick<StoredAction, "script">): string {
  const { script } = action;
  return script && isBase64(script) ? Buffer.from(script, "base64").toString("utf8") : (script ?? "");
}

/** What a kept action works with; undefined where there is nothing, or nothing that can be read. */
export function dataOf({ data }: Pick<StoredAction, "data">): JsonValue | undefined {
  if (data === undefined || data === null || data === "") return undefined;
  try {
    return parseJson(data);
  } catch {
    return undefined;
  }
}

/** The script of a rule, as text; null where it has none. */
export function ruleScript({ actions }: Pick<StoredRule, "actions">): string | null {
  const action = actions.find(({ type, script }) => type === "script" && script);
  return action ? scriptOf(action) : null;
}

/** Why a rule, or its script alone (`part`), does not run, with the next step. */
export type Stopped = {
  part: "rule" | "script";
  reason: "no_author" | "author_gone" | "author_may_not";
  message: string;
};

/** What is told beside a rule: what stops it, and how its script failed. */
export type Beside = { stopped: Stopped | null; failures: Omit<Failures, "id" | "script"> | null };

/** A rule as it is answered: data decoded, the id in the place of a script, whose text has a call of its own. */
export function answered(
  rule: StoredRule,
  { stopped, failures }: Beside = { stopped: null, failures: null },
): Record<string, unknown> {
  const { trigger, actions, show_advance_editor, author, ...rest } = rule;
  const { timeframe, expression, ...kind } = trigger;
  return {
    ...rest,
    ...(author ? { author } : {}),
    ...(stopped ? { stopped } : {}),
    ...(failures ? { failures } : {}),
    enabled: rest.enabled !== false,
    show_advance_editor: show_advance_editor === true,
    trigger: {
      ...kind,
      type: kind.type === "query" ? "filter" : kind.type,
      ...(expression ? { expression } : {}),
      ...(timeframe
        ? {
            timeframe: {
              start_time: timeframe.start_time,
              ...(timeframe.end_time ? { end_time: timeframe.end_time } : {}),
            },
          }
        : {}),
    },
    actions: actions.map((action) => {
      const { data: _data, script, ...other } = action;
      const data = dataOf(action);
      return { ...other, ...(data === undefined ? {} : { data }), ...(script ? { script: rule.id } : {}) };
    }),
  };
}

/** Any JSON object, for members that are looked at one by one. */
export function objectOr(value: JsonValue | undefined, otherwise: JsonObject = {}): JsonObject {
  return value !== undefined && isJsonObject(value) ? value : otherwise;
}

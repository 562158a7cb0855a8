import type { JsonObject, JsonValue } from "@common/text/json";
import * as z from "zod";
import { keyOf, settingsOfScreen, simpleText } from "~/services/search-relevance/declared";
import type { RelevanceScreen, Setting } from "~/services/search-relevance/setting";
import { gramPairs } from "~/services/search-relevance/declared-index";
import { rowsSchema, withRows } from "./rows.server";
import { chosenFields, FIELDS_CHOICE } from "./fields-choice";
import type { TypedRow } from "./typed-rows.server";

/** What a form holds: each setting as text, those of rows as their rows. */
export type SettingsShape = Record<string, string | TypedRow[]>;

const text = z.string().max(200_000).default("");
const entriesOf = (typed: string) =>
  [...new Set(typed.split(/[\n,]/).map((entry) => entry.trim()))].filter((entry) => entry !== "");

function schemaOf(setting: Setting): z.ZodType<JsonValue | undefined> {
  switch (setting.type) {
    case "number": {
      const { min, max } = setting;
      const error = `Enter a whole number from ${min} to ${max.toLocaleString("en-US")}.`;
      const whole = z.number({ error }).int({ error }).min(min, { error }).max(max, { error });
      // Sizes of grams that a form does not have stay as they are.
      return setting.section === "indexSettings" ? whole.optional() : whole;
    }
    case "list":
      return text.transform((typed) => {
        const entries = entriesOf(typed);
        return setting.fields && entries.includes("*") ? ["*"] : entries;
      });
    case "switch":
      return z.boolean().default(false);
    case "choice":
      return z
        .string({ error: "Choose one." })
        .refine((chosen) => setting.choices.some(({ value }) => value === chosen), { error: "Choose one." });
    case "field":
      return text.transform((typed) => typed.trim());
    case "tag":
      return z
        .string({ error: "Enter one opening tag." })
        .trim()
        .regex(/^<[a-z][^<>]{0,200}>$/i, { error: "Enter one opening tag, such as <mark>." });
    case "rows":
      return rowsSchema(setting);
  }
}

/** Checks the form of a screen; its value is by the names of the form. */
export function settingsSchema(screen: RelevanceScreen) {
  return z
    .object(Object.fromEntries(settingsOfScreen(screen).map((setting) => [setting.name, schemaOf(setting)])))
    .superRefine((typed, context) => {
      for (const { min, max, widest } of gramPairs) {
        const [from, to] = [Number(typed[min] ?? NaN), Number(typed[max] ?? NaN)];
        if (to < from)
          context.addIssue({
            code: "custom",
            path: [max],
            message: `Enter a number from ${from}: the longest is not shorter than the shortest.`,
          });
        else if (to - from > widest)
          context.addIssue({
            code: "custom",
            path: [max],
            message: `Enter at most ${from + widest}: ${widest} more than the shortest.`,
          });
      }
    });
}

/** What was typed, by the keys of a draft; `before` are the values that it had. */
export function draftValues(
  screen: RelevanceScreen,
  typed: Record<string, JsonValue | undefined>,
  before: JsonObject,
): JsonObject {
  const said = settingsOfScreen(screen).filter(
    (setting) => setting.type !== "number" || typed[setting.name] !== undefined,
  );
  const valueOf = (setting: Setting) => {
    const value = typed[setting.name];
    return setting.type === "rows" ? withRows(before[keyOf(setting)], value) : (value ?? setting.initial);
  };
  return Object.fromEntries(said.map((setting) => [keyOf(setting), valueOf(setting)]));
}

/** The values of a draft as the form has them, but rows. */
export function typedValues(screen: RelevanceScreen, values: JsonObject): SettingsShape {
  const shape: SettingsShape = {};
  for (const setting of settingsOfScreen(screen)) {
    const value = values[keyOf(setting)] ?? setting.initial;
    if (setting.type === "rows") continue;
    if (setting.type === "switch") shape[setting.name] = value === true ? "on" : "";
    else if (setting.name === "includeFields" && Array.isArray(value) && value.includes("*")) shape[setting.name] = "";
    else shape[setting.name] = Array.isArray(value) ? value.map(String).join("\n") : simpleText(value);
  }
  return screen === "results" ? { ...shape, [FIELDS_CHOICE]: chosenFields(values) } : shape;
}

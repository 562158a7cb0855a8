import { isJsonObject, type JsonObject, type JsonValue } from "@common/json";
import * as z from "zod";
import { keyOf, type RelevanceScreen, type Setting, settingsOfScreen, simpleText } from "~/services/relevance/declared";
import { gramPairs } from "~/services/relevance/declared-index";

/** A row of fields: which, and its value as text; empty leaves the field out. */
export type Row = { field: string; value: string };
/** What a form holds: each setting as text, and the rows. */
export type SettingsShape = { rows: Row[] } & Record<string, string | Row[]>;

const text = z.string().max(200_000).default("");
const entriesOf = (typed: string) => [...new Set(typed.split(/[\n,]/).map((entry) => entry.trim()))].filter((entry) => entry !== "");
const rowSchema = z.object({ field: z.string().min(1).max(1000), value: z.string().trim().default("") });
const WEIGHT = /^\d{1,6}(\.\d{1,2})?$/;

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
        return entries.includes("*") ? ["*"] : entries;
      });
    case "switch":
      return z.boolean().default(false);
    case "choice":
      return z.string({ error: "Choose one." }).refine((chosen) => setting.choices.some(({ value }) => value === chosen), { error: "Choose one." });
    case "field":
      return text.transform((typed) => typed.trim());
    case "tag":
      return z
        .string({ error: "Enter one opening tag." })
        .trim()
        .regex(/^<[a-z][^<>]{0,200}>$/i, { error: "Enter one opening tag, such as <mark>." });
    case "rows":
      return z
        .array(rowSchema)
        .default([])
        .transform((rows, context): JsonValue => {
          const filled = rows.filter(({ value }) => value !== "");
          for (const [at, { value }] of rows.entries()) {
            if (value === "" || (setting.name === "weights" ? WEIGHT.test(value) : value === "term" || value === "range")) continue;
            const message = setting.name === "weights" ? "Enter a number from 0, with up to 2 decimals." : "Choose one.";
            context.addIssue({ code: "custom", path: [at, "value"], message });
          }
          return Object.fromEntries(filled.map(({ field, value }) => [field, setting.name === "weights" ? Number(value) : value]));
        });
  }
}

const nameOf = (setting: Setting) => (setting.type === "rows" ? "rows" : setting.name);

/** Checks the form of a screen; its value is by the names of the form. */
export function settingsSchema(screen: RelevanceScreen) {
  return z.object(Object.fromEntries(settingsOfScreen(screen).map((setting) => [nameOf(setting), schemaOf(setting)]))).superRefine((typed, context) => {
    for (const { min, max, widest } of gramPairs) {
      const [from, to] = [Number(typed[min] ?? NaN), Number(typed[max] ?? NaN)];
      if (to < from) context.addIssue({ code: "custom", path: [max], message: `Enter a number from ${from}: the longest is not shorter than the shortest.` });
      else if (to - from > widest)
        context.addIssue({ code: "custom", path: [max], message: `Enter at most ${from + widest}: ${widest} more than the shortest.` });
    }
  });
}

/** What was typed, by the keys of a draft. */
export function draftValues(screen: RelevanceScreen, typed: Record<string, JsonValue | undefined>): JsonObject {
  const said = settingsOfScreen(screen).filter((setting) => setting.type !== "number" || typed[nameOf(setting)] !== undefined);
  return Object.fromEntries(said.map((setting) => [keyOf(setting), typed[nameOf(setting)] ?? setting.initial]));
}

/** The values of a draft as the form has them, with a row for each field that may be chosen. */
export function typedValues(screen: RelevanceScreen, values: JsonObject, fields: readonly string[]): SettingsShape {
  const shape: SettingsShape = { rows: [] };
  for (const setting of settingsOfScreen(screen)) {
    const value = values[keyOf(setting)] ?? setting.initial;
    if (setting.type === "rows") {
      const set = isJsonObject(value) ? value : {};
      shape.rows = [...new Set([...Object.keys(set), ...fields])].map((field) => ({ field, value: simpleText(set[field]) }));
    } else if (setting.type === "switch") shape[setting.name] = value === true ? "on" : "";
    else shape[setting.name] = Array.isArray(value) ? value.map(String).join("\n") : simpleText(value);
  }
  return shape;
}

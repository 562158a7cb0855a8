import { isJsonObject, type JsonObject, type JsonValue, stringifyJson } from "@common/text/json";
import * as z from "zod";
import { indentJson } from "~/lib/json/layout";
import { parseJsonText } from "~/lib/json/text.server";
import { type Setting, settingsOf, type SuggestionKind } from "~/services/search-relevance/suggestions/kinds";
import { contentOf } from "~/services/search-relevance/suggestions/preferences.server";

/** What the form holds, each setting as text. */
export type PreferencesShape = Record<string, string>;

const text = z.string().max(200_000).default("");
const entriesOf = (typed: string) =>
  [...new Set(typed.split(/[\n,]/).map((entry) => entry.trim()))].filter((entry) => entry !== "");

function isExternal(row: JsonValue): boolean {
  if (!isJsonObject(row)) return false;
  const { key, count, indices } = row;
  const named =
    indices === undefined ||
    indices === null ||
    (Array.isArray(indices) && indices.every((name) => typeof name === "string"));
  return (
    typeof key === "string" && key.trim() !== "" && count !== undefined && count !== null && Number(count) >= 0 && named
  );
}

const rows = text.transform((typed, context): JsonValue => {
  if (typed.trim() === "") return null;
  const parsed = parseJsonText(typed);
  if (!parsed.ok) context.addIssue({ code: "custom", message: parsed.message });
  else if (!Array.isArray(parsed.value)) context.addIssue({ code: "custom", message: "Enter a list: [ … ]" });
  else if (!parsed.value.every(isExternal))
    context.addIssue({ code: "custom", message: "Each needs a key, which is a text, and a count, which is a number." });
  else return parsed.value;
  return z.NEVER;
});

function schemaOf(setting: Setting): z.ZodType<JsonValue> {
  switch (setting.type) {
    case "number": {
      const { min, max, initial } = setting;
      const error = `Enter a whole number from ${min} to ${max.toLocaleString("en-US")}.`;
      const number = z.number({ error }).int({ error }).min(min, { error }).max(max, { error });
      return initial === undefined ? number.optional().transform((value) => value ?? null) : number;
    }
    case "list":
      return text.transform((typed) => {
        const entries = entriesOf(typed);
        return entries.length === 0 ? null : entries;
      });
    case "switch":
      return z.boolean().default(false);
    case "choice":
      return z
        .enum(["", "on", "off"])
        .default("")
        .transform((chosen) => (chosen === "" ? null : chosen === "on"));
    case "rows":
      return rows;
    case "text":
      return text.transform((typed) => (typed.trim() === "" ? null : typed.trim()));
  }
}

const schemas = new Map<SuggestionKind, z.ZodObject<Record<string, z.ZodType<JsonValue>>>>();

/** Checks the form of a kind; its value is the preferences as they are saved. */
export function preferencesSchema(kind: SuggestionKind) {
  const known =
    schemas.get(kind) ??
    z.object(Object.fromEntries(settingsOf[kind].map((setting) => [setting.name, schemaOf(setting)])));
  schemas.set(kind, known);
  return known;
}

function typedOf(setting: Setting, value: JsonValue): string {
  switch (setting.type) {
    case "list":
      return Array.isArray(value)
        ? value.flatMap((entry) => (typeof entry === "string" ? [entry] : [])).join("\n")
        : "";
    case "switch":
      return value === true ? "on" : "";
    case "choice":
      return typeof value === "boolean" ? (value ? "on" : "off") : "";
    case "rows":
      return value === null ? "" : indentJson(stringifyJson(value));
    case "number":
      // A server without preferences of its own answers zeros, which it does not take back.
      return value === null || (Number(value) === 0 && setting.min > 0)
        ? String(setting.initial ?? "")
        : String(Number(value));
    case "text":
      return typeof value === "string" ? value : "";
  }
}

/** Preferences as the form has them. */
export function typedValues(kind: SuggestionKind, preferences: string): PreferencesShape {
  const content = contentOf(preferences);
  return Object.fromEntries(
    settingsOf[kind].map((setting) => [setting.name, typedOf(setting, content[setting.name] ?? null)]),
  );
}

/** Preferences as text, in the order of the form. */
export function savedText(content: JsonObject): string {
  return indentJson(stringifyJson(content));
}

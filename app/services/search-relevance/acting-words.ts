import type { Part } from "./acting";

/** Where the server itself looks for the other words, whatever sub-fields an index has. */
export const SYNONYMS_EVERYWHERE = "Synonyms act on every searched field.";

const SHOWN = 5;
const words: Readonly<Record<Part, string>> = {
  language: "The language does",
  synonyms: "Synonyms do",
  "n-grams": "Grams do",
  "auto-suggestion": "Suggestions while typing do",
};

/** That a part does not act on some fields; said by all screens that tell of it. */
export function notActing(part: Part, fields: readonly string[]): string {
  const more = fields.length > SHOWN ? ` and ${fields.length - SHOWN} more` : "";
  return `${words[part]} not act on ${fields.slice(0, SHOWN).join(", ")}${more}.`;
}

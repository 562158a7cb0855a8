import type { Part } from "./acting";

/** Where the server itself looks for the other words, whatever sub-fields an index has. */
export const SYNONYMS_EVERYWHERE = "Synonyms act on every searched field.";

const SHOWN = 5;
const words: Readonly<Record<Part, string>> = {
  language: "Stemming is",
  synonyms: "Synonyms are",
  "n-grams": "N-grams are",
  "auto-suggestion": "Suggestions while typing are",
};

/** That a part is off for some fields, which lack its sub-field; said by all screens that tell of it. */
export function notActing(part: Part, fields: readonly string[]): string {
  const more = fields.length > SHOWN ? ` and ${fields.length - SHOWN} more` : "";
  return `${words[part]} off for ${fields.slice(0, SHOWN).join(", ")}${more}.`;
}

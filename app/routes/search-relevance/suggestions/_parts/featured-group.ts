// Featured suggestions as sections with their suggestions, and what buttons make of them. Pure; what is not known here
// stays as it is.
import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";

const listOf = (value: JsonValue | undefined): JsonValue[] => (Array.isArray(value) ? value : []);
const textOf = (value: JsonValue | undefined) => (typeof value === "string" ? value : "");

/** A section as a page shows it: its label, and of each suggestion its label and where it leads. */
export type ShownSection = { label: string; suggestions: { label: string; to: string }[] };

/** The sections of a group, in the order of the search box. */
export const sectionsOf = (group: JsonObject): ShownSection[] =>
  listOf(group["sections"]).map((section) => {
    const of = isJsonObject(section) ? section : {};
    return {
      label: textOf(of["label"]) || textOf(of["title"]) || textOf(of["id"]),
      suggestions: listOf(of["suggestions"]).map((one) => {
        const { label, value, url } = isJsonObject(one) ? one : {};
        return { label: textOf(label) || textOf(value), to: textOf(url) };
      }),
    };
  });

/** The list with the entry at this place moved up by one; the first entry stays first. */
function raised<Value>(list: readonly Value[], at: number): Value[] {
  const [one, other] = [list[at - 1], list[at]];
  return one === undefined || other === undefined ? [...list] : list.with(at - 1, other).with(at, one);
}

/** The group with other suggestions in one of its sections. */
function within(group: JsonObject, at: number, change: (suggestions: JsonValue[]) => JsonValue[]): JsonObject {
  const sections = listOf(group["sections"]);
  const section = sections[at];
  if (section === undefined || !isJsonObject(section)) return group;
  return { ...group, sections: sections.with(at, { ...section, suggestions: change(listOf(section["suggestions"])) }) };
}

/**
 * The group with one more suggestion at the end of a section, of the last one where none is named; the first one makes
 * a section. `url`: where it leads; without one it is searched for.
 */
export function withSuggestion(
  group: JsonObject,
  { label, url = "", section }: { label: string; url?: string; section?: number },
): JsonObject {
  const sections = listOf(group["sections"]);
  const suggestion: JsonObject = url === "" ? { label, value: label } : { label, value: label, url };
  if (sections.length === 0) return withSuggestion(withSection(group, "Featured"), { label, url });
  const known = section !== undefined && sections[section] !== undefined;
  return within(group, known ? section : sections.length - 1, (suggestions) => [...suggestions, suggestion]);
}

/** The group with one more section at its end, of an ID that none has yet. */
export function withSection(group: JsonObject, label: string): JsonObject {
  const sections = listOf(group["sections"]);
  const taken = new Set(sections.map((one) => (isJsonObject(one) ? textOf(one["id"]) : "")));
  const plain =
    label
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-|-$/g, "") || "section";
  const id = taken.has(plain)
    ? (Array.from({ length: taken.size + 1 }, (_, at) => `${plain}-${at + 2}`).find((one) => !taken.has(one)) ?? plain)
    : plain;
  return { ...group, sections: [...sections, { id, label, suggestions: [] }] };
}

/** The group without a section, or without a suggestion of it. */
export function without(group: JsonObject, section: number, suggestion?: number): JsonObject {
  if (suggestion !== undefined)
    return within(group, section, (suggestions) => suggestions.filter((_, at) => at !== suggestion));
  return { ...group, sections: listOf(group["sections"]).filter((_, at) => at !== section) };
}

/** The group with a section, or a suggestion of it, one further up. */
export function higher(group: JsonObject, section: number, suggestion?: number): JsonObject {
  if (suggestion !== undefined) return within(group, section, (suggestions) => raised(suggestions, suggestion));
  return { ...group, sections: raised(listOf(group["sections"]), section) };
}

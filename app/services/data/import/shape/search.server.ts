import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";
import { type FoundLanguage, languageOfTexts } from "~/services/search-relevance/first-settings/language.server";
import type { Role } from "~/lib/search-relevance/field-roles";
import type { Detection } from "../read/detect.server";

const OF_TEXTS: ReadonlySet<Role> = new Set(["title", "text"]);
const TEXT_TYPES: ReadonlySet<string> = new Set(["text", "keyword"]);
/** Texts that the language is told from. */
const MOST_TEXTS = 500;

/** The language of what a file holds under titles and texts; null where it cannot be told. */
export async function fileLanguage({
  fields,
  columns,
  sample,
}: Pick<Detection, "fields" | "columns" | "sample">): Promise<FoundLanguage | null> {
  const names = fields.flatMap(({ name, role, type }) => (OF_TEXTS.has(role) && TEXT_TYPES.has(type) ? [name] : []));
  const places = names.map((name) => columns.indexOf(name));
  const texts = sample
    .slice(0, MOST_TEXTS)
    .flatMap(({ cells, value }) =>
      cells === null
        ? names.flatMap((name) => textsAt(value ?? {}, name.split(".")))
        : places.flatMap((place) => cells[place] ?? []),
    );
  return languageOfTexts(texts);
}

function textsAt(value: JsonValue | undefined, steps: readonly string[]): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => textsAt(one, steps));
  const [step, ...below] = steps;
  if (step === undefined) return typeof value === "string" ? [value] : [];
  if (value === undefined || value === null || !isJsonObject(value)) return [];
  const object: JsonObject = value;
  const whole = object[steps.join(".")];
  return typeof whole === "string" ? [whole] : textsAt(object[step], below);
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** How many characters of a value a title or a cell shows. */
export const MOST = 120;

/** A text of at most `most` characters, with an ellipsis where it was longer. */
export const cut = (text: string, most: number) => (text.length > most ? `${text.slice(0, most)}…` : text);

/**
 * How much a name sounds like that of a title: 0 most, 1 somewhat, 1.5 within an object (`author.name` names the
 * author), 2 not.
 */
export function titleRank(path: string) {
  const parts = path.toLowerCase().split(".");
  const name = parts.at(-1) ?? "";
  if (!/(title|name|^label|^headline|^subject)$/.test(name)) return 2;
  if (parts.length > 1) return 1.5;
  return /^(title|name|label|headline|subject)$/.test(name) ? 0 : 1;
}

const textOf = (value: unknown) =>
  typeof value === "string" && value.trim() !== "" ? cut(value.trim(), MOST) : undefined;

/** What a document is called: the text under the name that sounds most like a title. Undefined where none does. */
export function titleOf(source: Readonly<Record<string, unknown>>): string | undefined {
  const names = Object.keys(source).filter((name) => titleRank(name) < 2);
  for (const name of names.sort((a, b) => titleRank(a) - titleRank(b))) {
    const text = textOf(source[name]);
    if (text !== undefined) return text;
  }
  return undefined;
}

/** What a reader may know a document by: its title, else its first text, else its id. */
export function labelOf(source: unknown, id: string): string {
  if (!isRecord(source)) return id;
  return (
    titleOf(source) ??
    Object.values(source)
      .map(textOf)
      .find((text) => text !== undefined) ??
    id
  );
}

/** Id and title of a promoted document that a form holds as JSON. */
export function heldDocument(json: string): { id: string; title: string } {
  try {
    const doc: unknown = JSON.parse(json);
    const id = isRecord(doc) && typeof doc["_id"] === "string" ? doc["_id"] : "";
    return { id, title: labelOf(isRecord(doc) ? doc["_source"] : undefined, id) };
  } catch {
    return { id: "", title: "?" };
  }
}

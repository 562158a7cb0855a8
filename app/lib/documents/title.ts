const NAMES = ["title", "name", "headline", "label", "subject"];
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** What a reader may know a document by: its title or name, else its first text, else its id. */
export function titleOf(source: unknown, id: string): string {
  if (!isRecord(source)) return id;
  const byName = new Map(Object.entries(source).map(([name, value]) => [name.toLowerCase(), value]));
  const found = [...NAMES.map((name) => byName.get(name)), ...Object.values(source)].find((value) => typeof value === "string" && value !== "");
  return typeof found === "string" ? found.slice(0, 120) : id;
}

/** Id and title of a promoted document that a form holds as JSON. */
export function heldDocument(json: string): { id: string; title: string } {
  try {
    const doc: unknown = JSON.parse(json);
    const id = isRecord(doc) && typeof doc["_id"] === "string" ? doc["_id"] : "";
    return { id, title: titleOf(isRecord(doc) ? doc["_source"] : undefined, id) };
  } catch {
    return { id: "", title: "?" };
  }
}

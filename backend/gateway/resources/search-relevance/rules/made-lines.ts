import { isJsonObject, parseJson } from "@common/text/json";
import { namedIndices } from "@backend/gateway/platform/access/body-indices";
import { badRequest } from "@backend/gateway/platform/http/errors";

/**
 * An action of a bulk with the line of its document, as they stand in the text, and the indices that the action names.
 */
type Item = { text: string; indices: readonly string[] };

function actionIn(line: string): { name: string; indices: string[] } {
  let value: unknown;
  try {
    value = parseJson(line);
  } catch {
    value = null;
  }
  const [first, ...others] = isJsonObject(value) ? Object.entries(value) : [];
  if (!first || others.length > 0)
    throw badRequest("elastic: Error 400 (Bad Request): an action line is not valid JSON [type=parsing_exception]");
  const [name, options] = first;
  return { name, indices: isJsonObject(options) ? namedIndices(options["_index"]) : [] };
}

/** The actions of a bulk. Throws 400 where a line that should be an action is none. */
export function itemsOfBulk(text: string): Item[] {
  const lines = text.split("\n");
  const items: Item[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    if (line.trim() === "") continue;
    const { name, indices } = actionIn(line);
    items.push({ text: name === "delete" ? line : `${line}\n${lines[++at] ?? ""}`, indices });
  }
  return items;
}

/** The actions of a bulk that did not stand in it before. Throws 400. */
export function madeItems(before: string, after: string): Item[] {
  const known = new Set(itemsOfBulk(before).map(({ text }) => text));
  return itemsOfBulk(after).filter(({ text }) => !known.has(text));
}

import { isJsonObject, type JsonValue, parseJson, stringifyJson } from "@common/text/json";
import { isSecretName, MASK, masked } from "~/services/platform/changes/mask.server";
import { shownText, treeView, type TreeView } from "~/lib/json/view.server";

// Headers and bodies of other people's calls, as a reader may see them: secrets are masked by the names that they stand
// under.

/** Names that hold a secret elsewhere; in answers of a search engine they are those of buckets and words. */
const harmless = new Set(["key", "keys", "token", "tokens"]);
const isSecret = (name: string) => !harmless.has(name.toLowerCase()) && isSecretName(name);

/** Headers as lines, secrets masked; of `Authorization` its kind stays. */
export function shownHeaders(headers: Record<string, string[]>): { name: string; value: string }[] {
  return Object.entries(headers)
    .flatMap(([name, values]) => values.map((value) => ({ name, value: shownHeader(name, value) })))
    .sort((a, b) => a.name.localeCompare(b.name));
}

function shownHeader(name: string, value: string): string {
  const kind = /^(authorization|proxy-authorization)$/i.test(name) ? /^(\w+)\s/.exec(value)?.[1] : undefined;
  if (kind !== undefined) return `${kind} ${MASK}`;
  return /cookie|authorization/i.test(name) || isSecretName(name) ? MASK : value;
}

/** The JSON of a text: one value, or one in each line, as several searches and bulks send them. */
export function readJson(text: string): { value: JsonValue; lines: boolean } | undefined {
  try {
    return { value: parseJson(text), lines: false };
  } catch {
    const lines = text.split("\n").filter((line) => line.trim() !== "");
    if (lines.length < 2) return undefined;
    try {
      return { value: lines.map((line) => parseJson(line)), lines: true };
    } catch {
      return undefined;
    }
  }
}

/**
 * A text that is no JSON, or was cut in the middle of it: what stands under a name of a secret is masked as far as it
 * can be told.
 */
function maskedText(text: string): string {
  const inJson = text.replace(/("([\w.-]{1,64})"\s*:\s*)"(?:[^"\\]|\\.)*"?/g, (whole, head: string, name: string) =>
    isSecret(name) ? `${head}"${MASK}"` : whole,
  );
  return inJson.replace(/(^|[?&\s])([\w.-]{1,64})=([^&\s"]+)/g, (whole, before: string, name: string) =>
    isSecret(name) ? `${before}${name}=${MASK}` : whole,
  );
}

/** A body, address or text of a record with its secrets masked, laid out as it came. */
export function maskedBody(text: string): string {
  const read = readJson(text);
  if (read === undefined) return maskedText(text);
  if (!read.lines) return stringifyJson(masked(read.value, isSecret));
  return Array.isArray(read.value) ? read.value.map((line) => stringifyJson(masked(line, isSecret))).join("\n") : text;
}

/** The same for comparing: JSON on lines. */
export function readableBody(text: string): string {
  const read = readJson(text);
  if (read === undefined) return maskedText(text);
  const parts = read.lines && Array.isArray(read.value) ? read.value : [read.value];
  return parts.map((part) => stringifyJson(masked(part, isSecret), 2)).join("\n");
}

export type BodyView =
  | { kind: "none" }
  | { kind: "tree"; tree: TreeView; /** How many lines of JSON it was. */ lines: number | null }
  | { kind: "text"; text: string; cut: boolean; isJson: boolean };

/** A body as a page shows it: folded, or as text; one that is no JSON as text alone. */
export function bodyView(
  text: string,
  { as, path, from }: { as: "tree" | "text"; path: string[]; from: number },
): BodyView {
  if (text.trim() === "") return { kind: "none" };
  const read = readJson(text);
  // A large list has no branches of its own address.
  const isFoldable =
    read !== undefined && (isJsonObject(read.value) || (Array.isArray(read.value) && text.length < 30_000));
  if (as === "text" || !isFoldable)
    return {
      kind: "text",
      ...shownText(read === undefined ? maskedText(text) : readableBody(text)),
      isJson: isFoldable,
    };
  const source = stringifyJson(masked(read.value, isSecret));
  return {
    kind: "tree",
    tree: treeView({ source, path, from }),
    lines: read.lines && Array.isArray(read.value) ? read.value.length : null,
  };
}

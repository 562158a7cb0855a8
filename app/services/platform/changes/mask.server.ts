import { isJsonObject, type JsonValue, parseJson, stringifyJson } from "@common/text/json";

// What the log and "View request" may not show. Names decide, not values: a value alone does not tell that it is a
// secret.

/** Stands for a secret. */
export const MASK = "••••••";
const secretParts = new Set([
  "password",
  "passwd",
  "pwd",
  "passphrase",
  "secret",
  "secrets",
  "token",
  "tokens",
  "key",
  "apikey",
  "authorization",
  "cookie",
]);
/** Names that hold a secret, though none of their parts says so: a name and a password in one. */
const secretNames = new Set(["basic_auth"]);
/** Names that hold such a part and no secret. */
const harmless = new Set([
  "public_key",
  "role_key",
  "primary_key",
  "sort_key",
  "partition_key",
  "foreign_key",
  "key_as_string",
]);

/** Names that were judged: the mapping of many fields has the same few thousands of times. */
const judged = new Map<string, boolean>();
const MOST_JUDGED = 2000;

/** True for the name of a field that holds a secret: `password`, `apiKey`, `x-auth-token`. */
export function isSecretName(name: string): boolean {
  const known = judged.get(name);
  if (known !== undefined) return known;
  const plain = name.replace(/([a-z0-9])([A-Z])/g, "$1_$2").toLowerCase();
  const isSecret =
    secretNames.has(plain) || (!harmless.has(plain) && plain.split(/[^a-z0-9]+/).some((part) => secretParts.has(part)));
  if (judged.size < MOST_JUDGED && name.length < 100) judged.set(name, isSecret);
  return isSecret;
}

/**
 * A value with what its secret fields hold masked, at any depth. `isSecret` where names mean something else than in
 * changes.
 */
export function masked(value: JsonValue, isSecret: (name: string) => boolean = isSecretName): JsonValue {
  if (Array.isArray(value)) return value.map((one) => masked(one, isSecret));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, held]) => [
      name,
      isSecret(name) && held !== null ? MASK : masked(held, isSecret),
    ]),
  );
}

/** Texts beyond this are not read for secrets, so they are not kept. */
const MOST_READ = 2_000_000;
/** What is kept of one value. */
export const MOST_KEPT = 64 * 1024;

export type KeptText = { text: string; /** Why it is not whole, or not as it was. */ note: string | null };

const inKb = (length: number) => `${Math.ceil(length / 1024).toLocaleString("en")} KB`;

/**
 * The beginning of a value, of at least so many characters as JSON where it has them: the mapping of thousands of
 * fields is not gone through for its first page.
 */
function beginningOf(value: JsonValue, most: number): { part: JsonValue; whole: boolean } {
  let left = most;
  let whole = true;
  const isOver = () => {
    if (left <= 0) whole = false;
    return left <= 0;
  };
  function take(one: JsonValue): JsonValue {
    if (Array.isArray(one)) {
      const list: JsonValue[] = [];
      for (const inner of one) {
        if (isOver()) break;
        left -= 1;
        list.push(take(inner));
      }
      return list;
    }
    if (!isJsonObject(one)) {
      left -= typeof one === "string" ? one.length + 2 : 1;
      return one;
    }
    const members: [string, JsonValue][] = [];
    for (const [name, inner] of Object.entries(one)) {
      if (isOver()) break;
      left -= name.length + 3;
      members.push([name, take(inner)]);
    }
    return Object.fromEntries(members);
  }
  return { part: take(value), whole };
}

/** A text or value as the log keeps it: laid out, secrets masked, cut with a mark. */
export function keptText(value: string | JsonValue): KeptText {
  const isText = typeof value === "string";
  const { part, whole } = isText ? { part: null, whole: true } : beginningOf(value, MOST_KEPT);
  const parts = isText ? readLines(value) : [part];
  if (parts === undefined)
    return {
      text: "",
      note: typeof value === "string" ? `Not kept: ${inKb(value.length)}, too large or no JSON.` : null,
    };
  const text = parts.map((part) => stringifyJson(masked(part), parts.length > 1 ? undefined : 2)).join("\n");
  const hidden = text.includes(MASK) ? "Secrets are masked." : null;
  if (whole && text.length <= MOST_KEPT) return { text, note: hidden };
  const cut = `Cut after ${inKb(MOST_KEPT)}${whole ? ` of ${inKb(text.length)}` : ""}.`;
  return {
    text: `${text.slice(0, MOST_KEPT).replace(/[\ud800-\udbff]$/, "")}…`,
    note: hidden === null ? cut : `${hidden} ${cut}`,
  };
}

/** The JSON of a text, or of each of its lines; undefined where it cannot be read. */
function readLines(text: string): JsonValue[] | undefined {
  if (text.length > MOST_READ) return undefined;
  try {
    return [parseJson(text)];
  } catch {
    try {
      return text
        .split("\n")
        .filter((line) => line.trim() !== "")
        .map((line) => parseJson(line));
    } catch {
      return undefined;
    }
  }
}

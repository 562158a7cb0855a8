import { withoutSecrets } from "../http/addresses";
import { decodeExactly } from "../text/base64";
import { isSecretName, MAY_HOLD_SECRET } from "./names";
import { type Leaf, readText, walkJson } from "./walk-json";

// What is kept or shown of a call holds no password, key, token or cookie, however deep it stands, however it is spelt,
// and whatever route brought it.

export const MASK = "***";
/** Texts within texts are looked into so many levels deep. */
const MOST_LEVELS = 4;
/** Members that say what a field is called `password` is, in mappings. */
const OF_A_MAPPING = new Set([
  "type",
  "analyzer",
  "search_analyzer",
  "normalizer",
  "ignore_above",
  "index",
  "store",
  "doc_values",
  "norms",
  "fielddata",
]);
/** Headers of an `endpoint` that may be read. All others may be a key under any name. */
const OPEN_HEADERS = new Set(["content-type", "accept", "accept-language", "user-agent"]);

const PARAMETER = /([?&;]|^)([^=&;?\s"]{1,80})=([^&;#\s"]+)/g;
const LUCENE = /([\w.-]{1,80}):("[^"]*"|[^\s()"]+)/g;
const SCHEME = /\b(basic|bearer|apikey)(\s+)([A-Za-z0-9+/=._~-]{8,})/gi;
// Ends before what is masked already: a text that is looked at once more stays as it is.
const LOOSE =
  /((?:passw(?:or)?d|passphrase|passcode|pwd|secret|token|api[-_ ]?key|authorization|cookie|private[-_ ]?key|public[-_ ]?key|access[-_ ]?key|second[-_ ]?factor)[\w-]{0,40}(?:(?!\*\*\*)[^\w{[]){1,12})(?:(?:basic|bearer|apikey)\s+)?(?:[^\s"'&,}\]{[][^\s"'&,}\]]*|[{[][^]*)/gi;

type State = { isSecret: boolean; place: "endpoint" | "headers" | null };
/** `openNames`: members that hold no secret in this text, such as `token` in the answer of an analysis. */
type Options = { openNames?: ReadonlySet<string>; levels?: number };

// "Basic information" is no sign-in, "Bearer certificates" no token.
function isCredential(scheme: string, value: string): boolean {
  if (scheme.toLowerCase() === "basic")
    return decodeExactly(value, "base64")?.includes(":") === true || /[\d=]/.test(value);
  return /[\d._~+/=]/.test(value);
}

/**
 * A text without the passwords in its addresses, the secrets among its parameters and Lucene terms, and the credentials
 * behind the name of their scheme.
 */
export function maskWords(text: string): string {
  if (!MAY_HOLD_SECRET.test(text)) return text;
  return withoutSecrets(text)
    .replace(PARAMETER, (whole, before: string, name: string) =>
      isSecretName(plainName(name)) ? `${before}${name}=${MASK}` : whole,
    )
    .replace(LUCENE, (whole, name: string) => (isSecretName(name) ? `${name}:${MASK}` : whole))
    .replace(SCHEME, (whole, scheme: string, blank: string, value: string) =>
      isCredential(scheme, value) ? `${scheme}${blank}${MASK}` : whole,
    );
}

function plainName(name: string): string {
  try {
    return decodeURIComponent(name.replaceAll("+", " "));
  } catch {
    return name;
  }
}

/**
 * A text that is none of JSON, or was cut off: what stands behind a word for a secret goes, and where that is a list or
 * an object, all that follows.
 */
export function maskLoose(text: string): string {
  if (!MAY_HOLD_SECRET.test(text)) return text;
  const plain = text.replace(/\\u00([2-7][0-9a-f])/gi, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
  return maskWords(plain).replace(LOOSE, (_, before: string) => `${before}${MASK}`);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const isLines = (text: string) => text.split("\n").every((line) => line.trim() === "" || isJson(line));

function below({ isSecret, place }: State, name: string, { openNames }: Options): State {
  const lower = name.toLowerCase();
  if (place === "headers") return { isSecret: !OPEN_HEADERS.has(lower), place };
  if (isSecret) return { isSecret: !OF_A_MAPPING.has(lower), place };
  if (openNames?.has(lower)) return { isSecret: false, place };
  if (place === "endpoint" && (lower === "headers" || lower === "header")) return { isSecret: true, place: "headers" };
  return { isSecret: isSecretName(name), place: lower === "endpoint" ? "endpoint" : place };
}

function maskedLeaf({
  text,
  state,
  leaf: { start, end, isText },
  options,
}: {
  text: string;
  state: State;
  leaf: Leaf;
  options: Options;
}): string | null {
  const given = text.slice(start, end);
  if (state.isSecret) return given === '""' || /^(?:null|true|false|\*\*\*)$/.test(given) ? null : `"${MASK}"`;
  const { levels = MOST_LEVELS } = options;
  if (!isText || levels === 0 || !MAY_HOLD_SECRET.test(given)) return null;
  const value = readText(given);
  const isNested = value.includes('"') && value.includes(":");
  const masked = isNested ? maskSecrets(value, { ...options, levels: levels - 1 }) : maskWords(value);
  return masked === value ? null : JSON.stringify(masked);
}

/**
 * A body, a stage or any other text as it may be kept: JSON, lines of JSON, or what is neither, with `***` in the place
 * of each secret. Takes time by its length alone.
 */
export function maskSecrets(text: string, options: Options = {}): string {
  if (!MAY_HOLD_SECRET.test(text)) return text;
  const parts: string[] = [];
  let copied = 0;
  walkJson<State>({
    text,
    root: { isSecret: false, place: null },
    enter: (above, name) => below(above, name, options),
    leaf: (state, leaf) => {
      const masked = maskedLeaf({ text, state, leaf, options });
      if (masked === null) return;
      parts.push(text.slice(copied, leaf.start), masked);
      copied = leaf.end;
    },
  });
  const masked = parts.length === 0 ? text : parts.join("") + text.slice(copied);
  return isJson(text) || isLines(text) ? masked : maskLoose(masked);
}

// The rules of the engine for the name of an index, with words that say how to fix it.

const FORBIDDEN = /[\s"*\\<>|,/?#:&'\p{Cc}]/u;
const MOST_BYTES = 255;
/** A suggestion is a name that somebody would give; a file's name may be far longer. */
const MOST_SUGGESTED = 60;

/** The rules in one sentence, for a hint. */
export const indexNameRules =
  "Lowercase, no spaces, no colon and none of # & * ' \" \\ | , < > / ? Must not start with +, - or _.";

/** Why this cannot be the name of an index, with a valid name where there is one; undefined when it can. */
export function indexNameProblem(name: string): string | undefined {
  if (name === "") return "Enter a name for the index.";
  const problem = nameProblem(name);
  if (problem === undefined) return undefined;
  const suggestion = suggestIndexName(name);
  return suggestion === null ? `${problem}.` : `${problem}. Try ${suggestion}.`;
}

function nameProblem(name: string): string | undefined {
  if (name === "." || name === "..") return "A name cannot be only dots";
  const bad = FORBIDDEN.exec(name)?.[0];
  if (bad !== undefined)
    return /\s/u.test(bad)
      ? "Index names cannot contain spaces"
      : `Index names cannot contain ${/\p{Cc}/u.test(bad) ? "control characters" : bad}`;
  if (name !== name.toLowerCase()) return "Index names must be lowercase";
  if (/^[+_-]/.test(name)) return `Index names cannot start with ${name.charAt(0)}`;
  if (name.startsWith(".")) return "Names that start with a dot are reserved for the system";
  if (new TextEncoder().encode(name).length > MOST_BYTES) return `Index names can have at most ${MOST_BYTES} bytes`;
  return undefined;
}

/**
 * Whether a text can be the name of one index or alias: what engines read as several (`*`, `a,b`, `-x`, `_all`), as a
 * date or as another cluster's
 * (`<films-{now/d}>`, `other:films`) is none. Older names that break today's other rules count.
 */
export function namesOneIndex(text: string): boolean {
  return text !== "" && text !== "." && text !== ".." && !/^[-+_]|[*,<>|"\\?\s:\p{Cc}]/u.test(text);
}

/** A valid name close to a text; null when nothing of the text can stand in a name. */
export function suggestIndexName(text: string): string | null {
  let name = "";
  let between = "";
  let length = 0;
  for (const sign of text.normalize("NFC").toLowerCase()) {
    if (length >= MOST_SUGGESTED) break;
    if (/[\p{L}\p{M}\p{N}]/u.test(sign)) {
      name += (name === "" ? "" : between) + sign;
      between = "";
      length += 1;
    } else if (between === "" || between === "-") between = sign === "." || sign === "_" ? sign : "-";
  }
  return name === "" || nameProblem(name) !== undefined ? null : name;
}

const PACKED = /\.(gz|gzip)$/i;
const KINDS = /\.(csv|tsv|tab|txt|json|ndjson|jsonl|jsonlines)$/i;

/**
 * The name for an index that is proposed for a file: `Movies 2.csv.gz` becomes `movies-2`, another one where that is
 * taken.
 */
export function indexNameOfFile(file: string, taken: readonly string[] = []): string {
  const base = suggestIndexName((file.split(/[\\/]/).at(-1) ?? "").replace(PACKED, "").replace(KINDS, "")) ?? "data";
  return freeIndexName(base, taken);
}

/** The name itself, or the first of `name-2`, `name-3`, … that is not taken. */
export function freeIndexName(name: string, taken: readonly string[]): string {
  const names = new Set(taken);
  if (!names.has(name)) return name;
  for (let n = 2; ; n++) if (!names.has(`${name}-${n}`)) return `${name}-${n}`;
}

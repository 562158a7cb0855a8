import { CALLS_LIMITS } from "@common/limits/calls";
import { isJsonObject, type JsonObject, type JsonValue, parseJson } from "@common/text/json";
import { fieldRights, type FieldRights } from "../access/field-rights";
import { fieldsHeldBy } from "../access/runs-as";
import { type Caller, indexPatterns, isAdmin } from "../auth/types";
import type { SignedContext } from "../http/types";
import { shownHit, withFields } from "./documents";
import type { NameView } from "./view";
import type { FieldViews } from "./views";

// What is kept of searches, settings and rules names fields and quotes their values. Whoever may not see all fields is
// told it without those: by what stands here, whichever route tells it.

/** Somebody whose fields are limited, as he reads what others wrote. */
export type Reader = {
  /** Of several the first one's: those of the caller, where he has limits himself. */
  rights: FieldRights;
  /** False for the name of a field that he is not to learn of. */
  tells: (name: string) => boolean;
  /** True where a value names such a field, as a member, as a text, or within one. */
  isNamed: (value: JsonValue) => boolean;
  /** A value without members and texts that name such a field. */
  told: (value: JsonValue) => JsonValue;
  /** A document's source with the fields that he may see. */
  source: (source: JsonObject) => JsonObject;
  /** A hit that no engine has trimmed for him. */
  hit: (hit: JsonObject) => JsonObject;
};
/**
 * The reader that a caller is, with those whose records changed his call; null where they may see all fields. The
 * mapping is that of the given indices, else of all that he may use.
 */
export type Readers = (
  context: Pick<SignedContext, "caller" | "behalf" | "signal">,
  indices?: readonly string[],
) => Promise<Reader | null>;

/** A member of an object may be the end of a longer name; objects around it that are looked at. */
const MOST_AROUND = 8;
/** Deeper values are not told. */
const MAX_DEPTH = CALLS_LIMITS.bodyDepth.most;
/** What names of fields are made of; all else parts them. */
const BETWEEN = /[^\p{L}\p{N}_.*@-]+/u;

/** Longer names are not looked at by their ends. */
const LONGEST_PATH = 500;
/** Longer texts are not looked through, and not told. */
const MAX_TEXT = 1_000_000;

// A name at the end of a sentence, or behind the sign that excludes it.
function bare(part: string): string {
  let [from, to] = [0, part.length];
  while (from < to && "-@.".includes(part.charAt(from))) from++;
  while (to > from && part.charAt(to - 1) === ".") to--;
  return part.slice(from, to);
}

function ends(part: string): string[] {
  const names = bare(part).split(".");
  return names.slice(1).map((_, place) => names.slice(place + 1).join("."));
}

// In an address a name may stand between signs that are written by their numbers: `%20brand%3A`.
function decoded(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (signs) => {
    try {
      return decodeURIComponent(signs);
    } catch {
      return " ";
    }
  });
}

function namesIn(text: string): string[] {
  const whole = text.trim();
  const parts = whole.split(BETWEEN);
  // In an expression or a script a field may stand behind what holds it: `$filter.brand`.
  const behind = parts.flatMap((part) => (part === whole || part.length > LONGEST_PATH ? [] : ends(part)));
  return [whole, ...parts, ...parts.map(bare), ...behind];
}

/** A reader by what he may see of some mappings. */
export function createReader(rights: FieldRights, { tells }: Pick<NameView, "tells">): Reader {
  const known = new Map<string, boolean>();
  const fields = { ...rights, hides: (path: string) => !isTold(path) };

  function isTold(name: string): boolean {
    if (name === "") return true;
    const found = known.get(name) ?? tells(name);
    known.set(name, found);
    return found;
  }
  const isTextTold = (text: string) =>
    text.length <= MAX_TEXT && [...new Set([text, decoded(text)].flatMap(namesIn))].every(isTold);
  const isMemberTold = (name: string, around: readonly string[]) =>
    isTextTold(name) && around.every((_, place) => isTold([...around.slice(place), name].join(".")));

  function told(value: JsonValue, around: readonly string[], depth: number): JsonValue | undefined {
    if (depth > MAX_DEPTH) return undefined;
    if (typeof value === "string") return isTextTold(value) ? value : undefined;
    if (Array.isArray(value))
      // A list within a list stays one.
      return value.map((item) => told(item, around, depth + 1)).filter((item) => item !== undefined);
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, inner]): [string, JsonValue][] => {
        if (!isMemberTold(name, around)) return [];
        const one = told(inner, [...around, name].slice(-MOST_AROUND), depth + 1);
        return one === undefined ? [] : [[name, one]];
      }),
    );
  }

  function isNamed(value: JsonValue, around: readonly string[], depth: number): boolean {
    if (depth > MAX_DEPTH) return true;
    if (typeof value === "string") return !isTextTold(value);
    if (Array.isArray(value)) return value.some((item) => isNamed(item, around, depth + 1));
    if (!isJsonObject(value)) return false;
    return Object.entries(value).some(
      ([name, inner]) =>
        !isMemberTold(name, around) || isNamed(inner, [...around, name].slice(-MOST_AROUND), depth + 1),
    );
  }

  return {
    rights,
    tells: isTold,
    isNamed: (value) => isNamed(value, [], 0),
    told: (value) => told(value, [], 0) ?? null,
    source: (source) => withFields(source, fields),
    hit: (hit) => shownHit(hit, fields),
  };
}

// What all of them may see.
function together(readers: readonly Reader[]): Reader | null {
  const [first, ...others] = readers;
  if (!first || others.length === 0) return first ?? null;
  return {
    rights: first.rights,
    tells: (name) => readers.every((reader) => reader.tells(name)),
    isNamed: (value) => readers.some((reader) => reader.isNamed(value)),
    told: (value) => readers.reduce((left, reader) => reader.told(left), value),
    source: (source) => readers.reduce((left, reader) => reader.source(left), source),
    hit: (hit) => readers.reduce((left, reader) => reader.hit(left), hit),
  };
}

/** Readers over the mappings that `views` reads. */
export function createReaders(views: FieldViews): Readers {
  async function readerFor(
    caller: Caller,
    { indices, signal }: { indices: readonly string[] | undefined; signal: AbortSignal },
  ): Promise<Reader | null> {
    const rights = fieldRights(caller);
    if (!rights) return null;
    const patterns = indexPatterns(caller).filter((pattern) => pattern !== "");
    const all = isAdmin(caller) || patterns.some((pattern) => /^\*+$/.test(pattern));
    const view = await views({ rights, indices: indices ?? (all ? [] : patterns), signal });
    return createReader(rights, view.show);
  }

  return async (context, indices) => {
    const found = await Promise.all(
      fieldsHeldBy(context).map((caller) => readerFor(caller, { indices, signal: context.signal })),
    );
    return together(found.filter((reader) => reader !== null));
  };
}

/** Words that somebody wrote, as a reader may have them; empty where they name what he may not see. */
export function toldWords(words: string, reader: Reader | null): string {
  return reader?.isNamed(words) ? "" : words;
}

/** A text that holds JSON, as a reader may have it; empty where it names what he may not see, or cannot be read. */
export function toldText(text: string, reader: Reader | null): string {
  if (!reader || text === "") return text;
  try {
    return reader.isNamed(parseJson(text)) ? "" : text;
  } catch {
    return "";
  }
}

import { RE2JS, RE2JSException } from "re2js";
import { illegalArgument } from "../../errors";
import { translateJava } from "./java-syntax";

/** One match. Group 0 is the whole; a group that took no part is undefined. */
export type ExpressionMatch = {
  start: number;
  end: number;
  group(number: number): string | undefined;
  named(name: string): string | undefined;
  place(number: number): readonly [number, number] | undefined;
};

/**
 * An expression of a caller's. Every search takes time linear in the text; what all of them together may take is
 * bounded too.
 */
export type Expression = {
  /** True where the whole text fits. */
  fits(text: string): boolean;
  /**
   * All matches from left to right. Throws 400 where the text is too long for the expression, or finding them takes
   * longer than `patienceMs`.
   */
  all(text: string, patienceMs?: number): Iterable<ExpressionMatch>;
  groupCount: number;
};

const FLAGS: ReadonlySet<string> = new Set([
  "CASE_INSENSITIVE",
  "MULTILINE",
  "DOTALL",
  "UNICODE_CASE",
  "UNICODE_CHARACTER_CLASS",
  "COMMENTS",
  "LITERAL",
  "CANON_EQ",
  "UNIX_LINES",
]);

/**
 * UTF-16 units of an expression, as `index.max_regex_length` has it for queries. One of this length is compiled in some
 * 70 ms at worst.
 */
const LONGEST_EXPRESSION = 1_000;
/** Instructions of a compiled expression; repetitions multiply them. */
const MOST_INSTRUCTIONS = 5_000;
/** Instructions times units of the text: at worst a search follows every instruction at every unit, some 15 ns each. */
const MOST_WORK = 10_000_000;
/** Searches of one text together, where nobody else gets a turn meanwhile. */
const PATIENCE_MS = 150;
/**
 * Ranges that end beyond ASCII where capitals and small letters are alike: each is folded letter by letter, in some 5
 * ms.
 */
const MOST_FOLDED_RANGES = 15;

/**
 * The one place where a caller's text becomes a regular expression: Java's syntax, with Elasticsearch's `flags`
 * (`CASE_INSENSITIVE|DOTALL`), run by RE2, which never goes back. Throws 400 for what cannot be read, and for what RE2
 * cannot do: back references, look-around, atomic groups.
 */
export function javaExpression(pattern: string, flags?: string, longest = LONGEST_EXPRESSION): Expression {
  const key = `${flags ?? ""}/${pattern}`;
  const expression = recent.get(key) ?? newExpression(pattern, { flags, longest });
  recent.delete(key);
  recent.set(key, expression);
  for (const oldest of recent.keys()) {
    if (recent.size <= MOST_RECENT) break;
    recent.delete(oldest);
  }
  return expression;
}

// The parts of an analysis are made again for each analyzer that names them.
const recent = new Map<string, Expression>();
const MOST_RECENT = 100;

function newExpression(
  pattern: string,
  { flags, longest }: { flags: string | undefined; longest: number },
): Expression {
  const given = (flags ?? "").split("|").filter((each) => each !== "");
  for (const flag of given) if (!FLAGS.has(flag)) throw illegalArgument(`Unknown regex flag [${flag}] specified`);
  if (pattern.length > longest)
    throw illegalArgument(`The length of regex [${pattern.length}] exceeds the allowed maximum of [${longest}]`);
  const marks = new Set(given);
  const simple = marks.size === 0 ? simpleExpression(pattern) : undefined;
  if (simple) return simple;
  const compiled = compile(pattern, marks);
  const groupCount = compiled.groupCount();
  const names = compiled.namedGroups();
  const size = compiled.programSize();
  if (size > MOST_INSTRUCTIONS)
    throw illegalArgument(
      `Invalid regular expression: ${shown(pattern)}: its repetitions come to [${size}] steps, more than the allowed maximum of [${MOST_INSTRUCTIONS}]`,
    );

  function checkWork(text: string): void {
    if (text.length * size <= MOST_WORK) return;
    throw illegalArgument(
      `The regular expression [${shown(pattern)}] of [${size}] steps cannot be applied to a text of [${text.length}] characters: the allowed maximum of both together is [${MOST_WORK}]`,
    );
  }

  return {
    groupCount,
    fits(text) {
      checkWork(text);
      return compiled.matches(text);
    },
    *all(text, patienceMs = PATIENCE_MS) {
      checkWork(text);
      const matcher = compiled.matcher(text);
      let spent = 0;
      for (let before = performance.now(); matcher.find(); before = performance.now()) {
        const end = matcher.end(0);
        spent += performance.now() - before;
        // A text whose every search could go to its end stays below this in whole: only one that goes there again and
        // again does not.
        if (spent > patienceMs)
          throw illegalArgument(
            `The regular expression [${shown(pattern)}] takes too long on a text of [${text.length}] characters`,
          );
        yield {
          start: matcher.start(0),
          end,
          group: (number) => (number > groupCount ? undefined : (matcher.group(number) ?? undefined)),
          named: (name) => (Object.hasOwn(names, name) ? (matcher.group(name) ?? undefined) : undefined),
          place: (number) =>
            number > groupCount || matcher.start(number) < 0 ? undefined : [matcher.start(number), matcher.end(number)],
        };
      }
    },
  };
}

function compile(pattern: string, flags: ReadonlySet<string>): RE2JS {
  let marks = 0;
  if (flags.has("CASE_INSENSITIVE")) marks |= RE2JS.CASE_INSENSITIVE;
  if (flags.has("MULTILINE")) marks |= RE2JS.MULTILINE;
  if (flags.has("DOTALL")) marks |= RE2JS.DOTALL;
  try {
    const translated = flags.has("LITERAL") ? RE2JS.quote(pattern) : translateJava(pattern, flags);
    const caseless = flags.has("CASE_INSENSITIVE") || /\(\?[a-zA-Z]*i/.test(translated);
    if (caseless && (translated.match(/-(?:\\x\{|[^\x00-\x7f])/g)?.length ?? 0) > MOST_FOLDED_RANGES)
      throw new SyntaxError("too many ranges beyond ASCII for an expression that ignores case");
    return RE2JS.compile(translated, marks);
  } catch (cause) {
    if (!(cause instanceof SyntaxError || cause instanceof RE2JSException)) throw cause;
    const reason = cause.message.replace("error parsing regexp: ", "");
    throw illegalArgument(`Invalid regular expression: ${shown(pattern)}: ${reason}`, { cause });
  }
}

function shown(pattern: string): string {
  return pattern.length > 200 ? `${pattern.slice(0, 200)}…` : pattern;
}

// A single letter or class, once or more, as `\W+`, `,` and `[\s,;]+`: most of what separates words. V8 has no way to
// go back in one either and is twenty times as fast.
const SIMPLE =
  /^(?:[^\\^$.|?*+()[\]{}]|\\[wWdDsSnt.|/]|\[\^?(?:a-z|A-Z|0-9|[^\\^[\]&-]|\\[wWdDsnt.|/-]|\\p\{L[ul]?\})+\])\+?$/u;
const JAVA_SPACE = String.raw`\t\n\x0B\f\r `;

function simpleExpression(pattern: string): Expression | undefined {
  if (!SIMPLE.test(pattern)) return undefined;
  const source = pattern
    .replaceAll("\\s", pattern.startsWith("[") ? JAVA_SPACE : `[${JAVA_SPACE}]`)
    .replaceAll("\\S", `[^${JAVA_SPACE}]`);

  // eslint-disable-next-line no-restricted-syntax -- of the form that was checked above
  const expression = new RegExp(source, "gu");
  return {
    groupCount: 0,
    fits: (text) =>
      text !== "" && text.replace(expression, "") === "" && (pattern.endsWith("+") || [...text].length === 1),
    *all(text) {
      for (const { 0: found, index: start } of text.matchAll(expression)) {
        const end = start + found.length;
        yield {
          start,
          end,
          group: (number) => (number === 0 ? found : undefined),
          named: () => undefined,
          place: (number) => (number === 0 ? [start, end] : undefined),
        };
      }
    },
  };
}

/** Fills a replacement as Java does: `$1`, `${name}`, `\` before what is meant as it stands. */
export function javaReplacement(replacement: string): (match: ExpressionMatch) => string {
  return (match) =>
    replacement.replace(
      /\\(.)|\$(\d)|\$\{(\w+)\}/g,
      (_, literal: string | undefined, digit: string | undefined, name: string | undefined) => {
        if (literal !== undefined) return literal;
        return (digit === undefined ? match.named(name ?? "") : match.group(Number(digit))) ?? "";
      },
    );
}

import { type Document, isScalar, LineCounter, parseDocument, stringify, visit } from "yaml";
import { nameTwice } from "./json-text";
import { ruleOfIndex } from "./of-index";
import { type Bundle, BundleError, BundleSchema, firstIssue, placeOf } from "./schema";

/** Largest file that is read, in bytes. */
export const LARGEST_FILE = 2 * 1024 * 1024;
/** What a process that has more to do reads of YAML, which takes a second for about as much. */
export const SMALL_YAML = 256 * 1024;
/** How deep a file may go; what rules hold goes no deeper than a document. */
const DEEPEST = 100;
const DEEPEST_TEXT = 1_000;
const TOO_DEEP = "the file goes too deep";

type Path = readonly (string | number)[];
/** A text as it was read, and the line of a place in it; undefined where looking for it would take too long. */
type Parsed = { value: unknown; lineOf: (path: Path) => number | undefined };
type Wrong = { path: Path; reason: string };

function entriesOf(value: unknown): [string | number, unknown][] {
  if (Array.isArray(value)) return value.map((item, place) => [place, item]);
  return typeof value === "object" && value !== null ? Object.entries(value) : [];
}

/** The first member that the schema left out, which would be lost without a word. */
function unknownMember(given: unknown, read: unknown, path: Path = []): Wrong | null {
  if (typeof read !== "object" || read === null) return null;
  const kept = new Map(entriesOf(read));
  for (const [name, value] of entriesOf(given)) {
    const place = [...path, name];
    // A switch that is off and a null are left out on purpose.
    if (
      !kept.has(name) &&
      value !== null &&
      !(value === false && path.at(-1) === "indexSettings") &&
      !Array.isArray(given)
    )
      return { path: place, reason: "is not known" };
    const wrong = unknownMember(value, kept.get(name), place);
    if (wrong) return wrong;
  }
  return null;
}

function unfit(value: unknown, path: Path = []): Wrong | null {
  if (typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value))
    return { path, reason: "has more digits than can be kept; between quotes it is a text" };
  if (path.length > DEEPEST) return { path: path.slice(0, 3), reason: `goes deeper than ${DEEPEST}` };
  for (const [name, inner] of entriesOf(value)) {
    const wrong = unfit(inner, [...path, name]);
    if (wrong) return wrong;
  }
  return null;
}

function whatIsWrong({ rules = [], index }: Bundle): Wrong | null {
  for (const [place, { name, trigger, actions }] of rules.entries()) {
    const path = ["rules", place];
    if (rules.findIndex((rule) => rule.name === name) !== place)
      return { path: [...path, "name"], reason: "is that of another rule in the file" };
    if (ruleOfIndex(trigger, index) !== "own")
      return {
        path: [...path, "trigger"],
        reason: `is not for the index ${index} alone: the expression wants '${index}' in $index`,
      };
    const scriptless = actions.findIndex(({ type, script }) => type === "script" && !script);
    if (scriptless >= 0) return { path: [...path, "actions", scriptless], reason: "has no script" };
  }
  return null;
}

// Before the package sees it: hundreds of thousands of brackets would end the process. Brackets in texts count too,
// which mostly are closed.
function refuseDepth(text: string): void {
  let [brackets, marks] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? "";
    if (sign === "[" || sign === "{") brackets++;
    else if (sign === "]" || sign === "}") brackets = Math.max(0, brackets - 1);
    if ((sign === "-" || sign === "?" || sign === ":") && /\s/.test(text[at + 1] ?? "")) marks++;
    else if (!/\s/.test(sign)) marks = 0;
    if (brackets > DEEPEST_TEXT || marks > DEEPEST_TEXT) throw new BundleError(TOO_DEEP);
  }
}

// The package's own look at names takes the square of their number.
function refuseNamesTwice(document: Document.Parsed, lineAt: (offset: number) => number): void {
  visit(document, {
    Map: (_key, { items }) => {
      const names = new Set<string>();
      for (const { key } of items) {
        const name = isScalar(key) ? String(key.value) : "";
        if (names.has(name))
          throw new BundleError(
            `line ${lineAt(isScalar(key) ? (key.range?.[0] ?? 0) : 0)}: ${name} stands there twice`,
          );
        names.add(name);
      }
    },
  });
}

function parsed(text: string): Parsed {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, {
    lineCounter,
    version: "1.2",
    merge: false,
    uniqueKeys: false,
    prettyErrors: false,
  });
  const lineAt = (offset: number) => lineCounter.linePos(offset).line;
  const [problem] = [...document.errors, ...document.warnings];
  if (problem)
    throw new BundleError(
      /call stack/.test(problem.message) ? TOO_DEEP : `line ${lineAt(problem.pos[0])}: ${problem.message}`,
    );
  refuseNamesTwice(document, lineAt);
  const lineOf = (path: Path): number => {
    const node: unknown = document.getIn(path, true);
    const range =
      typeof node === "object" && node !== null && "range" in node && Array.isArray(node.range)
        ? Number(node.range[0])
        : undefined;
    return range === undefined ? (path.length > 0 ? lineOf(path.slice(0, -1)) : 1) : lineAt(range);
  };
  // An alias lets a few lines stand for millions.
  return { value: document.toJS({ maxAliasCount: 0 }), lineOf };
}

// Seconds sooner than as YAML, which JSON is too.
function parsedJson(text: string): Parsed | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const twice = nameTwice(text);
  if (twice) throw new BundleError(`line ${twice.line}: ${twice.name} stands there twice`);
  return { value, lineOf: (path) => (text.length > SMALL_YAML ? undefined : parsed(text).lineOf(path)) };
}

function parsedOrRefused(text: string, largestYaml: number): Parsed {
  const json = parsedJson(text);
  if (json) return json;
  if (Buffer.byteLength(text) > largestYaml)
    throw new BundleError(
      `the file is larger than ${largestYaml / 1024} KB: of that size only JSON is read here, and YAML by the command npm run settings`,
    );
  try {
    return parsed(text);
  } catch (error) {
    if (error instanceof BundleError) throw error;
    if (error instanceof RangeError) throw new BundleError(TOO_DEEP);
    throw new BundleError(
      /alias/i.test(String(error))
        ? "aliases (*) are not read: write it out"
        : "the file cannot be read as YAML or JSON",
    );
  }
}

/** Reads a bundle of YAML or JSON text. Throws `BundleError` with the line and the place of what is wrong. */
export function readBundle(text: string, { largestYaml = LARGEST_FILE }: { largestYaml?: number } = {}): Bundle {
  if (Buffer.byteLength(text) > LARGEST_FILE)
    throw new BundleError(`the file is larger than ${LARGEST_FILE / 1024 / 1024} MB`);
  refuseDepth(text);
  const { value, lineOf } = parsedOrRefused(text, largestYaml);
  const refuse = ({ path, reason }: Wrong) => {
    const line = lineOf(path);
    return new BundleError(`${line === undefined ? "" : `line ${line}: `}${placeOf(path) || "the file"} ${reason}`);
  };
  const tooMuch = unfit(value);
  if (tooMuch) throw refuse(tooMuch);
  const read = BundleSchema.safeParse(value);
  if (!read.success) {
    const { path, reason } = firstIssue(read.error);
    throw refuse({
      path: path.map((step) => (typeof step === "number" ? step : String(step))),
      reason: reason.replace(/^expected/, "must be:"),
    });
  }
  const wrong = unknownMember(value, read.data) ?? whatIsWrong(read.data);
  if (wrong) throw refuse(wrong);
  return read.data;
}

/** A bundle as text, its members always in the same order. */
export function writeBundle(bundle: Bundle, format: "yaml" | "json" = "yaml"): string {
  if (format === "json") return `${JSON.stringify(bundle, null, 2)}\n`;
  // Lines are not broken: a change of one word is a change of one line.
  return stringify(bundle, { lineWidth: 0, aliasDuplicateObjects: false });
}

import { DOCUMENT_LIMITS } from "./limits";

/** The way to a value: names of members and places in lists. */
export type Path = readonly (string | number)[];

/** One thing that is wrong. `line` and `column` count from 1; null where no place of the text is meant. */
export type Fault = { message: string; path: (string | number)[]; line: number | null; column: number | null };

/** What is wrong before its place is looked up; `offset` counts characters, undefined: that of the path. */
export type Problem = { path: Path; reason: string; offset?: number };

/** The text of a pipeline that cannot be taken, with all that is wrong in it. */
export class DocumentFault extends Error {
  readonly faults: readonly Fault[];

  constructor(faults: readonly Fault[]) {
    const [first] = faults;
    const more = faults.length > 1 ? ` (and ${faults.length - 1} more)` : "";
    const line = first?.line ? `line ${first.line}: ` : "";
    super(`${line}${first?.message ?? "the pipeline cannot be read"}${more}`);
    this.name = "DocumentFault";
    this.faults = faults;
  }
}

/** Collects what is wrong. */
export type Faults = {
  add: (path: Path, reason: string) => void;
  addAll: (problems: readonly Problem[]) => void;
  error: () => DocumentFault;
  /** Throws a DocumentFault where something was added. */
  throwIfAny: () => void;
};

/** A text of callers as it stands in a message: in quotes, and not at any length. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
}

/** A path as readers write it: `stages[2].inputs.url`. */
export function placeText(path: Path): string {
  return path
    .map((step) => {
      if (typeof step === "number") return `[${step}]`;
      return /^[\w-]{1,80}$/.test(step) ? `.${step}` : `[${quoted(step)}]`;
    })
    .join("")
    .replace(/^\./, "");
}

/** Line and column of a place in a text, both from 1. */
export function lineAndColumn(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf("\n") + 1;
  return { line: before.split("\n").length, column: before.length - lineStart + 1 };
}

/** A collection of faults of one text. `offsetOf` knows where a path, or what of it there is, stands. */
export function createFaults({ text, offsetOf }: { text: string; offsetOf: (path: Path) => number | null }): Faults {
  const found: Fault[] = [];
  function add(path: Path, reason: string, given?: number): void {
    if (found.length >= DOCUMENT_LIMITS.faults) return;
    const offset = given ?? offsetOf(path);
    const place = offset === null ? { line: null, column: null } : lineAndColumn(text, offset);
    const message = path.length === 0 ? reason : `${placeText(path)}: ${reason}`;
    found.push({ message, path: [...path], ...place });
  }
  return {
    add: (path, reason) => add(path, reason),
    addAll: (problems) => problems.forEach(({ path, reason, offset }) => add(path, reason, offset)),
    error: () => new DocumentFault(found),
    throwIfAny: () => {
      if (found.length > 0) throw new DocumentFault(found);
    },
  };
}

import type { JsonObject } from "@common/text/json";
import { EngineError, indexNotFound } from "../errors";
import { resolveDateMath } from "./date-math";
import type { IndexState } from "./index-state";
import { fits } from "@common/text/glob";
import type { ResolveOptions } from "./types";

/** How an expression is read. `closed` says whether a closed index may be named; searches may not. */
export type NameOptions = ResolveOptions & { closed: "allowed" | "refused"; aliases?: boolean };

const SEARCH_OPTIONS: NameOptions = {
  ignoreUnavailable: false,
  allowNoIndices: true,
  expandWildcards: ["open"],
  closed: "refused",
};

/** An index that was found, and the aliases by which; `direct` when its own name or pattern led to it. */
export type Found = { index: IndexState; aliases: Set<string>; direct: boolean };

function closedError(index: IndexState): EngineError {
  return new EngineError(400, "index_closed_exception", "closed", {
    details: { index: index.name, index_uuid: index.uuid },
  });
}

/** A hidden index is found by a pattern only when hidden ones are asked for, or when both begin with a dot. */
function isShown({
  name,
  hidden,
  pattern,
  options,
}: {
  name: string;
  hidden: boolean;
  pattern: string;
  options: NameOptions;
}): boolean {
  return !hidden || options.expandWildcards.includes("hidden") || (pattern.startsWith(".") && name.startsWith("."));
}

class Search {
  readonly found = new Map<string, Found>();
  private wildcardSeen = false;

  constructor(
    private readonly indices: ReadonlyMap<string, IndexState>,
    private readonly options: NameOptions,
    /** The expression is the plain star, which finds no aliases; in a list it does. */
    private readonly isPlain: boolean,
  ) {}

  private add(index: IndexState, alias?: string): void {
    const known = this.found.get(index.name) ?? { index, aliases: new Set(), direct: false };
    if (alias === undefined) known.direct = true;
    else known.aliases.add(alias);
    this.found.set(index.name, known);
  }

  part(raw: string): void {
    if (raw.startsWith("-") && this.wildcardSeen) return this.exclude(resolveDateMath(raw.slice(1)));
    const name = resolveDateMath(raw);
    if (name === "_all") return this.pattern("*", name);
    if (name.includes("*")) return this.pattern(name, name);
    this.name(name);
  }

  private exclude(pattern: string): void {
    for (const [name, { index }] of this.found)
      if (fits(pattern, name) || (!this.indices.has(pattern) && index.aliases.has(pattern))) this.found.delete(name);
  }

  private pattern(pattern: string, written: string): void {
    this.wildcardSeen = true;
    const { options } = this;
    let any = false;
    for (const index of this.indices.values()) {
      if (!options.expandWildcards.includes(index.state === "open" ? "open" : "closed")) continue;
      if (fits(pattern, index.name) && isShown({ name: index.name, hidden: index.hidden, pattern, options })) {
        this.add(index);
        any = true;
      }
      if (options.aliases === false || this.isPlain) continue;
      for (const [alias, { isHidden }] of index.aliases) {
        if (!fits(pattern, alias) || !isShown({ name: alias, hidden: isHidden === true, pattern, options })) continue;
        this.add(index, alias);
        any = true;
      }
    }
    if (!any && !options.allowNoIndices) throw indexNotFound(written);
  }

  private name(name: string): void {
    const { options } = this;
    if (name.startsWith("_")) {
      throw new EngineError(
        400,
        "invalid_index_name_exception",
        `Invalid index name [${name}], must not start with '_'.`,
        {
          details: { index: name, index_uuid: "_na_" },
        },
      );
    }
    const named = this.indices.get(name);
    const targets = named
      ? [named]
      : options.aliases === false
        ? []
        : [...this.indices.values()].filter((index) => index.aliases.has(name));
    if (targets.length === 0) {
      if (options.ignoreUnavailable) return;
      if (options.aliases === false && [...this.indices.values()].some((index) => index.aliases.has(name)))
        throw aliasRefused(name);
      throw indexNotFound(name);
    }
    for (const index of targets) {
      if (index.state === "close" && options.closed === "refused") {
        if (options.ignoreUnavailable) continue;
        throw closedError(index);
      }
      this.add(index, named ? undefined : name);
    }
  }
}

function aliasRefused(name: string): EngineError {
  return new EngineError(
    400,
    "illegal_argument_exception",
    `The provided expression [${name}] matches an alias, specify the corresponding concrete indices instead.`,
  );
}

/**
 * The indices that an expression leads to, in the order found: names by comma, `*`, `-` after a pattern, `_all`,
 * aliases, date maths. Throws EngineError for what is missing or closed, as the options say.
 */
export function findIndices({
  indices,
  expression,
  options,
}: {
  indices: ReadonlyMap<string, IndexState>;
  expression: string | undefined;
  options?: Partial<NameOptions>;
}): Found[] {
  const all = { ...SEARCH_OPTIONS, ...options };
  const parts =
    expression === undefined || expression === "" ? ["_all"] : expression.split(",").filter((part) => part !== "");
  const search = new Search(indices, all, parts.length === 1 && (parts[0] === "*" || parts[0] === "_all"));
  for (const part of parts) search.part(part);
  if (search.found.size === 0 && !all.allowNoIndices) throw indexNotFound(expression ?? "_all");
  return [...search.found.values()];
}

/**
 * The filter of the aliases by which an index was found; none when it was also found by its own name or by an alias
 * without one.
 */
export function filterOf({ index, aliases, direct }: Found): JsonObject | undefined {
  if (direct) return undefined;
  const filters: JsonObject[] = [];
  for (const alias of aliases) {
    const filter = index.aliases.get(alias)?.filter;
    if (!filter) return undefined;
    filters.push(filter);
  }
  return filters.length === 1 ? filters[0] : { bool: { should: filters } };
}

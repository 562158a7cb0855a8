import { SEARCH_LIMITS } from "@common/limits/search";
import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";
import { EngineError, illegalArgument } from "../errors";
import type { Mapping } from "../mapping/types";
import { isSteps, type Steps } from "../steps";
import { runInPieces } from "./chain";
import { NEEDING_SETTINGS } from "./filters/filters";
import { isAboutKeywords, listSetting, PATIENCE_IN_SLICES_MS } from "./parts";
import { pluginHint } from "./plugins";
import { keywordTokenizer } from "./tokenizers/tokenizers";
import type { Analysis, Analyzer, NamedParts, PartReference, Token, Chain } from "./types";

/** An `_analyze` call, read. */
export type AnalyzeRequest = {
  texts: readonly string[];
  analyzer: string | undefined;
  field: string | undefined;
  normalizer: string | undefined;
  tokenizer: PartReference | undefined;
  filters: readonly PartReference[] | undefined;
  charFilters: readonly PartReference[] | undefined;
  explain: boolean;
  /** Of an explanation, the attributes that are shown. */
  attributes?: readonly string[] | undefined;
};

export type AnalyzeTarget = { analysis: Analysis; mapping?: Mapping; global: boolean; maxTokens?: number };

const KEYS: ReadonlySet<string> = new Set([
  "analyzer",
  "tokenizer",
  "filter",
  "char_filter",
  "field",
  "normalizer",
  "text",
  "explain",
  "attributes",
]);

function references(value: JsonValue | undefined, key: string): PartReference[] | undefined {
  if (value === undefined || value === null) return undefined;
  return (Array.isArray(value) ? value : [value]).map((each) => {
    if (typeof each === "string" || isJsonObject(each)) return each;
    throw illegalArgument(`[${key}] should be array of ${key}'s name or settings`);
  });
}

function validation(reasons: readonly string[]): EngineError {
  return new EngineError(
    400,
    "action_request_validation_exception",
    `Validation Failed: ${reasons.map((reason, place) => `${place + 1}: ${reason};`).join("")}`,
  );
}

/** Checks an `_analyze` body. Throws 400 in the peer's words. */
export function readAnalyzeRequest(body: JsonObject, withIndex: boolean): AnalyzeRequest {
  for (const key of Object.keys(body))
    if (!KEYS.has(key))
      throw new EngineError(400, "x_content_parse_exception", `[analyze_request] unknown field [${key}]`);
  const text = (key: string) => {
    const value = body[key];
    if (value === undefined || value === null) return undefined;
    if (typeof value !== "string")
      throw new EngineError(
        400,
        "x_content_parse_exception",
        `[analyze_request] ${key} doesn't support values of type: ${typeOf(value)}`,
      );
    return value;
  };
  const given = body["text"];
  const texts = (given === undefined || given === null ? [] : Array.isArray(given) ? given : [given]).map((value) => {
    if (typeof value !== "string")
      throw new EngineError(
        400,
        "x_content_parse_exception",
        `[analyze_request] text doesn't support values of type: ${typeOf(value)}`,
      );
    return value;
  });
  const [tokenizer] = references(body["tokenizer"], "tokenizer") ?? [];
  const request: AnalyzeRequest = {
    texts,
    tokenizer,
    analyzer: text("analyzer"),
    field: text("field"),
    normalizer: text("normalizer"),
    filters: references(body["filter"], "filter"),
    charFilters: references(body["char_filter"], "char_filter"),
    explain: String(body["explain"] ?? "false") !== "false",
    attributes: listSetting(body, "attributes")?.map((name) => name.toLowerCase()),
  };
  const extra = request.tokenizer !== undefined || request.filters !== undefined || request.charFilters !== undefined;
  const wrong: string[] = [];
  if (texts.length === 0) wrong.push("text is missing");
  if (!withIndex && request.normalizer !== undefined) wrong.push("index is required if normalizer is specified");
  if (request.normalizer !== undefined && (request.tokenizer !== undefined || request.analyzer !== undefined))
    wrong.push("tokenizer/analyze should be null if normalizer is specified");
  if (request.analyzer !== undefined && extra) wrong.push("cannot define extra components on a named analyzer");
  if (request.normalizer !== undefined && extra) wrong.push("cannot define extra components on a named normalizer");
  if (request.field !== undefined && extra) wrong.push("cannot define extra components on a field-specific analyzer");
  if (wrong.length > 0) throw validation(wrong);
  return request;
}

function typeOf(value: JsonValue): string {
  if (typeof value === "boolean") return "VALUE_BOOLEAN";
  if (Array.isArray(value)) return "START_ARRAY";
  return isJsonObject(value) ? "START_OBJECT" : "VALUE_NUMBER";
}

type Run = {
  pieces(text: string): Iterable<readonly Token[]>;
  gap: number;
  parts?: NamedParts | undefined;
  name: string;
  keywords?: boolean | undefined;
};

function customChain(request: AnalyzeRequest, { analysis, global }: AnalyzeTarget): Run {
  const absent = (kind: string) => (name: string) =>
    global && kind === "filter" && NEEDING_SETTINGS.has(name)
      ? illegalArgument("Analysis settings required - can't instantiate analysis factory")
      : illegalArgument(`failed to find ${global ? "global " : ""}${kind} under [${name}]${pluginHint(name)}`);
  const charFilters = (request.charFilters ?? []).map((part) => analysis.parts.charFilter(part, absent("char_filter")));
  const tokenizer =
    request.tokenizer === undefined
      ? keywordTokenizer
      : analysis.parts.tokenizer(request.tokenizer, absent("tokenizer"));
  const chain: Chain & { filters: Chain["filters"][number][] } = { charFilters, tokenizer, filters: [] };
  for (const part of request.filters ?? []) {
    const filter = analysis.parts.filter(part, absent("filter"), { ...chain, filters: [...chain.filters] });
    if (request.tokenizer === undefined && !analysis.parts.normalizes(part))
      throw illegalArgument(`Custom normalizer may not use filter [${nameOf(part, "filter")}]`);
    chain.filters.push(filter);
  }
  return {
    name: "",
    gap: 100,
    pieces: (text) => runInPieces(chain, text),
    parts: {
      chain,
      charFilters: (request.charFilters ?? []).map((part) => nameOf(part, "char_filter")),
      tokenizer: request.tokenizer === undefined ? "keyword" : nameOf(request.tokenizer, "tokenizer"),
      filters: (request.filters ?? []).map((part) => nameOf(part, "filter")),
    },
  };
}

function nameOf(part: PartReference, kind: string): string {
  return typeof part === "string" ? part : `__anonymous__${String(part["type"] ?? kind)}`;
}

function chooseRun(request: AnalyzeRequest, target: AnalyzeTarget): Run {
  const { analysis, mapping, global } = target;
  if (request.analyzer !== undefined) {
    const analyzer = analysis.analyzer(request.analyzer);
    if (!analyzer)
      throw illegalArgument(
        `failed to find ${global ? "global " : ""}analyzer [${request.analyzer}]${pluginHint(request.analyzer)}`,
      );
    return runOf(request.analyzer, analyzer);
  }
  if (request.normalizer !== undefined)
    return normalizerRun(request.normalizer, analysis.normalizer(request.normalizer)?.normalize);
  if (request.tokenizer !== undefined || request.filters !== undefined || request.charFilters !== undefined)
    return customChain(request, target);
  if (request.field === undefined) return namedRun(analysis, "default");
  if (!mapping) throw illegalArgument("analysis based on a specific field requires an index");
  const field = mapping.field(request.field);
  if (field?.kind === "text" && field.analyzer) return runOf(field.analyzer.name, field.analyzer);
  if (field?.kind === "keyword")
    return normalizerRun(field.normalizer?.name ?? "keyword", field.normalizer?.normalize ?? ((text) => text));
  if (field)
    throw illegalArgument(
      `Can't process field [${request.field}], Analysis requests are only supported on tokenized fields`,
    );
  return namedRun(analysis, "default");
}

function piecesBy({ analyze, pieces }: Analyzer): Run["pieces"] {
  return pieces ?? ((text) => [analyze(text)]);
}

function namedRun(analysis: Analysis, name: string): Run {
  const analyzer = analysis.analyzer(name);
  if (!analyzer) throw illegalArgument(`failed to find analyzer [${name}]`);
  return runOf(name, analyzer);
}

const runOf = (name: string, analyzer: Analyzer): Run => ({
  name,
  gap: analyzer.positionIncrementGap,
  pieces: piecesBy(analyzer),
  parts: analyzer.parts,
  keywords: analyzer.keywords,
});

function normalizerRun(name: string, normalize: ((text: string) => string) | undefined): Run {
  if (!normalize) throw illegalArgument(`failed to find normalizer under [${name}]`);
  return {
    name,
    gap: 0,
    pieces: (text) => [keywordTokenizer(text).map((token) => ({ ...token, term: normalize(token.term) }))],
  };
}

/**
 * Characters that the tokens of one answer may have together: n-grams of 1 to 10,000 letters are few tokens and 50 MB.
 */
const MOST_CHARACTERS = SEARCH_LIMITS.analyzeCharacters.most;
/** Tokens that an explanation shows after all parts together. */
const MOST_EXPLAINED = SEARCH_LIMITS.analyzeExplained.most;
/** Texts between two chances for others. */
const STRETCH = 256;

/**
 * Tokens of several texts in a row: positions go on after the gap, offsets after one. Throws as soon as there are more
 * than `most`.
 */
function* joinTexts(
  texts: readonly string[],
  { pieces, gap, most }: Pick<Run, "pieces" | "gap"> & { most: number },
): Steps<Token[]> {
  const out: Token[] = [];
  let position = 0;
  let offset = 0;
  let characters = 0;
  for (const [at, text] of texts.entries()) {
    if (at % STRETCH === STRETCH - 1) yield;
    let last = -1;
    for (const piece of pieces(text)) {
      for (const token of piece) {
        last = token.position;
        characters += token.term.length;
        if (out.length >= most) throw tooManyTokens(most);
        if (characters > MOST_CHARACTERS)
          throw illegalArgument(
            `The tokens produced by calling _analyze have more than the allowed maximum of [${MOST_CHARACTERS}] characters together.`,
          );
        out.push({
          ...token,
          position: token.position + position,
          startOffset: token.startOffset + offset,
          endOffset: token.endOffset + offset,
        });
      }
      yield;
    }
    position += last + 1 + gap;
    offset += text.length + 1;
  }
  return out;
}

// Elasticsearch gives these words with 500; what a caller asked too much of is no fault of the server.
function tooManyTokens(most: number): EngineError {
  return new EngineError(
    400,
    "illegal_state_exception",
    `The number of tokens produced by calling _analyze has exceeded the allowed maximum of [${most}]. This limit can be set by changing the [index.analyze.max_token_count] index level setting.`,
  );
}

/**
 * What an explanation shows of a token: the mark of keywords where a filter heeds it, and only the attributes asked
 * for.
 */
type Shown = { keywords: boolean; attributes: readonly string[] | undefined };

function tokenJson(token: Token, shown: Shown | undefined): JsonObject {
  const json: JsonObject = {
    token: token.term,
    start_offset: token.startOffset,
    end_offset: token.endOffset,
    type: token.type,
    position: token.position,
  };
  if (!shown) return token.positionLength > 1 ? { ...json, positionLength: token.positionLength } : json;
  const bytes = Buffer.from(token.term, "utf8")
    .toString("hex")
    .replace(/..(?!$)/g, "$& ");
  const attributes: JsonObject = {
    bytes: `[${bytes}]`,
    ...(shown.keywords && { keyword: token.keyword ?? false }),
    positionLength: token.positionLength,
    termFrequency: 1,
  };
  const wanted = Object.entries(attributes).filter(
    ([name]) => !shown.attributes || shown.attributes.includes(name.toLowerCase()),
  );
  return { ...json, ...Object.fromEntries(wanted) };
}

function* tokensJson(tokens: readonly Token[], shown?: Shown): Steps<JsonObject[]> {
  const list: JsonObject[] = [];
  for (const token of tokens) {
    list.push(tokenJson(token, shown));
    if (list.length % STRETCH === 0) yield;
  }
  return list;
}

/** The answer to an `_analyze` call; `explain` shows the tokens after each part. */
export function* answerAnalyze(request: AnalyzeRequest, target: AnalyzeTarget): Steps<JsonObject> {
  const run = chooseRun(request, target);
  const most = target.maxTokens ?? SEARCH_LIMITS.analyzeTokens.most;
  const tokens = yield* joinTexts(request.texts, { ...run, most });
  if (!request.explain) return { tokens: yield* tokensJson(tokens) };
  const { attributes } = request;
  const shown: Shown = { keywords: run.keywords ?? false, attributes };
  if (!run.parts)
    return {
      detail: { custom_analyzer: false, analyzer: { name: run.name, tokens: yield* tokensJson(tokens, shown) } },
    };
  return { detail: yield* explainParts(request.texts, { ...run.parts, gap: run.gap, most, attributes }) };
}

type Explained = NamedParts & { gap: number; most: number; attributes: Shown["attributes"] };

function* explainParts(
  given: readonly string[],
  { chain, charFilters: charNames, tokenizer: first, filters: names, gap, most, attributes }: Explained,
): Steps<JsonObject> {
  const stages: JsonObject[] = [];
  let shown = 0;
  for (let count = 0; count <= chain.filters.length; count++) {
    const part: Chain = { ...chain, filters: chain.filters.slice(0, count) };
    const name = count === 0 ? first : (names[count - 1] ?? "");
    const tokens = yield* joinTexts(given, { pieces: (text) => runInPieces(part, text), gap, most });
    shown += tokens.length;
    if (shown > MOST_EXPLAINED)
      throw illegalArgument(
        `The tokens that [explain] shows after all parts together are more than the allowed maximum of [${MOST_EXPLAINED}]`,
      );
    stages.push({
      name,
      tokens: yield* tokensJson(tokens, { keywords: part.filters.some(isAboutKeywords), attributes }),
    });
  }
  const charfilters: JsonObject[] = [];
  let texts = given;
  for (const [place, name] of charNames.entries()) {
    const filter = chain.charFilters[place];
    const filtered: string[] = [];
    for (const text of texts) {
      const work = filter?.(text, PATIENCE_IN_SLICES_MS) ?? { text, original: (offset: number) => offset };
      filtered.push((isSteps(work) ? yield* work : work).text);
    }
    texts = filtered;
    charfilters.push({ name, filtered_text: filtered });
  }
  const [tokenizer, ...tokenfilters] = stages;
  return { custom_analyzer: true, charfilters, tokenizer: tokenizer ?? {}, tokenfilters };
}

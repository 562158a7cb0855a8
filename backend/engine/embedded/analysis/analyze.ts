import { isJsonObject, type JsonObject, type JsonValue } from "@common/json";
import { EngineError, illegalArgument } from "../errors";
import type { Mapping } from "../mapping/types";
import { runChain, type Chain } from "./chain";
import type { StreamToken } from "./parts";
import { keywordTokenizer } from "./tokenizers";
import type { Analysis, PartReference, Token } from "./types";

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
};

export type AnalyzeTarget = { analysis: Analysis; mapping?: Mapping; global: boolean; maxTokens?: number };

const KEYS: ReadonlySet<string> = new Set(["analyzer", "tokenizer", "filter", "char_filter", "field", "normalizer", "text", "explain", "attributes"]);

function references(value: JsonValue | undefined, key: string): PartReference[] | undefined {
  if (value === undefined || value === null) return undefined;
  return (Array.isArray(value) ? value : [value]).map((each) => {
    if (typeof each === "string" || isJsonObject(each)) return each;
    throw illegalArgument(`[${key}] should be array of ${key}'s name or settings`);
  });
}

function validation(reasons: readonly string[]): EngineError {
  return new EngineError(400, "action_request_validation_exception", `Validation Failed: ${reasons.map((reason, place) => `${place + 1}: ${reason};`).join("")}`);
}

/** Checks an `_analyze` body. Throws 400 in the peer's words. */
export function readAnalyzeRequest(body: JsonObject, withIndex: boolean): AnalyzeRequest {
  for (const key of Object.keys(body)) if (!KEYS.has(key)) throw new EngineError(400, "x_content_parse_exception", `[analyze_request] unknown field [${key}]`);
  const text = (key: string) => {
    const value = body[key];
    if (value === undefined || value === null) return undefined;
    if (typeof value !== "string") throw new EngineError(400, "x_content_parse_exception", `[analyze_request] ${key} doesn't support values of type: ${typeOf(value)}`);
    return value;
  };
  const given = body["text"];
  const texts = (given === undefined || given === null ? [] : Array.isArray(given) ? given : [given]).map((value) => {
    if (typeof value !== "string") throw new EngineError(400, "x_content_parse_exception", `[analyze_request] text doesn't support values of type: ${typeOf(value)}`);
    return value;
  });
  const [tokenizer] = references(body["tokenizer"], "tokenizer") ?? [];
  const request: AnalyzeRequest = {
    texts, tokenizer, analyzer: text("analyzer"), field: text("field"), normalizer: text("normalizer"),
    filters: references(body["filter"], "filter"), charFilters: references(body["char_filter"], "char_filter"), explain: String(body["explain"] ?? "false") !== "false",
  };
  const extra = request.tokenizer !== undefined || request.filters !== undefined || request.charFilters !== undefined;
  const wrong: string[] = [];
  if (texts.length === 0) wrong.push("text is missing");
  if (!withIndex && request.normalizer !== undefined) wrong.push("index is required if normalizer is specified");
  if (request.normalizer !== undefined && (request.tokenizer !== undefined || request.analyzer !== undefined)) wrong.push("tokenizer/analyze should be null if normalizer is specified");
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

type Stage = { name: string; tokens: StreamToken[] };
type Run = { tokenize(text: string): Token[]; gap: number; chain?: { chain: Chain; names: string[] }; name: string };

function customChain(request: AnalyzeRequest, { analysis, global }: AnalyzeTarget): Run {
  const absent = (kind: string) => (name: string) => illegalArgument(`failed to find ${global ? "global " : ""}${kind} under [${name}]`);
  const charFilters = (request.charFilters ?? []).map((part) => analysis.parts.charFilter(part, absent("char_filter")));
  const tokenizer = request.tokenizer === undefined ? keywordTokenizer : analysis.parts.tokenizer(request.tokenizer, absent("tokenizer"));
  const chain: Chain & { filters: Chain["filters"][number][] } = { charFilters, tokenizer, filters: [] };
  for (const part of request.filters ?? []) {
    const filter = analysis.parts.filter(part, absent("filter"), { ...chain, filters: [...chain.filters] });
    if (request.tokenizer === undefined && !analysis.parts.normalizes(part)) throw illegalArgument(`Custom normalizer may not use filter [${nameOf(part, "filter")}]`);
    chain.filters.push(filter);
  }
  return { name: "", gap: 100, tokenize: (text) => runChain(chain, text), chain: { chain, names: (request.filters ?? []).map((part) => nameOf(part, "filter")) } };
}

function nameOf(part: PartReference, kind: string): string {
  return typeof part === "string" ? part : `__anonymous__${String(part["type"] ?? kind)}`;
}

function chooseRun(request: AnalyzeRequest, target: AnalyzeTarget): Run {
  const { analysis, mapping, global } = target;
  if (request.analyzer !== undefined) {
    const analyzer = analysis.analyzer(request.analyzer);
    if (!analyzer) throw illegalArgument(`failed to find ${global ? "global " : ""}analyzer [${request.analyzer}]`);
    return { name: request.analyzer, gap: analyzer.positionIncrementGap, tokenize: analyzer.analyze };
  }
  if (request.normalizer !== undefined) return normalizerRun(request.normalizer, analysis.normalizer(request.normalizer)?.normalize);
  if (request.tokenizer !== undefined || request.filters !== undefined || request.charFilters !== undefined) return customChain(request, target);
  if (request.field === undefined) return namedRun(analysis, "default");
  if (!mapping) throw illegalArgument("analysis based on a specific field requires an index");
  const field = mapping.field(request.field);
  if (field?.kind === "text" && field.analyzer) return { name: field.analyzer.name, gap: field.analyzer.positionIncrementGap, tokenize: field.analyzer.analyze };
  if (field?.kind === "keyword") return normalizerRun(field.normalizer?.name ?? "keyword", field.normalizer?.normalize ?? ((text) => text));
  if (field) throw illegalArgument(`Can't process field [${request.field}], Analysis requests are only supported on tokenized fields`);
  return namedRun(analysis, "default");
}

function namedRun(analysis: Analysis, name: string): Run {
  const analyzer = analysis.analyzer(name);
  if (!analyzer) throw illegalArgument(`failed to find analyzer [${name}]`);
  return { name, gap: analyzer.positionIncrementGap, tokenize: analyzer.analyze };
}

function normalizerRun(name: string, normalize: ((text: string) => string) | undefined): Run {
  if (!normalize) throw illegalArgument(`failed to find normalizer under [${name}]`);
  return { name, gap: 0, tokenize: (text) => keywordTokenizer(text).map((token) => ({ ...token, term: normalize(token.term) })) };
}

/** Tokens of several texts in a row: positions go on after the gap, offsets after one. */
function joinTexts(texts: readonly string[], { tokenize, gap }: { tokenize(text: string): Token[]; gap: number }): Token[] {
  const out: Token[] = [];
  let position = 0;
  let offset = 0;
  for (const text of texts) {
    let last = -1;
    for (const token of tokenize(text)) {
      last = token.position;
      out.push({ ...token, position: token.position + position, startOffset: token.startOffset + offset, endOffset: token.endOffset + offset });
    }
    position += last + 1 + gap;
    offset += text.length + 1;
  }
  return out;
}

function tokenJson(token: Token, explain: boolean): JsonObject {
  const json: JsonObject = { token: token.term, start_offset: token.startOffset, end_offset: token.endOffset, type: token.type, position: token.position };
  if (!explain) return token.positionLength > 1 ? { ...json, positionLength: token.positionLength } : json;
  const bytes = [...Buffer.from(token.term, "utf8")].map((byte) => byte.toString(16)).join(" ");
  return { ...json, bytes: `[${bytes}]`, positionLength: token.positionLength, termFrequency: 1 };
}

/** The answer to an `_analyze` call; `explain` shows the tokens after each part. */
export function answerAnalyze(request: AnalyzeRequest, target: AnalyzeTarget): JsonObject {
  const run = chooseRun(request, target);
  const tokens = joinTexts(request.texts, run);
  const most = target.maxTokens ?? 10_000;
  if (tokens.length > most) {
    throw new EngineError(500, "illegal_state_exception", `The number of tokens produced by calling _analyze has exceeded the allowed maximum of [${most}]. This limit can be set by changing the [index.analyze.max_token_count] index level setting.`);
  }
  if (!request.explain) return { tokens: tokens.map((token) => tokenJson(token, false)) };
  if (!run.chain) return { detail: { custom_analyzer: false, analyzer: { name: run.name, tokens: tokens.map((token) => tokenJson(token, true)) } } };
  return { detail: explainChain(request, run.chain) };
}

function explainChain(request: AnalyzeRequest, { chain, names }: { chain: Chain; names: string[] }): JsonObject {
  const stages: Stage[] = [];
  for (let count = 0; count <= chain.filters.length; count++) {
    const part: Chain = { ...chain, filters: chain.filters.slice(0, count) };
    const name = count === 0 ? (request.tokenizer === undefined ? "keyword" : nameOf(request.tokenizer, "tokenizer")) : (names[count - 1] ?? "");
    stages.push({ name, tokens: joinTexts(request.texts, { tokenize: (text) => runChain(part, text), gap: 100 }) });
  }
  const charfilters: JsonValue[] = (request.charFilters ?? []).map((part, place) => {
    const filtered = request.texts.map((text) => chain.charFilters.slice(0, place + 1).reduce((sofar, filter) => filter(sofar).text, text));
    return { name: nameOf(part, "char_filter"), filtered_text: filtered };
  });
  const [tokenizer, ...tokenfilters] = stages.map(({ name, tokens }): JsonObject => ({ name, tokens: tokens.map((token) => tokenJson(token, true)) }));
  return { custom_analyzer: true, charfilters, tokenizer: tokenizer ?? {}, tokenfilters };
}

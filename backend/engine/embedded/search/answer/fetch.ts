import { isJsonObject, LosslessNumber, parseJson, type JsonObject, type JsonValue } from "@common/text/json";
import { RawJson, type AnswerValue } from "../../http/raw-json";
import { ipText } from "../../mapping/ip";
import { weightOf, type Explanation, type Matches, type Weight } from "../../query";
import { holds } from "../../query/execute/sets";
import { isSteps, type Steps } from "../../steps";
import type { SegmentReader } from "../../store/types";
import { docvalueFields, fetchFields } from "./fields";
import { createHighlighter, type Highlighter } from "../highlight/highlight";
import { nestedIdentity, objectOf, sourceOfObject } from "../nested/nested-source";
import { filterSource } from "./source-filter";
import { withoutMembers } from "./source-text";
import type { FoundHit, SearchRequest, Shard, SortValue } from "../types";
import { shortFloat } from "../../values";

/** A hit as the answer holds it. */
export type HitJson = { [key: string]: AnswerValue };

function sortJson(value: SortValue, spec: SearchRequest["sort"][number], shard: Shard): AnswerValue {
  if (typeof value === "string" && spec.kind === "field" && shard.index.mapping.field(spec.field)?.kind === "ip")
    return ipText(value);
  if (typeof value === "bigint") return new LosslessNumber(value.toString());
  if (typeof value === "number" && !Number.isFinite(value)) return value > 0 ? "Infinity" : "-Infinity";
  const type = spec.kind === "field" ? shard.index.mapping.field(spec.field)?.type : undefined;
  const single = spec.kind === "score" || type === "float" || type === "half_float";
  return single && typeof value === "number" ? shortFloat(value) : value;
}

function explanationJson({ value, description, details }: Explanation): JsonObject {
  return { value: shortFloat(Math.fround(value)), description, details: details.map(explanationJson) };
}

/** Names of the clauses that a document matched; the matches of each are found once a segment. */
class NamedQueries {
  private readonly found = new Map<string, Map<SegmentReader, Matches>>();

  *of({ shard, segment, doc }: FoundHit): Steps<string[]> {
    const names: string[] = [];
    for (const [name, weight] of shard.execute.named) {
      const key = `${shard.ordinal} ${name}`;
      const bySegment = this.found.get(key) ?? new Map<SegmentReader, Matches>();
      this.found.set(key, bySegment);
      let matches = bySegment.get(segment);
      if (!matches) {
        const work = weight.matches(segment);
        matches = isSteps(work) ? yield* work : work;
        bySegment.set(segment, matches);
      }
      if (holds(matches.docs, doc)) names.push(name);
    }
    return names;
  }
}

/** Characters of a source from which on what is left out is left out before it is parsed. */
const LONG = 20_000;

function sourceOf(text: string, filter: SearchRequest["source"], parsed: () => JsonObject): AnswerValue {
  const all =
    !filter || (filter.excludes.length === 0 && (filter.includes.length === 0 || filter.includes.includes("*")));
  if (all) return new RawJson(text);
  const isPlain =
    text.length > LONG && filter.includes.length === 0 && !filter.excludes.some((path) => path.includes("*"));
  const short = isPlain ? parseJson(withoutMembers(text, filter.excludes)) : undefined;
  return filterSource(short !== undefined && isJsonObject(short) ? short : parsed(), filter);
}

function objectSource(
  source: JsonObject,
  places: Parameters<typeof objectOf>[1],
  filter: SearchRequest["source"],
): AnswerValue {
  const kept = filter && filter.includes.length + filter.excludes.length > 0 ? filterSource(source, filter) : source;
  return objectOf(kept, places);
}

/** Hits inside of hits, by the name of each list. */
export type InnerHits = ReadonlyMap<FoundHit, Readonly<Record<string, AnswerValue>>>;

type FetchRequest = {
  hits: readonly FoundHit[];
  request: SearchRequest;
  scored: boolean;
  inner?: InnerHits | undefined;
  totalAsInteger?: boolean;
};

/** More hits are an export rather than a page that is looked at. */
const PAGE = 100;

/** Reads what was asked for of the hits: source, fields, highlights, sort values, explanations. */
export function* fetchHits({ hits, request, scored, inner, totalAsInteger = false }: FetchRequest): Steps<HitJson[]> {
  const named = new NamedQueries();
  const highlighters = new Map<Shard, Highlighter>();
  const explainers = new Map<Shard, Weight>();
  const { highlight, collapse } = request;
  // What hits were collapsed by is shown with them.
  const columns = collapse ? [...request.docvalueFields, { field: collapse.field }] : request.docvalueFields;
  const hidden = request.storedFields?.includes("_none_") ?? false;
  const showSource =
    !hidden &&
    (request.source
      ? request.source.show
      : request.storedFields === undefined || request.storedFields.includes("_source"));
  const answer: HitJson[] = [];
  for (const hit of hits) {
    const { shard, segment, doc } = hit;
    const { snapshot } = shard.context;
    const seq = segment.seq(doc);
    const stored = hits.length <= PAGE ? snapshot.hit(seq) : snapshot.document(seq);
    // An object of a nested field shows itself, under the id of its document.
    const places = segment.level?.places(doc);
    let source: JsonObject | undefined;
    const parsed = (): JsonObject => {
      if (!source) {
        const value = parseJson(stored.source);
        const whole = isJsonObject(value) ? value : {};
        source = places ? sourceOfObject(whole, places) : whole;
      }
      return source;
    };
    const json: HitJson = { _index: shard.index.name };
    if (!hidden) json["_id"] = stored.id;
    if (places) json["_nested"] = nestedIdentity(places);
    if (request.version) json["_version"] = stored.version;
    if (request.seqNoPrimaryTerm) Object.assign(json, { _seq_no: stored.seqNo, _primary_term: 1 });
    json["_score"] = scored ? shortFloat(hit.score) : null;
    if (showSource)
      json["_source"] = places
        ? objectSource(parsed(), places, request.source)
        : sourceOf(stored.source, request.source, parsed);
    const fields: Record<string, JsonValue> = {};
    if (columns.length > 0) Object.assign(fields, docvalueFields({ hit, requests: columns }));
    if (columns.some(({ field }) => field === "_seq_no")) fields["_seq_no"] = [stored.seqNo];
    if (request.fields.length > 0)
      Object.assign(fields, fetchFields({ shard, source: parsed(), requests: request.fields }));
    if (Object.keys(fields).length > 0) json["fields"] = fields;
    if (highlight) {
      const highlighter = highlighters.get(shard) ?? (yield* createHighlighter({ shard, request: highlight }));
      highlighters.set(shard, highlighter);
      const shown = yield* highlighter(parsed());
      if (shown) json["highlight"] = shown;
    }
    if (request.sort.length > 0)
      json["sort"] = hit.values.map((value, at) => sortJson(value, request.sort[at]!, shard));
    const names = yield* named.of(hit);
    if (names.length > 0) json["matched_queries"] = names;
    if (request.explain) {
      const weight =
        explainers.get(shard) ?? weightOf({ node: shard.node, context: shard.execute, boost: 1, scoring: true });
      explainers.set(shard, weight);
      const explanation = weight.explain(segment, doc);
      Object.assign(json, { _shard: `[${shard.index.name}][0]`, _node: "embedded" });
      if (explanation) json["_explanation"] = explanationJson(explanation);
    }
    const lists: Record<string, AnswerValue> = { ...inner?.get(hit) };
    for (const [name, bound] of shard.execute.inner) lists[name] = yield* bound.show(bound, hit, { totalAsInteger });
    if (Object.keys(lists).length > 0) json["inner_hits"] = lists;
    answer.push(json);
    yield;
  }
  return answer;
}

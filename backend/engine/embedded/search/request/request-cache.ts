import { stringifyJson, type JsonObject } from "@common/text/json";
import type { EngineState } from "../../http/types";
import type { ResolvedIndex } from "../../index/types";
import type { IndexSnapshot } from "../../store/types";
import type { SearchRequest } from "../types";
import { RawJson, type AnswerValue } from "../../http/raw-json";

/** Bytes of all kept answers together, about. */
const MOST_BYTES = 8 * 2 ** 20;

type Parts = { [key: string]: AnswerValue };
/** What a search read of one index. */
type Read = { snapshot: IndexSnapshot; mapping: object };
type Kept = { read: { snapshot: WeakRef<IndexSnapshot>; mapping: object }[]; parts: Parts; bytes: number };

/** What stands for a search in the cache: its text, and the parameters that shape its answer. */
export type CacheKey = { cache: RequestCache; text: string };

/**
 * Answers of searches that ask for no hits, as Elasticsearch's shard request cache keeps them: counts and facets of a
 * page that many people open are worked out once for each state of the index. The oldest unused go first.
 */
export class RequestCache {
  private readonly kept = new Map<string, Kept>();
  private bytes = 0;

  private nameOf(targets: readonly ResolvedIndex[], text: string): string {
    return `${targets.map(({ index }) => index.uuid).join()} ${text}`;
  }

  private drop(name: string): void {
    this.bytes -= this.kept.get(name)?.bytes ?? 0;
    this.kept.delete(name);
  }

  /** The parts of a kept answer, where neither documents nor mappings have changed since. */
  get(targets: readonly ResolvedIndex[], text: string): Parts | undefined {
    const name = this.nameOf(targets, text);
    const found = this.kept.get(name);
    if (found === undefined) return undefined;
    const isAsRead = ({ index }: ResolvedIndex, at: number) => {
      const read = found.read[at];
      return read !== undefined && read.snapshot.deref() === index.snapshot() && read.mapping === index.mapping;
    };
    if (!targets.every(isAsRead)) {
      this.drop(name);
      return undefined;
    }
    this.kept.delete(name);
    this.kept.set(name, found);
    return found.parts;
  }

  /** Keeps parts whose long ones are written out (RawJson). `read` is what the search read of each target. */
  set({
    targets,
    text,
    read,
    parts,
  }: {
    targets: readonly ResolvedIndex[];
    text: string;
    read: readonly Read[];
    parts: Parts;
  }): void {
    const name = this.nameOf(targets, text);
    const written = Object.values(parts).reduce<number>(
      (sum, part) => sum + (part instanceof RawJson ? part.text.length : 0),
      0,
    );
    const bytes = 2 * (name.length + written) + 500;
    if (bytes > MOST_BYTES / 8) return;
    this.drop(name);
    this.kept.set(name, {
      read: read.map(({ snapshot, mapping }) => ({ snapshot: new WeakRef(snapshot), mapping })),
      parts,
      bytes,
    });
    this.bytes += bytes;
    for (const oldest of this.kept.keys()) {
      if (this.bytes <= MOST_BYTES) break;
      this.drop(oldest);
    }
  }
}

const caches = new WeakMap<EngineState, RequestCache>();

/** The key of a search with its URL parameters or msearch header; undefined where `request_cache` is off. */
export function cacheKey({
  engine,
  parameters,
  text,
}: {
  engine: EngineState;
  parameters: JsonObject;
  text: string;
}): CacheKey | undefined {
  if (String(parameters["request_cache"] ?? parameters["requestCache"]) === "false") return undefined;
  const cache = caches.get(engine) ?? new RequestCache();
  caches.set(engine, cache);
  return { cache, text: `${stringifyJson(parameters)}${text}` };
}

// What depends on the clock, or on the documents of another index (terms lookups, which name it beside a path), is
// asked again each time; a word of these in a value only costs the cache. So does an escape, behind which a word of
// these may hide.
const CHANGING = /now|\\u/;
const LOOKUP = [/"path"/, /"index"/];

/** Indices that an answer may be kept of: for each it is looked whether it has changed. */
const MOST_TARGETS = 10;

/** True for a search whose answer depends on its own indices alone, and that wants no hits. */
export function isCacheable({
  request,
  targets,
  text,
}: {
  request: SearchRequest;
  targets: readonly ResolvedIndex[];
  text: string;
}): boolean {
  if (request.size !== 0 || request.timeout !== undefined || targets.length === 0 || targets.length > MOST_TARGETS)
    return false;
  if (targets.some(({ filter }) => filter !== undefined) || CHANGING.test(text)) return false;
  return !LOOKUP.every((word) => word.test(text));
}

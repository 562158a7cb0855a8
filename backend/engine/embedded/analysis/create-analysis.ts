import { isJsonObject, stringifyJson, type JsonObject } from "@common/text/json";
import { illegalArgument } from "../errors";
import { analyzerFactories } from "./built-in";
import { chainAnalyzer, chainNormalizer, runChain } from "./chain";
import { charFilterFactories } from "./char-filters/char-filters";
import { filterFactories, NEEDING_SETTINGS, NORMALIZING } from "./filters/filters";
import { listSetting, mapTerms, numberSetting, stringSetting, type FilterFactory, type PartContext } from "./parts";
import { lowerCase, tokenizerFactories } from "./tokenizers/tokenizers";
import { pluginHint } from "./plugins";
import type {
  Analysis,
  Analyzer,
  Normalizer,
  PartBuilder,
  PartReference,
  CharFilter,
  TokenFilter,
  Tokenizer,
  Chain,
} from "./types";

type Kind = "analyzer" | "normalizer" | "tokenizer" | "filter" | "char_filter";
/** `index.analysis.<kind>` as objects by name; a bare `analysis` beside `index` is read too. */
function section(settings: JsonObject, kind: Kind): Map<string, JsonObject> {
  const found = new Map<string, JsonObject>();
  for (const root of [settings, settings["index"]]) {
    if (!isJsonObject(root)) continue;
    const analysis = root["analysis"];
    const entries = isJsonObject(analysis) ? analysis[kind] : undefined;
    if (!isJsonObject(entries)) continue;
    for (const [name, entry] of Object.entries(entries)) if (isJsonObject(entry)) found.set(name, entry);
  }
  return found;
}

function indexSetting(settings: JsonObject, name: string): number | undefined {
  const index = settings["index"];
  const value = settings[`index.${name}`] ?? (isJsonObject(index) ? index[name] : undefined) ?? settings[name];
  return value === undefined || value === null ? undefined : Number(String(value));
}

function createParts(settings: JsonObject): PartBuilder {
  const sections = {
    char_filter: section(settings, "char_filter"),
    tokenizer: section(settings, "tokenizer"),
    filter: section(settings, "filter"),
  };
  const limits = {
    maxNgramDiff: indexSetting(settings, "max_ngram_diff") ?? 1,
    maxShingleDiff: indexSetting(settings, "max_shingle_diff") ?? 3,
  };
  const context = (name: string, before: PartContext["before"] = () => []): PartContext => ({
    name,
    ...limits,
    before,
  });

  function look<Factory>(
    kind: keyof typeof sections,
    factories: ReadonlyMap<string, Factory>,
    reference: PartReference,
    missing: (name: string) => Error,
  ): { factory: Factory; settings: JsonObject; name: string } {
    const name = typeof reference === "string" ? reference : `_anonymous_${kind.replace("_", "")}_`;
    const own = typeof reference === "string" ? sections[kind].get(reference) : reference;
    if (own === undefined) {
      const factory = kind === "filter" && NEEDING_SETTINGS.has(name) ? undefined : factories.get(name);
      if (!factory) throw missing(name);
      return { factory, settings: {}, name };
    }
    const type = stringSetting(own, "type") ?? (factories.has(name) ? name : undefined);
    if (type === undefined)
      throw illegalArgument(
        typeof reference === "string"
          ? `${kind} [${name}] must specify a [type]`
          : `Missing [type] setting for anonymous ${kind}: ${stringifyJson(own)}`,
      );
    const factory = factories.get(type);
    if (!factory)
      throw typeof reference === "string"
        ? illegalArgument(`Unknown ${kind} type [${type}] for [${name}]${pluginHint(type)}`)
        : missing(type);
    return { factory, settings: own, name };
  }

  const builder: PartBuilder = {
    charFilter(reference, missing) {
      const part = look("char_filter", charFilterFactories, reference, missing);
      return part.factory(part.settings, context(part.name));
    },
    tokenizer(reference, missing) {
      const part = look("tokenizer", tokenizerFactories, reference, missing);
      return part.factory(part.settings, context(part.name));
    },
    filter(reference, missing, chain) {
      const part = look<FilterFactory>("filter", filterFactories, reference, missing);
      return part.factory(
        part.settings,
        context(part.name, (text) => runChain(chain, text)),
      );
    },
    normalizes(reference) {
      const own = typeof reference === "string" ? sections.filter.get(reference) : reference;
      return NORMALIZING.has(stringSetting(own ?? {}, "type") ?? String(reference));
    },
  };
  // Elasticsearch refuses bad parts even where no analyzer uses them; only a filter without a type is let through.
  const empty: Chain = {
    charFilters: [],
    tokenizer: (text) => tokenizerFactories.get("standard")?.({}, context("standard"))(text) ?? [],
    filters: [],
  };
  for (const name of sections.char_filter.keys()) builder.charFilter(name, unknownPart);
  for (const name of sections.tokenizer.keys()) builder.tokenizer(name, unknownPart);
  for (const [name, own] of sections.filter)
    if (own["type"] !== undefined && !DEFERRED.has(String(own["type"]))) builder.filter(name, unknownPart, empty);
  return builder;
}

// The peer builds these only for the analyzers that name them.
const DEFERRED: ReadonlySet<string> = new Set(["synonym", "synonym_graph"]);
const unknownPart = (name: string) => illegalArgument(`failed to find [${name}]`);

/** A `custom` analyzer of the settings. `missing` words are those of index creation. */
function customAnalyzer(name: string, settings: JsonObject, parts: PartBuilder): Analyzer {
  const absent = (kind: string) => (part: string) =>
    illegalArgument(`Custom Analyzer [${name}] failed to find ${kind} under name [${part}]${pluginHint(part)}`);
  const tokenizerName = stringSetting(settings, "tokenizer");
  if (tokenizerName === undefined)
    throw illegalArgument(`Custom Analyzer [${name}] must be configured with a tokenizer`);
  const chain: { charFilters: CharFilter[]; tokenizer: Tokenizer; filters: TokenFilter[] } = {
    charFilters: [],
    tokenizer: parts.tokenizer(tokenizerName, absent("tokenizer")),
    filters: [],
  };
  const [charFilters, filters] = [listSetting(settings, "char_filter") ?? [], listSetting(settings, "filter") ?? []];
  for (const part of charFilters) chain.charFilters.push(parts.charFilter(part, absent("char_filter")));
  for (const part of filters)
    chain.filters.push(parts.filter(part, absent("filter"), { ...chain, filters: [...chain.filters] }));
  const analyzer = chainAnalyzer(name, chain, numberSetting(settings, "position_increment_gap", 100));
  return { ...analyzer, parts: { chain, charFilters, tokenizer: tokenizerName, filters } };
}

function createAnalyzer(name: string, settings: JsonObject, parts: PartBuilder): Analyzer {
  const type = stringSetting(settings, "type");
  if (type === undefined && settings["tokenizer"] === undefined)
    throw illegalArgument(`analyzer [${name}] must specify either an analyzer type, or a tokenizer`);
  if (type === undefined || type === "custom") return customAnalyzer(name, settings, parts);
  const factory = analyzerFactories.get(type);
  if (!factory) throw illegalArgument(`Unknown analyzer type [${type}] for [${name}]${pluginHint(type)}`);
  return factory(name, settings);
}

function createNormalizer(name: string, settings: JsonObject, parts: PartBuilder): Normalizer {
  const type = stringSetting(settings, "type") ?? "custom";
  if (type !== "custom") throw illegalArgument(`Unknown normalizer type [${type}] for [${name}]`);
  if (settings["tokenizer"] !== undefined)
    throw illegalArgument(`Custom normalizer [${name}] cannot configure a tokenizer`);
  const absent = (kind: string) => (part: string) =>
    illegalArgument(`Custom normalizer [${name}] failed to find ${kind} under name [${part}]`);
  const charFilters = (listSetting(settings, "char_filter") ?? []).map((part) =>
    parts.charFilter(part, absent("char_filter")),
  );
  const chain: Chain = { charFilters: [], tokenizer: () => [], filters: [] };
  const chosen = (listSetting(settings, "filter") ?? []).map((part) => {
    const filter = parts.filter(part, absent("filter"), chain);
    if (!parts.normalizes(part)) throw illegalArgument(`Custom normalizer [${name}] may not use filter [${part}]`);
    return filter;
  });
  return chainNormalizer(name, charFilters, chosen);
}

/**
 * The analyzers and normalizers of one index from its nested settings (`{ index: { analysis: … } }` or `{ analysis: …
 * }`). Throws 400 `illegal_argument_exception` in the peer's words for what is unknown or out of limits.
 */
export function createAnalysis(settings: JsonObject): Analysis {
  const parts = createParts(settings);
  const analyzers = new Map<string, Analyzer>();
  const normalizers = new Map<string, Normalizer>([
    ["lowercase", chainNormalizer("lowercase", [], [mapTerms(lowerCase)])],
  ]);
  for (const [name, own] of section(settings, "analyzer")) {
    if (name.startsWith("_")) throw illegalArgument(`analyzer name must not start with '_'. got "${name}"`);
    analyzers.set(name, createAnalyzer(name, own, parts));
  }
  for (const [name, own] of section(settings, "normalizer")) normalizers.set(name, createNormalizer(name, own, parts));
  return {
    parts,
    normalizer: (name) => normalizers.get(name),
    analyzer(name) {
      const known = analyzers.get(name);
      if (known) return known;
      // `default` is the standard analyzer where the settings give none.
      const made =
        name === "default"
          ? analyzerFactories.get("standard")?.("default", {})
          : analyzerFactories.get(name)?.(name, {});
      if (made) analyzers.set(name, made);
      return made;
    },
  };
}

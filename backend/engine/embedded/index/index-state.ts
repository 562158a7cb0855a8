import type { JsonObject } from "@common/text/json";
import { isJsonObject, parseJson, stringifyJson } from "@common/text/json";
import { createAnalysis } from "../analysis/create-analysis";
import type { Analysis } from "../analysis/types";
import { createMapping, mappingLimits } from "../mapping/create-mapping";
import type { Mapping } from "../mapping/types";
import type { StoredIndex } from "../store/stored-index";
import type { IndexSnapshot } from "../store/types";
import type { FlatSettings } from "./settings";
import { flattenSettings, nestSettings } from "./settings";
import type { AliasDefinition, EmbeddedIndex } from "./types";

/** Everything of an index that is kept in the registry, beside its mapping. */
export type IndexDefinition = {
  name: string;
  uuid: string;
  createdAt: number;
  state: "open" | "close";
  settings: FlatSettings;
  aliases: ReadonlyMap<string, AliasDefinition>;
};

/** A definition as text for the registry. */
export function writeDefinition({ settings, aliases, ...rest }: IndexDefinition): string {
  return stringifyJson({ ...rest, settings: Object.fromEntries(settings), aliases: Object.fromEntries(aliases) });
}

/** Reads what writeDefinition wrote. */
export function readDefinition(text: string): IndexDefinition {
  const stored = parseJson(text) as JsonObject;
  const settings: FlatSettings = new Map();
  for (const [name, value] of flattenSettings((stored["settings"] ?? {}) as JsonObject))
    if (value !== null) settings.set(name, value);
  const aliases = new Map(Object.entries((stored["aliases"] ?? {}) as Record<string, AliasDefinition>));
  return {
    name: String(stored["name"]),
    uuid: String(stored["uuid"]),
    createdAt: Number(stored["createdAt"]),
    state: stored["state"] === "close" ? "close" : "open",
    settings,
    aliases,
  };
}

/** The analyzers that an index's settings define. Throws EngineError where they are wrong. */
export function analysisOf(settings: FlatSettings): Analysis {
  return createAnalysis(nestSettings(settings));
}

/** Settings with one text each: lists joined by commas. */
export function plainSettings(settings: FlatSettings): Map<string, string> {
  return new Map([...settings].map(([name, value]) => [name, typeof value === "string" ? value : value.join(",")]));
}

type MappingInput = { definition: JsonObject; settings: FlatSettings; analysis: Analysis; isStored?: boolean };

/** The mapping of a definition. Throws EngineError where it is wrong. */
export function mappingOf({ definition, settings, analysis, isStored = false }: MappingInput): Mapping {
  return createMapping({ definition, analysis, isStored, limits: mappingLimits(plainSettings(settings)) });
}

/** An index that is registered. Its parts are replaced when a change is committed, never altered. */
export class IndexState implements EmbeddedIndex {
  private parsed: { mapping: Mapping; analysis: Analysis } | undefined;
  private plain: ReadonlyMap<string, string> | undefined;
  private mappingRead: JsonObject | undefined;

  constructor(
    readonly stored: StoredIndex,
    public definition: IndexDefinition,
    private mappingText: string,
  ) {}

  private get mappingJson(): JsonObject {
    if (!this.mappingRead) {
      const mapping = parseJson(this.mappingText);
      this.mappingRead = isJsonObject(mapping) ? mapping : {};
    }
    return this.mappingRead;
  }

  get name(): string {
    return this.definition.name;
  }

  get uuid(): string {
    return this.definition.uuid;
  }

  get createdAt(): number {
    return this.definition.createdAt;
  }

  get state(): "open" | "close" {
    return this.definition.state;
  }

  get aliases(): ReadonlyMap<string, AliasDefinition> {
    return this.definition.aliases;
  }

  get settings(): ReadonlyMap<string, string> {
    return (this.plain ??= plainSettings(this.definition.settings));
  }

  get hidden(): boolean {
    return this.definition.settings.get("index.hidden") === "true";
  }

  get replicas(): number {
    return Number(this.definition.settings.get("index.number_of_replicas") ?? 1);
  }

  get shards(): number {
    return Number(this.definition.settings.get("index.number_of_shards") ?? 1);
  }

  /** Parsed at the first use, so that opening thousands of indices stays quick. */
  private get language(): { mapping: Mapping; analysis: Analysis } {
    if (!this.parsed) {
      const analysis = analysisOf(this.definition.settings);
      this.parsed = {
        analysis,
        mapping: mappingOf({
          definition: this.mappingJson,
          settings: this.definition.settings,
          analysis,
          isStored: true,
        }),
      };
    }
    return this.parsed;
  }

  get mapping(): Mapping {
    return this.language.mapping;
  }

  get analysis(): Analysis {
    return this.language.analysis;
  }

  /** True where the mapping has fields of one of these types. */
  hasType(types: readonly string[]): boolean {
    const text = JSON.stringify(this.mappingDefinition);
    return types.some((type) => text.includes(`"type":"${type}"`));
  }

  /** The mapping as `GET _mapping` shows it, without parsing it. */
  get mappingDefinition(): JsonObject {
    return this.parsed ? this.parsed.mapping.toJson() : this.mappingJson;
  }

  useMapping(mapping: Mapping): void {
    this.parsed = { mapping, analysis: this.language.analysis };
    this.mappingRead = {};
  }

  useDefinition(definition: IndexDefinition): void {
    const language = definition.settings === this.definition.settings ? this.parsed : undefined;
    if (!language && this.parsed) this.mappingRead = this.mappingDefinition;
    this.definition = definition;
    this.plain = undefined;
    this.parsed = language;
  }

  /** Takes over what another thread made of the index; what did not change stays as it was read. */
  follow({ definition, mapping }: { definition: IndexDefinition; mapping: string }): void {
    if (mapping !== this.mappingText) {
      this.mappingText = mapping;
      this.mappingRead = undefined;
      this.parsed = undefined;
    }
    const settings = sameSettings(definition.settings, this.definition.settings)
      ? this.definition.settings
      : definition.settings;
    this.useDefinition({ ...definition, settings });
  }

  snapshot(): IndexSnapshot {
    return this.stored.snapshot;
  }
}

function sameSettings(one: FlatSettings, other: FlatSettings): boolean {
  return JSON.stringify([...one]) === JSON.stringify([...other]);
}

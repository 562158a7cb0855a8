import { ENGINE_LIMITS } from "@common/limits/engine";
import { globFits, readGlob } from "@common/text/glob";
import type { JsonObject } from "@common/text/json";
import type { Analysis } from "../analysis/types";
import { EngineError, mapperParsing } from "../errors";
import { readDocument, type ReadDocument } from "./document";
import { byName, leafJson } from "./leaf";
import { checkDefinition } from "./limits";
import { checkLimits, mergeObjects } from "./merge";
import {
  objectNode,
  type LeafNode,
  type MappingLimits,
  type MappingNode,
  type MappingState,
  type ObjectNode,
  type RootOptions,
} from "./nodes";
import { readMapping } from "./parse-mapping";
import type { FieldType, Mapping } from "./types";

const DEFAULT_LIMITS: MappingLimits = {
  totalFields: ENGINE_LIMITS.fields.most,
  depth: ENGINE_LIMITS.depth.most,
  nestedFields: ENGINE_LIMITS.nestedFields.most,
  nestedObjects: ENGINE_LIMITS.nestedObjects.most,
  fieldNameLength: Number.MAX_SAFE_INTEGER,
};

/** Limits from flat index settings (`index.mapping.total_fields.limit` and its kin). */
export function mappingLimits(settings: ReadonlyMap<string, string>): MappingLimits {
  const limit = (name: string, fallback: number) => Number(settings.get(`index.mapping.${name}.limit`) ?? fallback);
  return {
    totalFields: limit("total_fields", DEFAULT_LIMITS.totalFields),
    depth: limit("depth", DEFAULT_LIMITS.depth),
    nestedFields: limit("nested_fields", DEFAULT_LIMITS.nestedFields),
    nestedObjects: limit("nested_objects", DEFAULT_LIMITS.nestedObjects),
    fieldNameLength: limit("field_name_length", DEFAULT_LIMITS.fieldNameLength),
  };
}

const NO_OPTIONS: RootOptions = {
  templates: [],
  dateDetection: undefined,
  numericDetection: undefined,
  dynamicDateFormats: undefined,
  meta: undefined,
  source: undefined,
};

/**
 * The mapping of an index from `{ dynamic?, properties, … }`.
 * `limits` come from `mappingLimits(settings)`. Throws EngineError as index creation does (`Failed to parse mapping
 * [_doc]: …`).
 */
export function createMapping({
  definition,
  analysis,
  limits = DEFAULT_LIMITS,
  isStored = false,
}: {
  definition: JsonObject;
  analysis: Analysis;
  limits?: MappingLimits;
  /** It was checked when it was stored. */
  isStored?: boolean;
}): Mapping {
  const context = { analysis, isStored };
  const empty = objectNode({
    name: "",
    path: "",
    nested: false,
    dynamic: undefined,
    enabled: undefined,
    children: new Map(),
  });
  checkDefinition(definition, limits);
  let state: MappingState;
  try {
    state = applyChange({ root: empty, options: NO_OPTIONS, limits, context }, definition);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    throw mapperParsing(`Failed to parse mapping [_doc]: ${error.reason}`, { causedBy: error });
  }
  checkLimits(state.root, limits);
  return new TreeMapping({ ...state, context: { analysis } });
}

function applyChange(state: MappingState, change: JsonObject): MappingState {
  const { root, options } = readMapping(change, state.context);
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  const templates = options.templates ? mergeTemplates(state.options, options.templates) : state.options.templates;
  return { ...state, root: mergeObjects(state.root, root), options: { ...state.options, ...given, templates } };
}

// Templates of the same name are replaced in place, others go to the end.
function mergeTemplates({ templates }: RootOptions, change: RootOptions["templates"]): RootOptions["templates"] {
  const byTemplateName = new Map(templates.map((template) => [template.name, template]));
  for (const template of change) byTemplateName.set(template.name, template);
  return [...byTemplateName.values()];
}

class TreeMapping implements Mapping {
  private readonly found = new Map<string, FieldType | null>();
  private leaves: readonly FieldType[] | undefined;
  private json: JsonObject | undefined;

  constructor(private readonly state: MappingState) {}

  private node(path: string): MappingNode | LeafNode | undefined {
    let at: MappingNode | undefined = this.state.root;
    for (const part of path.split(".")) {
      if (at?.kind === "object") at = at.children.get(part);
      else if (at?.kind === "leaf") at = at.multi.get(part);
      else return undefined;
    }
    return at;
  }

  private find(path: string): FieldType | null {
    const node = this.node(path);
    if (node?.kind === "leaf") return node.field;
    if (node?.kind === "alias" && node.target !== path) return this.field(node.target) ?? null;
    if (!path.endsWith("._index_phrase")) return null;
    const base = this.node(path.slice(0, -"._index_phrase".length));
    return base?.kind === "leaf" ? (base.phrase ?? null) : null;
  }

  field(path: string): FieldType | undefined {
    let field = this.found.get(path);
    if (field === undefined) {
      field = this.find(path);
      if (field || this.found.size < 10_000) this.found.set(path, field);
    }
    return field ?? undefined;
  }

  fields(): Iterable<FieldType> {
    this.leaves ??= [...leavesOf(this.state.root)];
    return this.leaves;
  }

  matching(pattern: string): FieldType[] {
    if (!pattern.includes("*")) {
      const field = this.field(pattern);
      return field ? [field] : [];
    }
    const glob = readGlob(pattern);
    return [...this.fields()].filter(({ path }) => globFits(glob, path));
  }

  isObject(path: string): boolean {
    return this.node(path)?.kind === "object";
  }

  isNested(path: string): boolean {
    const node = this.node(path);
    return node?.kind === "object" && node.nested;
  }

  toJson(): JsonObject {
    this.json ??= rootJson(this.state);
    return structuredClone(this.json);
  }

  merge(change: JsonObject): Mapping {
    checkDefinition(change, this.state.limits);
    const state = applyChange(this.state, change);
    checkLimits(state.root, state.limits);
    return new TreeMapping(state);
  }

  parseDocument(source: JsonObject, id = "") {
    return this.withAdded(readDocument({ state: this.state, source, id }));
  }

  parseStored(source: JsonObject) {
    return this.withAdded(readDocument({ state: this.state, source, id: "", isStored: true }));
  }

  private withAdded({ fields, nested, ignored, added }: ReadDocument) {
    if (!added) return { fields, nested, ignored };
    const root = mergeObjects(this.state.root, added);
    checkLimits(root, this.state.limits);
    return { fields, nested, ignored, mapping: new TreeMapping({ ...this.state, root }) };
  }
}

function* leavesOf(node: ObjectNode): Generator<FieldType> {
  for (const child of node.children.values()) {
    if (child.kind === "object") yield* leavesOf(child);
    else if (child.kind === "leaf") yield* withMulti(child);
  }
}

function* withMulti(leaf: LeafNode): Generator<FieldType> {
  yield leaf.field;
  for (const part of leaf.multi.values()) yield* withMulti(part);
}

function rootJson({ root, options }: MappingState): JsonObject {
  const json: JsonObject = {};
  if (root.dynamic !== undefined) json["dynamic"] = root.dynamic;
  if (options.meta) json["_meta"] = options.meta;
  if (options.source) json["_source"] = options.source;
  if (options.dynamicDateFormats) json["dynamic_date_formats"] = [...options.dynamicDateFormats];
  if (options.templates.length > 0)
    json["dynamic_templates"] = options.templates.map(({ name, settings }) => ({ [name]: settings }));
  if (options.dateDetection !== undefined) json["date_detection"] = options.dateDetection;
  if (options.numericDetection !== undefined) json["numeric_detection"] = options.numericDetection;
  if (root.children.size > 0) json["properties"] = propertiesJson(root);
  return json;
}

function propertiesJson(node: ObjectNode): JsonObject {
  return Object.fromEntries([...node.children].sort(byName).map(([name, child]) => [name, nodeJson(child)]));
}

function nodeJson(node: MappingNode): JsonObject {
  if (node.kind === "leaf") return leafJson(node);
  if (node.kind === "alias") return { type: "alias", path: node.target };
  const json: JsonObject = {};
  if (node.nested) json["type"] = "nested";
  else if (node.children.size === 0) json["type"] = "object";
  if (node.includeInParent) json["include_in_parent"] = true;
  if (node.includeInRoot) json["include_in_root"] = true;
  if (node.dynamic !== undefined) json["dynamic"] = node.dynamic;
  if (node.enabled === false) json["enabled"] = false;
  if (node.children.size > 0) json["properties"] = propertiesJson(node);
  return json;
}

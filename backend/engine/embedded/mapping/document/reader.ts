import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";
import { EngineError, illegalArgument, mapperParsing } from "../../errors";
import { inferField, inferObject } from "../infer";
import { NodeLimits } from "../limits";
import {
  javaText,
  joinPath,
  type Dynamic,
  type LeafNode,
  type MappingNode,
  type MappingState,
  type ObjectNode,
} from "../nodes";
import { readNode } from "../parse-mapping";
import { readValue, takesWholeValue } from "../values";
import { flatten, splitName } from "./names";
import { collectedOf, type Sink } from "./sinks";

type Level = {
  node: ObjectNode;
  dynamic: Dynamic;
  sink: Sink;
  /** Sinks around that get the values too (`include_in_parent`, `include_in_root`). */
  also: readonly Sink[];
  nestedPath: string | undefined;
  objects: number;
  copying?: boolean;
};

const METADATA: ReadonlySet<string> = new Set([
  "_id",
  "_index",
  "_source",
  "_routing",
  "_type",
  "_version",
  "_seq_no",
  "_primary_term",
  "_field_names",
  "_ignored",
  "_doc_count",
  "_nested_path",
]);

/** Reads one document. Lives for that document only. */
export class DocumentReader {
  readonly nested: { path: string; parent: string | undefined; sink: Sink }[] = [];
  readonly ignored = new Set<string>();
  readonly rootSink: Sink = new Map();
  /** New nodes by the path of the object that holds them. */
  readonly pending = new Map<string, Map<string, MappingNode>>();
  private readonly limits: NodeLimits;
  private readonly copies: { target: string; value: JsonValue; level: Level }[] = [];

  constructor(
    private readonly state: MappingState,
    private readonly id: string,
    /** It was taken by an older engine, which read less of it. */
    private readonly isStored = false,
  ) {
    this.limits = new NodeLimits(state.root.count, state.limits);
  }

  read(source: JsonObject): void {
    const root: Level = {
      node: this.state.root,
      dynamic: this.state.root.dynamic ?? "true",
      sink: this.rootSink,
      also: [],
      nestedPath: undefined,
      objects: 0,
    };
    this.object(source, root);
    for (const { target, value, level } of this.copies) this.copy(target, value, level);
  }

  private child(parent: ObjectNode, name: string): MappingNode | undefined {
    return parent.children.get(name) ?? this.pending.get(parent.path)?.get(name);
  }

  private object(source: JsonObject, level: Level): void {
    if (level.node.enabled === false) return;
    for (const name of Object.keys(source)) this.entry(name, source[name] ?? null, level);
  }

  private entry(name: string, value: JsonValue, level: Level): void {
    if (level.node.path === "" && METADATA.has(name)) {
      const causedBy = mapperParsing(
        `Field [${name}] is a metadata field and cannot be added inside a document. Use the index API request parameters.`,
      );
      throw mapperParsing(
        `failed to parse field [${name}] of type [${name}] in document with id '${this.id}'. Preview of field's value: '${javaText(value)}'`,
        { causedBy },
      );
    }
    if (!name.includes(".") && name !== "") return this.named(name, value, level);
    const parts = splitName(name);
    let at = level;
    for (const part of parts.slice(0, -1)) {
      const next = this.holder(part, at, joinPath(level.node.path, name), value);
      if (!next) return;
      at = next;
      if (at.node.enabled === false) return;
    }
    this.named(parts[parts.length - 1] ?? name, value, at);
  }

  /** The object that a dotted name goes through, made when it is not there; undefined where new fields are ignored. */
  private holder(name: string, level: Level, full: string, value: JsonValue): Level | undefined {
    const known = this.child(level.node, name);
    if (known?.kind === "object") {
      if (known.nested) return this.nestedLevel(known, level);
      return { ...level, node: known, dynamic: known.dynamic ?? level.dynamic, objects: level.objects + 1 };
    }
    if (known)
      throw mapperParsing(
        `Could not dynamically add mapping for field [${full}]. Existing mapping for [${known.path}] must be of type object but found [${known.kind === "leaf" ? known.type : "alias"}].`,
      );
    if (!this.mayAdd(name, level)) return undefined;
    const node = this.add(
      name,
      inferObject({ name, path: joinPath(level.node.path, name), options: this.state.options }),
      level,
    );
    if (node.kind !== "object") throw objectExpected(node.path, javaText(value));
    return node.nested
      ? this.nestedLevel(node, level)
      : { ...level, node, dynamic: node.dynamic ?? level.dynamic, objects: level.objects + 1 };
  }

  private nestedLevel(node: ObjectNode, level: Level): Level {
    const sink: Sink = new Map();
    const { nestedObjects } = this.state.limits;
    if (this.nested.length >= nestedObjects)
      throw mapperParsing(
        `The number of nested documents has exceeded the allowed limit of [${nestedObjects}]. This limit can be set by changing the [index.mapping.nested_objects.limit] index level setting.`,
      );
    this.nested.push({ path: node.path, parent: level.nestedPath, sink });
    const also = new Set([
      ...(node.includeInParent ? [level.sink, ...level.also] : []),
      ...(node.includeInRoot ? [this.rootSink] : []),
    ]);
    return {
      ...level,
      node,
      dynamic: node.dynamic ?? level.dynamic,
      sink,
      also: [...also],
      nestedPath: node.path,
      objects: level.objects + 1,
    };
  }

  private mayAdd(name: string, { dynamic, node }: Level): boolean {
    if (dynamic === "strict")
      throw new EngineError(
        400,
        "strict_dynamic_mapping_exception",
        `mapping set to strict, dynamic introduction of [${name}] within [${node.path === "" ? "_doc" : node.path}] is not allowed`,
      );
    return dynamic === "true";
  }

  /** Takes a new field into the mapping of this document. */
  private add(name: string, definition: JsonObject, { node: parent, nestedPath, objects }: Level): MappingNode {
    this.limits.add(
      joinPath(parent.path, name),
      objects +
        (definition["properties"] !== undefined || definition["type"] === "object" || definition["type"] === "nested"
          ? 1
          : 0),
    );
    const node = readNode({ name, definition, parentPath: parent.path, nestedPath, context: this.state.context });
    const level = this.pending.get(parent.path) ?? new Map<string, MappingNode>();
    level.set(name, node);
    this.pending.set(parent.path, level);
    return node;
  }

  private named(name: string, value: JsonValue, level: Level): void {
    // Most values are of a field that is known: nothing else has to be asked about them.
    const known = level.node.children.get(name);
    if (known?.kind === "leaf" && !Array.isArray(value)) return this.leaf(known, value, level);
    const node = this.child(level.node, name);
    if (node?.kind === "leaf" && takesWholeValue(node)) return this.whole(node, value, level);
    if (Array.isArray(value)) {
      for (const each of flatten(value)) this.single(name, each, level, true);
      return;
    }
    this.single(name, value, level, false);
  }

  private whole(leaf: LeafNode, value: JsonValue, level: Level): void {
    // A list of points is a list of values; `[lon, lat]` is one.
    if (leaf.field.kind === "geo_point" && Array.isArray(value) && typeof value[0] === "object")
      for (const each of value) this.leaf(leaf, each, level);
    else if (leaf.field.kind === "geo_point" && Array.isArray(value) && typeof value[0] === "string")
      for (const each of value) this.leaf(leaf, each, level);
    else this.leaf(leaf, value, level);
  }

  private single(name: string, value: JsonValue, level: Level, listed: boolean): void {
    const node = this.child(level.node, name);
    if (node?.kind === "alias")
      throw mapperParsing("failed to parse", {
        causedBy: illegalArgument(`Cannot write to a field alias [${node.path}].`),
      });
    if (node?.kind === "leaf") {
      if (isJsonObject(value) && this.isNew(level.node, name))
        throw illegalArgument(`can't merge a non object mapping [${node.path}] with an object mapping`);
      if (!isJsonObject(value) && value !== null && !level.copying && this.isNew(level.node, name))
        this.checkSameType(node, name, value);
      return this.leaf(node, value, level);
    }
    if (node) return this.intoObject(node, value, level, listed ? "null" : name);
    if (value === null || !this.mayAdd(name, level)) return;
    const path = joinPath(level.node.path, name);
    if (isJsonObject(value)) {
      const added = this.add(name, inferObject({ name, path, options: this.state.options }), level);
      if (added.kind === "object") return this.intoObject(added, value, level, name);
      if (added.kind === "leaf") return this.leaf(added, value, level);
      return;
    }
    const added = this.add(name, inferField({ name, path, value, options: this.state.options }), level);
    if (added.kind === "leaf") this.leaf(added, value, level);
    else throw objectExpected(path, name);
  }

  private isNew(parent: ObjectNode, name: string): boolean {
    return !parent.children.has(name);
  }

  // The peer maps every value of a new list and merges what came out.
  private checkSameType(node: LeafNode, name: string, value: JsonValue): void {
    const definition = inferField({ name, path: node.path, value, options: this.state.options });
    const type = javaText(definition["type"]);
    if (type !== node.type)
      throw illegalArgument(`mapper [${node.path}] cannot be changed from type [${node.type}] to [${type}]`);
  }

  private intoObject(node: ObjectNode, value: JsonValue, level: Level, shown: string): void {
    if (node.enabled === false || value === null) return;
    if (!isJsonObject(value)) throw objectExpected(node.path, shown);
    this.object(
      value,
      node.nested
        ? this.nestedLevel(node, level)
        : { ...level, node, dynamic: node.dynamic ?? level.dynamic, objects: level.objects + 1 },
    );
  }

  private leaf(leaf: LeafNode, value: JsonValue, level: Level): void {
    this.value(leaf, value, level);
    if (level.copying) return;
    if (leaf.copyTo.length > 0) for (const target of leaf.copyTo) this.copies.push({ target, value, level });
  }

  private value(leaf: LeafNode, value: JsonValue, level: Level): void {
    const { field } = leaf;
    const given = value === null ? field.nullValue : value;
    // Features that are null are refused, not left out.
    if (value === null && field.kind === "rank_features") this.into(level.sink, leaf, null);
    if (given !== undefined && given !== null) {
      this.into(level.sink, leaf, given);
      if (level.also.length > 0) for (const sink of level.also) this.into(sink, leaf, given);
    }
    if (leaf.multi.size > 0) for (const part of leaf.multi.values()) this.value(part, value, level);
  }

  private into(sink: Sink, leaf: LeafNode, value: JsonValue): void {
    const phrases = leaf.phrase ? collectedOf(sink, leaf.phrase) : undefined;
    const { id, isStored, ignored } = this;
    readValue({ leaf, value, into: collectedOf(sink, leaf.field), phrases, ignored }, { id, isStored });
  }

  private copy(target: string, value: JsonValue, level: Level): void {
    let at: Level = {
      ...level,
      node: this.state.root,
      dynamic: this.state.root.dynamic ?? "true",
      objects: 0,
      copying: true,
    };
    if (level.nestedPath === undefined || !target.startsWith(`${level.nestedPath}.`))
      at = { ...at, sink: this.rootSink, also: [], nestedPath: undefined };
    const parts = target.split(".");
    for (const part of parts.slice(0, -1)) {
      const node = this.child(at.node, part);
      const next =
        node?.kind === "object"
          ? { ...at, node, dynamic: node.dynamic ?? at.dynamic, objects: at.objects + 1 }
          : this.holder(part, at, target, value);
      if (!next) return;
      at = next;
    }
    this.single(parts[parts.length - 1] ?? target, value, at, false);
  }
}

function objectExpected(path: string, field: string): EngineError {
  return mapperParsing(
    `object mapping for [${path}] tried to parse field [${field}] as object, but found a concrete value`,
  );
}

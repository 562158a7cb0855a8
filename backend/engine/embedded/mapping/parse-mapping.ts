import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";
import { EngineError, illegalArgument, mapperParsing } from "../errors";
import { checkTemplates } from "./dynamic-templates";
import { buildLeaf } from "./leaf";
import {
  javaText,
  joinPath,
  objectNode,
  type BuildContext,
  type Dynamic,
  type DynamicTemplate,
  type MappingNode,
  type ObjectNode,
  type RootOptions,
} from "./nodes";
import { readBoolean } from "./params";

/** A mapping as it was read: the tree, and the root's options that were given. */
export type ReadMapping = { root: ObjectNode; options: Partial<RootOptions> };

function convert(name: string, value: JsonValue): boolean {
  try {
    return readBoolean(value);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    throw illegalArgument(`Could not convert [${name}] to boolean`, { causedBy: error });
  }
}

function readDynamic(value: JsonValue | undefined): Dynamic | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === "string" && value.toLowerCase() === "strict") return "strict";
  return convert("dynamic.dynamic", value) ? "true" : "false";
}

function unsupported(rest: JsonObject): string {
  return Object.entries(rest)
    .map(([key, value]) => ` [${key} : ${javaText(value)}]`)
    .join("");
}

/**
 * Reads `{ dynamic?, properties?, … }`, also inside `_doc`.
 * Throws `mapper_parsing_exception` or `illegal_argument_exception` in the peer's words.
 */
export function readMapping(definition: JsonObject, context: BuildContext): ReadMapping {
  const inner = definition["_doc"];
  const source = isJsonObject(inner) && Object.keys(definition).length === 1 ? inner : definition;
  const {
    dynamic,
    properties,
    date_detection,
    numeric_detection,
    dynamic_date_formats,
    dynamic_templates,
    _meta,
    _source,
    ...rest
  } = source;
  if (Object.keys(rest).length > 0)
    throw mapperParsing(`Root mapping definition has unsupported parameters: ${unsupported(rest)}`);
  const options: Partial<RootOptions> = {};
  if (date_detection !== undefined) options.dateDetection = convert("date_detection", date_detection);
  if (numeric_detection !== undefined) options.numericDetection = convert("numeric_detection", numeric_detection);
  if (dynamic_date_formats !== undefined)
    options.dynamicDateFormats = Array.isArray(dynamic_date_formats)
      ? dynamic_date_formats.map(javaText)
      : [javaText(dynamic_date_formats)];
  if (dynamic_templates !== undefined) options.templates = readTemplates(dynamic_templates);
  if (isJsonObject(_meta)) options.meta = _meta;
  if (_source !== undefined) options.source = readSource(_source);
  const children = readProperties({ properties, parentPath: "", nestedPath: undefined, context });
  return {
    options,
    root: objectNode({
      name: "",
      path: "",
      nested: false,
      dynamic: readDynamic(dynamic),
      enabled: undefined,
      children,
    }),
  };
}

// Without its source a document cannot be found again here: the sources are the store.
function readSource(value: JsonValue): JsonObject {
  if (!isJsonObject(value)) throw mapperParsing("_source must be an object");
  const { enabled, ...rest } = value;
  if (Object.keys(rest).length > 0 || (enabled !== undefined && !readBoolean(enabled)))
    throw mapperParsing(`unknown parameter [${Object.keys(rest)[0] ?? "enabled"}] on metadata field [_source]`);
  return value;
}

function readTemplates(value: JsonValue): DynamicTemplate[] {
  if (!Array.isArray(value))
    throw mapperParsing("Dynamic template syntax error. An array of named objects is expected.");
  return value.map((entry) => {
    const [pair, ...others] = isJsonObject(entry) ? Object.entries(entry) : [];
    if (!pair || others.length > 0) throw mapperParsing("A dynamic template must be defined with a name");
    const [name, settings] = pair;
    if (!isJsonObject(settings))
      throw mapperParsing("Dynamic template syntax error. An array of named objects is expected.");
    checkTemplates(settings);
    return { name, settings };
  });
}

type PropertiesInput = {
  properties: JsonValue | undefined;
  parentPath: string;
  nestedPath: string | undefined;
  context: BuildContext;
};

function readProperties({ properties, parentPath, nestedPath, context }: PropertiesInput): Map<string, MappingNode> {
  const children = new Map<string, MappingNode>();
  if (properties === undefined || properties === null || (Array.isArray(properties) && properties.length === 0))
    return children;
  if (!isJsonObject(properties)) throw new EngineError(400, "parse_exception", "properties must be a map type");
  for (const [name, definition] of Object.entries(properties)) {
    const [first = "", ...others] = name.split(".");
    if (name === "" || name.split(".").some((part) => part.trim() === ""))
      throw illegalArgument("name cannot be empty string");
    if (Array.isArray(definition) && definition.length === 0) continue;
    if (!isJsonObject(definition))
      throw mapperParsing(
        `Expected map for property [fields] on field [${name}] but got a class java.lang.${typeof definition === "string" ? "String" : typeof definition === "number" ? "Integer" : "Object"}`,
      );
    // A dotted name stands for objects around the field.
    const node =
      others.length === 0
        ? readNode({ name: first, definition, parentPath, nestedPath, context })
        : wrap({ first, others, definition, parentPath, nestedPath, context });
    const known = children.get(first);
    children.set(first, known ? joinNodes(known, node) : node);
  }
  return children;
}

function wrap({
  first,
  others,
  definition,
  parentPath,
  nestedPath,
  context,
}: {
  first: string;
  others: string[];
  definition: JsonObject;
  parentPath: string;
  nestedPath: string | undefined;
  context: BuildContext;
}): ObjectNode {
  const path = joinPath(parentPath, first);
  const children = readProperties({
    properties: { [others.join(".")]: definition },
    parentPath: path,
    nestedPath,
    context,
  });
  return objectNode({ name: first, path, nested: false, dynamic: undefined, enabled: undefined, children });
}

function joinNodes(left: MappingNode, right: MappingNode): MappingNode {
  if (left.kind !== "object" || right.kind !== "object")
    throw illegalArgument(`can't merge a non object mapping [${right.path}] with an object mapping`);
  const children = new Map(left.children);
  for (const [name, node] of right.children) {
    const known = children.get(name);
    children.set(name, known ? joinNodes(known, node) : node);
  }
  return objectNode({ ...left, children });
}

export type NodeInput = {
  name: string;
  definition: JsonObject;
  parentPath: string;
  nestedPath: string | undefined;
  context: BuildContext;
};

/** Reads one entry of `properties`: an object, a nested object, an alias or a leaf. */
export function readNode({ name, definition, parentPath, nestedPath, context }: NodeInput): MappingNode {
  const path = joinPath(parentPath, name);
  const type = definition["type"];
  if (type === undefined) {
    const alone = Object.keys(definition).length === 1 && definition["enabled"] !== undefined;
    if (definition["properties"] === undefined && !alone) throw mapperParsing(`No type specified for field [${name}]`);
  } else if (type === "alias") {
    return { kind: "alias", name, path, target: javaText(definition["path"]) };
  } else if (type !== "object" && type !== "nested") {
    return buildLeaf({ name, parentPath, nestedPath, definition, context });
  }
  const { type: _, dynamic, enabled, properties, include_in_parent, include_in_root, ...rest } = definition;
  const nested = type === "nested";
  if (Object.keys(rest).length > 0)
    throw mapperParsing(`Mapping definition for [${name}] has unsupported parameters: ${unsupported(rest)}`);
  const children = readProperties({ properties, parentPath: path, nestedPath: nested ? path : nestedPath, context });
  return objectNode({
    name,
    path,
    nested,
    ...(nested &&
      include_in_parent !== undefined && { includeInParent: convert(`${name}.include_in_parent`, include_in_parent) }),
    ...(nested &&
      include_in_root !== undefined && { includeInRoot: convert(`${name}.include_in_root`, include_in_root) }),
    dynamic: readDynamic(dynamic),
    enabled: enabled === undefined ? undefined : convert(`${name}.enabled`, enabled),
    children,
  });
}

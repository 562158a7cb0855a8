import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";

/**
 * A field as a mapping defines it. `names` are fields whose values it takes over: the path of an alias, what a
 * suggester is narrowed by.
 */
export type Leaf = {
  name: string;
  type: string;
  indexed: boolean;
  nested: boolean;
  names: string[];
  copies: string[];
  scripted: boolean;
};

const MAX_DEPTH = 60;

function texts(value: JsonValue | undefined): string[] {
  if (typeof value === "string") return [value];
  return Array.isArray(value) ? value.flatMap(texts) : [];
}

function contextPaths(contexts: JsonValue | undefined): string[] {
  return (Array.isArray(contexts) ? contexts : [contexts]).flatMap((context) =>
    isJsonObject(context) ? texts(context["path"]) : [],
  );
}

type Place = { prefix: string; nested: boolean; depth: number };

function leafOf(name: string, definition: JsonObject, nested: boolean): Leaf {
  const { type, index, path, contexts, copy_to: copies, script } = definition;
  return {
    name,
    type: typeof type === "string" ? type : "object",
    indexed: index !== false && index !== "false",
    nested,
    names: [...(type === "alias" ? texts(path) : []), ...contextPaths(contexts)],
    copies: texts(copies),
    scripted: script !== undefined,
  };
}

function inProperties(properties: JsonValue | undefined, { prefix, nested, depth }: Place): Leaf[] {
  if (!isJsonObject(properties) || depth > MAX_DEPTH) return [];
  return Object.entries(properties).flatMap(([key, definition]): Leaf[] => {
    if (!isJsonObject(definition)) return [];
    const name = `${prefix}${key}`;
    const { type, properties: inner, fields } = definition;
    const below = { prefix: `${name}.`, nested: nested || type === "nested", depth: depth + 1 };
    if (inner !== undefined || type === "nested" || type === "object") {
      const found = inProperties(inner, below);
      // What stands in such an object has a second name without the object's.
      const short =
        type === "passthrough"
          ? found.map((leaf): Leaf => ({
              ...leaf,
              name: leaf.name.slice(name.length + 1),
              type: "alias",
              names: [leaf.name],
            }))
          : [];
      return [...found, ...short];
    }
    return [leafOf(name, definition, nested), ...inProperties(fields, below)];
  });
}

// Before Elasticsearch 7 a mapping stood below its type.
function inMapping(mapping: JsonObject): Leaf[] {
  const { properties, runtime, derived } = mapping;
  const own = [properties, runtime, derived].flatMap((part) =>
    inProperties(part, { prefix: "", nested: false, depth: 0 }),
  );
  if (properties !== undefined) return own;
  return [
    ...own,
    ...Object.values(mapping).flatMap((typed) =>
      isJsonObject(typed) ? inProperties(typed["properties"], { prefix: "", nested: false, depth: 0 }) : [],
    ),
  ];
}

/** Every field of every index of an answer of `_mapping`; one name may come several times. */
export function leavesOf(answer: JsonValue): Leaf[] {
  if (!isJsonObject(answer)) return [];
  return Object.values(answer).flatMap((index) =>
    isJsonObject(index) && isJsonObject(index["mappings"]) ? inMapping(index["mappings"]) : [],
  );
}

import { isJsonObject, type JsonObject } from "@common/text/json";
import { illegalArgument } from "../errors";
import type { MappingLimits } from "./nodes";

/** Objects within objects, whatever an index's settings allow: each carries its whole path. */
const DEEPEST = 1_000;

function tooManyFields({ totalFields }: MappingLimits) {
  return illegalArgument(`Limit of total fields [${totalFields}] has been exceeded`);
}

function tooDeep(limit: number, path: string) {
  return illegalArgument(`Limit of mapping depth [${limit}] has been exceeded due to object field [${path}]`);
}

/** Counts the nodes that a document adds, and throws before one is made that is beyond the limits. */
export class NodeLimits {
  private added = 0;

  constructor(
    private readonly known: number,
    private readonly limits: MappingLimits,
  ) {}

  /** A new object or field is to be made. `objects` is how many objects lie above it, or it is itself the last of. */
  add(path: string, objects: number): void {
    if (this.known + ++this.added > this.limits.totalFields) throw tooManyFields(this.limits);
    const deepest = Math.min(this.limits.depth, DEEPEST);
    if (objects + 1 > deepest) throw tooDeep(deepest, path);
  }
}

/**
 * Throws where a definition alone has more fields, or goes deeper, than the limits allow: before anything is made of
 * it.
 */
export function checkDefinition(definition: JsonObject, limits: MappingLimits): void {
  const deepest = Math.min(limits.depth, DEEPEST);
  const open: { properties: JsonObject; depth: number }[] = [];
  const look = (node: JsonObject, depth: number) => {
    const properties = node["properties"];
    if (isJsonObject(properties)) open.push({ properties, depth });
  };
  look(definition, 0);
  if (isJsonObject(definition["_doc"])) look(definition["_doc"], 0);
  let count = 0;
  for (let next = open.pop(); next; next = open.pop()) {
    for (const [name, node] of Object.entries(next.properties)) {
      if (++count > limits.totalFields) throw tooManyFields(limits);
      const dots = countDots(name, deepest);
      // The last part is an object where it has properties.
      const objects = next.depth + dots + (isJsonObject(node) && isJsonObject(node["properties"]) ? 1 : 0);
      if (objects + 1 > deepest) throw tooDeep(deepest, name.split(".", deepest).join("."));
      if (isJsonObject(node)) look(node, objects);
      if (isJsonObject(node) && isJsonObject(node["fields"])) count += Object.keys(node["fields"]).length;
      if (count > limits.totalFields) throw tooManyFields(limits);
    }
  }
}

/** Dots of a name, no more than so many of them. */
function countDots(name: string, most: number): number {
  let dots = 0;
  for (let at = name.indexOf("."); at >= 0 && dots <= most; at = name.indexOf(".", at + 1)) dots++;
  return dots;
}

import { illegalArgument } from "../errors";
import { withMultiFields } from "./leaf";
import { javaText, objectNode, type LeafNode, type MappingLimits, type MappingNode, type ObjectNode } from "./nodes";
import { paramsOf } from "./params";

function mergeLeaf(old: LeafNode, change: LeafNode): LeafNode {
  if (old.type !== change.type)
    throw illegalArgument(`mapper [${old.path}] cannot be changed from type [${old.type}] to [${change.type}]`);
  const conflicts: string[] = [];
  for (const { name, fallback, mayChange } of paramsOf(old.type) ?? []) {
    const from = old.params[name] ?? fallback;
    const to = change.params[name] ?? fallback;
    if (javaText(from) !== javaText(to) && !mayChange(from, to))
      conflicts.push(`\n\tCannot update parameter [${name}] from [${javaText(from)}] to [${javaText(to)}]`);
  }
  if (conflicts.length > 0)
    throw illegalArgument(`Mapper for [${old.path}] conflicts with existing mapper:${conflicts.join("")}`);
  if (old.multi.size === 0) return change;
  const multi = new Map(old.multi);
  for (const [name, leaf] of change.multi) {
    const known = multi.get(name);
    multi.set(name, known ? mergeLeaf(known, leaf) : leaf);
  }
  return withMultiFields(change, multi);
}

function mergeNode(old: MappingNode, change: MappingNode): MappingNode {
  if (old.kind === "object" && change.kind === "object") return mergeObjects(old, change);
  if (old.kind === "leaf" && change.kind === "leaf") return mergeLeaf(old, change);
  if (old.kind === "alias" && change.kind === "alias") return change;
  if (old.kind === "object" || change.kind === "object")
    throw illegalArgument(`can't merge a non object mapping [${old.path}] with an object mapping`);
  const typeOf = (node: LeafNode | { kind: "alias" }) => (node.kind === "alias" ? "alias" : node.type);
  throw illegalArgument(`mapper [${old.path}] cannot be changed from type [${typeOf(old)}] to [${typeOf(change)}]`);
}

/**
 * The tree with a change merged in; what the change does not touch is shared. Throws `illegal_argument_exception` on
 * conflicts.
 */
export function mergeObjects(old: ObjectNode, change: ObjectNode): ObjectNode {
  if (old.nested && !change.nested) throw illegalArgument("cannot change object mapping from nested to non-nested");
  if (!old.nested && change.nested) throw illegalArgument("cannot change object mapping from non-nested to nested");
  if (change.enabled !== undefined && (old.enabled ?? true) !== change.enabled)
    throw illegalArgument(`the [enabled] parameter can't be updated for the object mapping [${old.path}]`);
  for (const [name, key] of [
    ["include_in_parent", "includeInParent"],
    ["include_in_root", "includeInRoot"],
  ] as const) {
    if (change[key] !== undefined && change[key] !== (old[key] ?? false))
      throw illegalArgument(`the [${name}] parameter can't be updated on a nested object mapping`);
  }
  const children = new Map(old.children);
  for (const [name, node] of change.children) {
    const known = children.get(name);
    children.set(name, known ? mergeNode(known, node) : node);
  }
  return objectNode({ ...old, dynamic: change.dynamic ?? old.dynamic, children });
}

function longestName(node: ObjectNode): string {
  let longest = "";
  for (const child of node.children.values()) {
    const below = child.kind === "object" ? longestName(child) : "";
    for (const name of [child.name, below]) if (name.length > longest.length) longest = name;
  }
  return longest;
}

function deepestObject(node: ObjectNode): string {
  let deepest: ObjectNode | undefined;
  for (const child of node.children.values())
    if (child.kind === "object" && child.depth >= (deepest?.depth ?? 0)) deepest = child;
  return deepest ? deepestObject(deepest) : node.path;
}

/** Throws `illegal_argument_exception` where a mapping is too large, too deep or too nested. */
export function checkLimits(root: ObjectNode, limits: MappingLimits): void {
  if (root.count > limits.totalFields)
    throw illegalArgument(`Limit of total fields [${limits.totalFields}] has been exceeded`);
  if (root.depth + 1 > limits.depth)
    throw illegalArgument(
      `Limit of mapping depth [${limits.depth}] has been exceeded due to object field [${deepestObject(root)}]`,
    );
  if (root.nestedCount > limits.nestedFields)
    throw illegalArgument(`Limit of nested fields [${limits.nestedFields}] has been exceeded`);
  if (limits.fieldNameLength === Number.MAX_SAFE_INTEGER) return;
  const name = longestName(root);
  if (name.length > limits.fieldNameLength)
    throw illegalArgument(`Field name [${name}] is longer than the limit of [${limits.fieldNameLength}] characters`);
}

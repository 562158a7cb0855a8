import { objectNode, type MappingNode, type ObjectNode } from "../nodes";

/** A tree of the new nodes alone, to be merged into the mapping. */
export function addedTree(
  root: ObjectNode,
  pending: ReadonlyMap<string, ReadonlyMap<string, MappingNode>>,
): ObjectNode {
  // Objects on the way to a new node, by the path of their parent.
  const onTheWay = new Map<string, Set<string>>();
  for (const path of pending.keys()) {
    for (let at = path; at !== ""; at = parentOf(at)) {
      const names = onTheWay.get(parentOf(at)) ?? new Set<string>();
      names.add(at.slice(at.lastIndexOf(".") + 1));
      onTheWay.set(parentOf(at), names);
    }
  }
  function build(node: ObjectNode, isNew: boolean): ObjectNode {
    const added = pending.get(node.path);
    const children = new Map<string, MappingNode>(isNew ? node.children : []);
    for (const name of onTheWay.get(node.path) ?? []) {
      const child = node.children.get(name);
      if (child?.kind === "object") children.set(name, build(child, isNew));
    }
    for (const [name, child] of added ?? []) children.set(name, child.kind === "object" ? build(child, true) : child);
    return objectNode(isNew ? { ...node, children } : { ...node, dynamic: undefined, enabled: undefined, children });
  }
  return build(root, false);
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf("."), 0));
}

import { type Node, parseTree } from "jsonc-parser";
import { indentJson } from "./layout";

/**
 * A JSON text on lines of its own with the members of its objects in the order of their names, so that two texts
 * compare. Values stay as they are written.
 */
export function sortedLines(text: string): string {
  const root = parseTree(text);
  return root === undefined ? text : indentJson(sorted(text, root));
}

function sorted(text: string, node: Node): string {
  const children = node.children ?? [];
  if (node.type === "array") return `[${children.map((child) => sorted(text, child)).join(",")}]`;
  if (node.type !== "object") return text.slice(node.offset, node.offset + node.length);
  const members = children.map((property) => {
    const [key, value] = property.children ?? [];
    return {
      name: String(key?.value),
      text: `${key ? text.slice(key.offset, key.offset + key.length) : '""'}:${value ? sorted(text, value) : "null"}`,
    };
  });
  members.sort((one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : 0));
  return `{${members.map((member) => member.text).join(",")}}`;
}

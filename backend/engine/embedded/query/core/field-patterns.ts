import { illegalArgument } from "../../errors";
import { floatOf } from "../parse/values";
import type { RewriteContext } from "../types";
import type { BoostedField } from "./cross-fields";

/** Kinds of fields that a `*` in a field list reaches. */
const SEARCHABLE = new Set(["text", "keyword", "number", "date", "ip"]);

/** Reads `title^2`. */
export function fieldWithBoost(text: string): BoostedField {
  const caret = text.lastIndexOf("^");
  if (caret <= 0) return { path: text, boost: 1 };
  return { path: text.slice(0, caret), boost: floatOf(text.slice(caret + 1)) };
}

/** Expands patterns into the searchable fields of the mapping; the boosts of a field named twice are multiplied. */
export function expandFields(fields: readonly BoostedField[], context: RewriteContext): BoostedField[] {
  const found = new Map<string, number>();
  const add = (path: string, boost: number) => found.set(path, (found.get(path) ?? 1) * boost);
  for (const { path, boost } of fields) {
    if (!path.includes("*")) {
      add(path, boost);
      continue;
    }
    for (const leaf of context.index.mapping.matching(path)) {
      if (SEARCHABLE.has(leaf.kind) && leaf.indexed && leaf.nestedPath === undefined) add(leaf.path, boost);
    }
  }
  if (found.size > 1024)
    throw illegalArgument(
      `field expansion for [${fields.map((one) => one.path).join(", ")}] matches too many fields, limit: 1024, got: ${found.size}`,
    );
  return [...found].map(([path, boost]) => ({ path, boost }));
}

import type { JsonObject } from "@common/text/json";

/** What a template, or the body of a create call, brings to a new index. */
export type IndexParts = { settings: JsonObject; mappings: JsonObject; aliases: JsonObject };

/**
 * `legacy` ones (`_template`) add up by order; of the composable ones (`_index_template`) one wins by priority, over
 * its components (`_component_template`). Where a composable one fits a new index, no legacy one counts.
 */
export type TemplateKind = "legacy" | "composable" | "component";

/** A stored template, in the form in which it is shown. */
export type Template = { kind: TemplateKind; name: string; body: JsonObject };

export const NO_PARTS: IndexParts = { settings: {}, mappings: {}, aliases: {} };

/** What a template call names a kind by in errors. */
export const KIND_NAMES: Readonly<Record<TemplateKind, string>> = {
  legacy: "index_template",
  composable: "index template",
  component: "component template",
};

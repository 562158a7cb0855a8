// Which templates a new index gets, by its name. Pure.
import { fits } from "@common/text/glob";
import { isJsonObject, type JsonObject, LosslessNumber } from "@common/text/json";

/**
 * `composable` ones (`_index_template`): the one with the highest priority wins. `legacy` ones (`_template`) add up by
 * order, where no composable one fits.
 */
export type TemplateKind = "composable" | "legacy";
export const templateKinds = ["composable", "legacy"] as const satisfies readonly TemplateKind[];

/**
 * All that an engine keeps as templates: also the parts that composable ones are composed of, which meet no index by
 * themselves.
 */
export const storedKinds = [...templateKinds, "component"] as const;
export type StoredKind = (typeof storedKinds)[number];

export type TemplateView = {
  kind: TemplateKind;
  name: string;
  patterns: string[];
  /** The priority of a composable one, the order of a legacy one. */
  rank: number;
  components: string[];
  /** The engine's own, or of a product around it. */
  managed: boolean;
};

const textsOf = (value: unknown) =>
  (Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]).map(String);
const numberOf = (value: unknown) => (typeof value === "number" || value instanceof LosslessNumber ? Number(value) : 0);

function isManaged(name: string, body: JsonObject): boolean {
  const meta = body["_meta"];
  return name.startsWith(".") || (isJsonObject(meta) && meta["managed"] === true);
}

/** What a list shows of a template. */
export function templateView({
  kind,
  name,
  body,
}: {
  kind: TemplateKind;
  name: string;
  body: JsonObject;
}): TemplateView {
  return {
    kind,
    name,
    patterns: textsOf(body["index_patterns"]),
    rank: numberOf(kind === "composable" ? body["priority"] : body["order"]),
    components: textsOf(body["composed_of"]),
    managed: isManaged(name, body),
  };
}

export type ComponentView = {
  name: string;
  /** What it gives to an index: "settings", "mappings", "aliases". */
  parts: string[];
  managed: boolean;
  /** The composable templates that are composed of it, by name. */
  users: string[];
};

const PARTS = ["settings", "mappings", "aliases"];

/** What a list shows of a component template. */
export function componentView(
  { name, body }: { name: string; body: JsonObject },
  templates: readonly TemplateView[],
): ComponentView {
  const template = isJsonObject(body["template"]) ? body["template"] : {};
  return {
    name,
    parts: PARTS.filter((part) => isJsonObject(template[part])),
    managed: isManaged(name, body),
    users: templates.filter(({ components }) => components.includes(name)).map((user) => user.name),
  };
}

/** True where an index of this name would be met by the patterns. */
export const meets = ({ patterns }: Pick<TemplateView, "patterns">, index: string) =>
  patterns.some((pattern) => fits(pattern, index));

/**
 * The templates that a new index of this name gets: one composable, or all legacy ones that fit, those that win last.
 */
export function templatesFor(templates: readonly TemplateView[], index: string): TemplateView[] {
  const fitting = templates.filter((template) => meets(template, index));
  const composable = fitting.filter(({ kind }) => kind === "composable").sort((a, b) => b.rank - a.rank)[0];
  return composable ? [composable] : fitting.sort((a, b) => a.rank - b.rank);
}

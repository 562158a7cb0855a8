import type { JsonObject } from "@common/text/json";
import { illegalArgument } from "../../errors";
import { newUuid } from "../uuid";
import { composed, keyOf, winnerFor, type Templates } from "./compose";
import { overlapping } from "./overlaps";
import { invalidRequest, patternsOf } from "./parse";
import type { TemplateStore } from "./store";
import type { Template } from "./types";

/** What an index made from a template would get, and which other templates would have fitted. */
function simulated(template: Template, templates: Templates): JsonObject {
  const others = [...overlapping(template, templates, "legacy"), ...overlapping(template, templates, "composable")];
  const { settings, mappings, aliases } = composed(template, templates);
  const resolved = { settings, ...(Object.keys(mappings).length > 0 && { mappings }), aliases };
  return {
    template: resolved,
    overlapping: others.map(({ name, body }) => ({ name, index_patterns: patternsOf(body) })),
  };
}

type Given = { store: TemplateStore; body: JsonObject | undefined; create: boolean };

/** The templates as they would be with one more. */
function withGiven({ store, body, create }: Given, name: string): Templates {
  if (!body) return store.all();
  const template = store.checked({ kind: "composable", name, body }, { create });
  return new Map(store.all()).set(keyOf(template), template);
}

/** What a new index of a name would get; nothing where no composable template fits. */
export function simulateIndex(index: string, given: Given): JsonObject {
  const templates = withGiven(given, `simulate_index_template_${newUuid().toLowerCase()}`);
  const winner = winnerFor({ name: index, hidden: false }, templates);
  return winner ? simulated(winner, templates) : {};
}

/** What an index would get from a template that is there, or from one that is given. */
export function simulateTemplate(name: string | undefined, given: Given): JsonObject {
  if (name === undefined && !given.body)
    throw invalidRequest("either index name or index template body must be specified for simulation");
  const wanted = name ?? `simulate_template_${newUuid().toLowerCase()}`;
  const templates = withGiven(given, wanted);
  const template = templates.get(keyOf({ kind: "composable", name: wanted }));
  if (!template) throw illegalArgument(`unable to simulate template [${wanted}] that does not exist`);
  return simulated(template, templates);
}

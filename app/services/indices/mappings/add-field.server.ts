import type { JsonObject } from "@common/text/json";
import type { Change } from "~/services/platform/changes/types";
import { apiPath } from "~/services/platform/http/path";
import { requireDone } from "~/services/platform/http/done.server";
import { flattenMapping, type MappingField } from "~/lib/data/documents/mapping-fields";
import { listFields } from "./get.server";

/** `address.city` as the properties of a mapping: an object for each step. */
function propertiesOf(path: string, definition: JsonObject): JsonObject {
  const steps = path.split(".");
  return steps.reduceRight<JsonObject>(
    (inner, step, at) => ({ [step]: at === steps.length - 1 ? definition : { properties: inner } }),
    {},
  );
}

const namesOf = ({ path, subFields }: MappingField) => [path, ...subFields.map((one) => one.path)];

/**
 * Adds fields to the mapping of an index. Answers 400 for what cannot be changed in place. There is no way back: an
 * engine keeps its fields.
 */
export function toAddFields({ index, properties }: { index: string; properties: JsonObject }): Change<void> {
  const json = { properties };
  return {
    resource: { kind: "mapping", id: index, index },
    verb: "add",
    noun: "fields",
    right: "indices:write",
    request: { method: "PUT", path: apiPath`/${index}/_mapping`, json },
    after: json,
    read: requireDone,
    // An engine adds members of its own to each field, so they are told by their names.
    async stored(http) {
      const now = new Set((await listFields({ http }, index)).flatMap(namesOf));
      return flattenMapping(json)
        .flatMap(namesOf)
        .every((name) => now.has(name))
        ? json
        : { properties: {} };
    },
    summary: () => Object.keys(properties).join(", "),
  };
}

/** Adds one field, or sub-fields of one. */
export function toAddField({
  index,
  path,
  definition,
}: {
  index: string;
  path: string;
  definition: JsonObject;
}): Change<void> {
  return { ...toAddFields({ index, properties: propertiesOf(path, definition) }), noun: "field", summary: () => path };
}

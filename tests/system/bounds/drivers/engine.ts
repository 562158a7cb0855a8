import { ENGINE_LIMITS } from "@common/limits/engine";
import { call, type Driver, type Drivers, type Heavy, many, nested, padded, post, withValues } from "../calls";

type Name = keyof typeof ENGINE_LIMITS;
const most = (name: Name) => ENGINE_LIMITS[name].most;

function driven(
  name: Name,
  make: (count: number) => Heavy,
  { refused = [400], says }: { refused?: number[]; says?: RegExp } = {},
): Driver {
  return { at: make(most(name)), past: make(most(name) + 1), refused, ...(says && { says }) };
}

// Calls that make an index make another one each time.
let made = 0;
const fresh = () => `bound-${++made}`;
const madeAt = (method: string, behind: string, body: () => object | string): Heavy => {
  const one = call(method, "", body);
  return {
    ...one,
    get path() {
      return `/${fresh()}${behind}`;
    },
  };
};

/** Takes documents as they are, without reading them. */
const loose = (body: () => object | string) => post("/loose/_doc", body);
const fields = (count: number) => Object.fromEntries(many(count, (at) => [`f${at}`, at]));
const properties = (count: number, type: string) => Object.fromEntries(many(count, (at) => [`f${at}`, { type }]));

const MB = 1024 ** 2;
/** The template of new indices sets a higher one. */
const OWN_LIMIT = { settings: { "index.mapping.total_fields.limit": most("fields") } };
/** A bulk of so many bytes, of documents of 8 MB. */
function bulk(bytes: number): Uint8Array {
  const one = `{"index":{"_index":"loose"}}\n${JSON.stringify({ text: "x".repeat(8 * MB) })}\n`;
  const whole = Math.floor(bytes / one.length) - 1;
  const last = `{"index":{"_index":"loose"}}\n${JSON.stringify({ text: "" })}\n`;
  const left = bytes - whole * one.length - last.length;
  return Buffer.from(one.repeat(whole) + last.replace('""', `"${"x".repeat(left)}"`));
}

export const ENGINE_DRIVERS: Drivers = {
  assignments: { test: "common/data/assignments/assignments.test.ts" },
  assignmentText: { test: "common/data/assignments/assignments.test.ts" },
  document: driven("document", (bytes) => loose(() => padded({ text: "x".repeat(bytes - 1_000) }, bytes)), {
    refused: [413],
  }),
  documentValues: driven(
    "documentValues",
    (count) => loose(() => withValues((items) => ({ n: many(items, (at) => at) }), count)),
    { says: /250000\] values/ },
  ),
  bulk: driven("bulk", (bytes) => post("/_bulk", () => bulk(bytes)), { refused: [413] }),
  actionLine: driven(
    "actionLine",
    (bytes) =>
      post(
        "/loose/_bulk?refresh=true",
        () => `{"index":{}${" ".repeat(bytes - 12)}}\n${JSON.stringify({ text: "x".repeat(MB) })}\n`,
      ),
    { says: /action line|Malformed action/ },
  ),
  definition: driven("definition", (bytes) => call("PUT", "/loose/_mapping", () => padded({ properties: {} }, bytes)), {
    refused: [413],
  }),
  definitionValues: driven(
    "definitionValues",
    (count) =>
      madeAt("PUT", "", () => withValues((items) => ({ mappings: { _meta: { a: many(items, () => 1) } } }), count)),
    {
      says: /values/,
    },
  ),
  definitionText: driven(
    "definitionText",
    (length) => madeAt("PUT", "", () => ({ mappings: { _meta: { a: "x".repeat(length) } } })),
    {
      says: /String value length/,
    },
  ),
  // Two tokens of each word: one in the field, one in its sub-field.
  tokens: {
    at: post("/twice/_doc", () => ({ text: "a ".repeat(most("tokens") / 2) })),
    past: post("/twice/_doc", () => ({ text: "a ".repeat(most("tokens") / 2 + 1) })),
    refused: [400],
    says: /more than \[10000000\] tokens/,
  },
  tokensAtOnce: driven("tokensAtOnce", (count) => post("/at-once/_doc", () => ({ text: "a ".repeat(count) })), {
    says: /has to see all of them at once/,
  }),
  bulkActions: driven(
    "bulkActions",
    (count) => post("/_bulk", () => many(count, (at) => `{"delete":{"_index":"loose","_id":"no-${at}"}}\n`).join("")),
    {
      refused: [413],
    },
  ),
  term: driven("term", (bytes) => post("/loose/_doc", () => ({ word: "x".repeat(bytes) })), { says: /immense term/ }),
  id: driven("id", (bytes) => call("PUT", `/loose/_doc/${"x".repeat(bytes)}`, () => ({})), { says: /too long/ }),
  fields: driven(
    "fields",
    (count) => madeAt("PUT", "", () => ({ ...OWN_LIMIT, mappings: { properties: properties(count, "long") } })),
    {
      says: /total fields \[1000\]/,
    },
  ),
  depth: driven(
    "depth",
    (levels) =>
      madeAt("PUT", "/_doc/1", () => nested(levels - 1, (inner) => `{"o":${inner}}`, JSON.stringify(fields(1)))),
    {
      says: /mapping depth \[20\]/,
    },
  ),
  nestedFields: driven(
    "nestedFields",
    (count) => madeAt("PUT", "", () => ({ mappings: { properties: properties(count, "nested") } })),
    {
      says: /nested fields/,
    },
  ),
  nestedObjects: driven(
    "nestedObjects",
    (count) => post("/within/_doc", () => ({ list: many(count, (at) => ({ n: at })) })),
    { says: /nested documents/ },
  ),
  jsonDepth: driven("jsonDepth", (levels) => loose(() => nested(levels - 1, (inner) => `{"o":${inner}}`, "{}")), {
    says: /depth/,
  }),
};

import type { JsonObject } from "@common/text/json";
import { describe, expect, it } from "vitest";
import { createAnalysis } from "../analysis/create-analysis";
import { EngineError } from "../errors";
import { createMapping } from "./create-mapping";

const analysis = createAnalysis({});
const BASE: JsonObject = {
  properties: {
    t: { type: "text" },
    k: { type: "keyword" },
    l: { type: "long" },
    d: { type: "date" },
    o: { properties: { x: { type: "keyword" } } },
    n: { type: "nested" },
  },
};

function create(definition: JsonObject) {
  return createMapping({ definition, analysis });
}

function refusal(run: () => unknown): EngineError {
  try {
    run();
  } catch (error) {
    if (error instanceof EngineError) return error;
    throw error;
  }
  throw new Error("was accepted");
}

// Words of OpenSearch 2.19.1.
describe("a change that conflicts", () => {
  it.each<[JsonObject, string]>([
    [{ properties: { t: { type: "long" } } }, "mapper [t] cannot be changed from type [text] to [long]"],
    [{ properties: { l: { type: "integer" } } }, "mapper [l] cannot be changed from type [long] to [integer]"],
    [
      { properties: { o: { properties: { x: { type: "text" } } } } },
      "mapper [o.x] cannot be changed from type [keyword] to [text]",
    ],
    [
      { properties: { k: { type: "keyword", index: false } } },
      "Mapper for [k] conflicts with existing mapper:\n\tCannot update parameter [index] from [true] to [false]",
    ],
    [
      { properties: { t: { type: "text", analyzer: "simple" } } },
      "Mapper for [t] conflicts with existing mapper:\n\tCannot update parameter [analyzer] from [default] to [simple]",
    ],
    [
      { properties: { k: { type: "keyword", doc_values: false, store: true, norms: true, null_value: "z" } } },
      "Mapper for [k] conflicts with existing mapper:\n\tCannot update parameter [doc_values] from [true] to [false]\n\tCannot update parameter [store] from [false] to [true]\n\tCannot update parameter [null_value] from [null] to [z]\n\tCannot update parameter [norms] from [false] to [true]",
    ],
    [
      { properties: { l: { type: "long", index: false, doc_values: false, null_value: 4 } } },
      "Mapper for [l] conflicts with existing mapper:\n\tCannot update parameter [index] from [true] to [false]\n\tCannot update parameter [doc_values] from [true] to [false]\n\tCannot update parameter [null_value] from [null] to [4]",
    ],
    [
      { properties: { d: { type: "date", format: "yyyy" } } },
      "Mapper for [d] conflicts with existing mapper:\n\tCannot update parameter [format] from [strict_date_optional_time||epoch_millis] to [yyyy]",
    ],
    [{ properties: { o: { type: "keyword" } } }, "can't merge a non object mapping [o] with an object mapping"],
    [
      { properties: { k: { properties: { a: { type: "long" } } } } },
      "can't merge a non object mapping [k] with an object mapping",
    ],
    [{ properties: { o: { type: "nested" } } }, "cannot change object mapping from non-nested to nested"],
    [{ properties: { n: { type: "object" } } }, "cannot change object mapping from nested to non-nested"],
  ])("%j is refused", (change, reason) => {
    const error = refusal(() => create(BASE).merge(change));
    expect([error.type, error.reason]).toEqual(["illegal_argument_exception", reason]);
  });

  it("lets norms be turned off but not on again", () => {
    const off = create(BASE).merge({ properties: { t: { type: "text", norms: false } } });
    expect(off.field("t")?.norms).toBe(false);
    expect(refusal(() => off.merge({ properties: { t: { type: "text" } } })).reason).toContain(
      "Cannot update parameter [norms] from [false] to [true]",
    );
  });

  it("adds multi-fields and keeps those that are there", () => {
    const mapping = create(BASE)
      .merge({ properties: { t: { type: "text", fields: { a: { type: "keyword" } } } } })
      .merge({ properties: { t: { type: "text", fields: { b: { type: "text" } } } } });
    expect(mapping.field("t.a")?.parent).toBe("t");
    expect(mapping.toJson()["properties"]).toMatchObject({
      t: { type: "text", fields: { a: { type: "keyword" }, b: { type: "text" } } },
    });
  });
});

describe("a definition that is refused", () => {
  it.each<[JsonObject, string, string]>([
    [
      { properties: { a: { type: "nope" } } },
      "mapper_parsing_exception",
      "No handler for type [nope] declared on field [a]",
    ],
    [
      { properties: { a: { type: "text", foo: 1 } } },
      "mapper_parsing_exception",
      "unknown parameter [foo] on mapper [a] of type [text]",
    ],
    [
      { properties: { a: { type: "text", analyzer: "zz" } } },
      "illegal_argument_exception",
      "analyzer [zz] has not been configured in mappings",
    ],
    [{ properties: { a: { foo: 1 } } }, "mapper_parsing_exception", "No type specified for field [a]"],
    [{ properties: { "": { type: "text" } } }, "illegal_argument_exception", "name cannot be empty string"],
    [{ properties: { "a..b": { type: "text" } } }, "illegal_argument_exception", "name cannot be empty string"],
    [
      { properties: { a: "text" } },
      "mapper_parsing_exception",
      "Expected map for property [fields] on field [a] but got a class java.lang.String",
    ],
    [{ foo: {} }, "mapper_parsing_exception", "Root mapping definition has unsupported parameters:  [foo : {}]"],
    [{ dynamic: "zz" }, "illegal_argument_exception", "Could not convert [dynamic.dynamic] to boolean"],
    [{ dynamic: "runtime" }, "illegal_argument_exception", "Could not convert [dynamic.dynamic] to boolean"],
    [
      { properties: { a: { type: "keyword", normalizer: "zz" } } },
      "mapper_parsing_exception",
      "normalizer [zz] not found for field [a]",
    ],
    [
      { properties: { a: { type: "text", index: "yes" } } },
      "illegal_argument_exception",
      "Failed to parse value [yes] as only [true] or [false] are allowed.",
    ],
    [
      { properties: { a: { type: "keyword", analyzer: "standard" } } },
      "mapper_parsing_exception",
      "unknown parameter [analyzer] on mapper [a] of type [keyword]",
    ],
    [
      { properties: { a: { type: "text", fields: { b: { type: "object" } } } } },
      "mapper_parsing_exception",
      "Type [object] cannot be used in multi field",
    ],
    [
      { properties: { a: { type: "scaled_float" } } },
      "illegal_argument_exception",
      "Field [scaling_factor] is required",
    ],
    [
      { properties: { a: { type: "object", foo: 1 } } },
      "mapper_parsing_exception",
      "Mapping definition for [a] has unsupported parameters:  [foo : 1]",
    ],
    [
      { properties: { a: { type: "date", format: "fff-b" } } },
      "illegal_argument_exception",
      "Error parsing [format] on field [a]: Invalid format: [fff-b]: Unknown pattern letter: f",
    ],
    [
      { properties: { a: { type: "text", index_options: "x" } } },
      "mapper_parsing_exception",
      "Unknown value [x] for field [index_options] - accepted values are [positions, docs, freqs, offsets]",
    ],
    [
      { properties: { a: { type: "text", index: false, index_phrases: true } } },
      "illegal_argument_exception",
      "Cannot set index_phrases on unindexed field [a]",
    ],
    [{ properties: { a: { type: "long", null_value: "x" } } }, "number_format_exception", `For input string: "x"`],
    [
      { dynamic_templates: [{ a: { match: "x", foo: 1, mapping: {} } }] },
      "illegal_argument_exception",
      "Illegal dynamic template parameter: [foo]",
    ],
    [
      { dynamic_templates: [{ a: { mapping: { type: "keyword" } } }] },
      "mapper_parsing_exception",
      "template must have match, path_match or match_mapping_type set {mapping={type=keyword}}",
    ],
    [
      { dynamic_templates: { a: 1 } },
      "mapper_parsing_exception",
      "Dynamic template syntax error. An array of named objects is expected.",
    ],
  ])("%j", (definition, type, reason) => {
    const created = refusal(() => create(definition));
    expect(created.reason).toBe(`Failed to parse mapping [_doc]: ${reason}`);
    const merged = refusal(() => create({}).merge(definition));
    expect([merged.type, merged.reason]).toEqual([type, reason]);
  });
});

describe("limits", () => {
  function wide(count: number): JsonObject {
    return {
      properties: Object.fromEntries(
        Array.from({ length: count }, (_, place): [string, JsonObject] => [`f${place}`, { type: "long" }]),
      ),
    };
  }
  function deep(count: number): JsonObject {
    return count === 0 ? { type: "long" } : { properties: { a: deep(count - 1) } };
  }

  it("counts fields, objects and multi-fields", () => {
    expect(create(wide(1000)).field("f999")?.type).toBe("long");
    expect(refusal(() => create(wide(1001))).reason).toBe("Limit of total fields [1000] has been exceeded");
    expect(
      refusal(() =>
        create(wide(999)).merge({ properties: { t: { type: "text", fields: { k: { type: "keyword" } } } } }),
      ).reason,
    ).toBe("Limit of total fields [1000] has been exceeded");
  });

  it("stops at a depth of 20", () => {
    expect(create(deep(20)).isObject("a")).toBe(true);
    expect(refusal(() => create(deep(21))).reason).toContain("Limit of mapping depth [20] has been exceeded");
  });

  it("stays fast with thousands of fields that come one by one", () => {
    let mapping = createMapping({
      definition: {},
      analysis,
      limits: { totalFields: 10_000, depth: 20, nestedFields: 50, nestedObjects: 10_000, fieldNameLength: 1000 },
    });
    for (let place = 0; place < 2000; place++)
      mapping = mapping.parseDocument({ [`f${place}`]: place }).mapping ?? mapping;
    expect(mapping.field("f1999")?.type).toBe("long");
  }, 10_000);
});

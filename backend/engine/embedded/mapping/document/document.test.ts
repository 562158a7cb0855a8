import { parseJson, isJsonObject, type JsonObject } from "@common/text/json";
import { describe, expect, it } from "vitest";
import { createAnalysis } from "../../analysis/create-analysis";
import { EngineError } from "../../errors";
import { createMapping } from "../create-mapping";
import type { ParsedDocument } from "../types";

const TYPES: JsonObject = {
  properties: {
    f: { type: "float" },
    l: { type: "long" },
    i: { type: "integer" },
    b: { type: "boolean" },
    d: { type: "date" },
    g: { type: "geo_point" },
    ip: { type: "ip" },
    rf: { type: "rank_feature" },
    o: { properties: { x: { type: "keyword" } } },
    n: { type: "nested" },
    k: { type: "keyword" },
    t: { type: "text" },
    ul: { type: "unsigned_long" },
    hf: { type: "half_float" },
    by: { type: "byte" },
    s: { type: "object", dynamic: "strict" },
  },
};

function object(text: string): JsonObject {
  const value = parseJson(text);
  if (!isJsonObject(value)) throw new Error("not an object");
  return value;
}

function parse(text: string, definition: JsonObject = TYPES): ParsedDocument {
  return createMapping({ definition, analysis: createAnalysis({}) }).parseDocument(object(text), "1");
}

function refusal(text: string): EngineError {
  try {
    parse(text);
  } catch (error) {
    if (error instanceof EngineError) return error;
    throw error;
  }
  throw new Error(`${text} was accepted`);
}

// Reasons and causes as OpenSearch 2.19.1 words them.
describe("documents that do not fit", () => {
  it.each([
    [
      `{"f":"x"}`,
      "failed to parse field [f] of type [float] in document with id '1'. Preview of field's value: 'x'",
      "number_format_exception",
      `For input string: "x"`,
    ],
    [
      `{"l":"x"}`,
      "failed to parse field [l] of type [long] in document with id '1'. Preview of field's value: 'x'",
      "illegal_argument_exception",
      `For input string: "x"`,
    ],
    [
      `{"i":3000000000}`,
      "failed to parse field [i] of type [integer] in document with id '1'. Preview of field's value: '3000000000'",
      "input_coercion_exception",
      "Numeric value (3000000000) out of range of int (-2147483648 - 2147483647)",
    ],
    [
      `{"l":99999999999999999999}`,
      "failed to parse field [l] of type [long] in document with id '1'. Preview of field's value: '99999999999999999999'",
      "input_coercion_exception",
      "Numeric value (99999999999999999999) out of range of long (-9223372036854775808 - 9223372036854775807)",
    ],
    [
      `{"f":1e40}`,
      "failed to parse field [f] of type [float] in document with id '1'. Preview of field's value: 'Infinity'",
      "illegal_argument_exception",
      "[float] supports only finite values, but got [Infinity]",
    ],
    [
      `{"b":"x"}`,
      "failed to parse field [b] of type [boolean] in document with id '1'. Preview of field's value: 'x'",
      "illegal_argument_exception",
      "Failed to parse value [x] as only [true] or [false] are allowed.",
    ],
    [
      `{"d":"x"}`,
      "failed to parse field [d] of type [date] in document with id '1'. Preview of field's value: 'x'",
      "illegal_argument_exception",
      "failed to parse date field [x] with format [strict_date_optional_time||epoch_millis]",
    ],
    [
      `{"d":""}`,
      "failed to parse field [d] of type [date] in document with id '1'. Preview of field's value: ''",
      "illegal_argument_exception",
      "cannot parse empty date",
    ],
    [
      `{"g":{"lat":100,"lon":1}}`,
      "failed to parse field [g] of type [geo_point]",
      "illegal_argument_exception",
      "illegal latitude value [100.0] for g",
    ],
    [`{"g":{"lat":1}}`, "failed to parse field [g] of type [geo_point]", "parse_exception", "field [lon] missing"],
    [
      `{"ip":"x"}`,
      "failed to parse field [ip] of type [ip] in document with id '1'. Preview of field's value: 'x'",
      "illegal_argument_exception",
      "'x' is not an IP string literal.",
    ],
    [
      `{"rf":[1,2]}`,
      "failed to parse field [rf] of type [rank_feature] in document with id '1'. Preview of field's value: '2'",
      "illegal_argument_exception",
      "[rank_feature] fields do not support indexing multiple values for the same field [rf] in the same document",
    ],
    [
      `{"ul":-1}`,
      "failed to parse field [ul] of type [unsigned_long] in document with id '1'. Preview of field's value: '-1'",
      "illegal_argument_exception",
      "Value [-1] is out of range for an unsigned long",
    ],
    [
      `{"hf":70000}`,
      "failed to parse field [hf] of type [half_float] in document with id '1'. Preview of field's value: '70000'",
      "illegal_argument_exception",
      "[half_float] supports only finite values, but got [70000.0]",
    ],
    [
      `{"by":200}`,
      "failed to parse field [by] of type [byte] in document with id '1'. Preview of field's value: '200'",
      "illegal_argument_exception",
      "Value [200] is out of range for a byte",
    ],
    [
      `{"k":{"a":1}}`,
      "failed to parse field [k] of type [keyword] in document with id '1'. Preview of field's value: '{a=1}'",
      "illegal_state_exception",
      "Can't get text on a START_OBJECT",
    ],
    [`{"":1}`, "failed to parse", "illegal_argument_exception", "field name cannot be an empty string"],
    [`{"new":{"":1}}`, "failed to parse", "illegal_argument_exception", "field name cannot be an empty string"],
    [`{".":1}`, "failed to parse", "illegal_argument_exception", "field name cannot contain only the character [.]"],
    [
      `{"a..b":1}`,
      "failed to parse",
      "illegal_argument_exception",
      "object field starting or ending with a [.] makes object resolution ambiguous: [a..b]",
    ],
  ])("%s is refused with its cause", (text, reason, causeType, cause) => {
    const error = refusal(text);
    expect(error.type).toBe("mapper_parsing_exception");
    expect(error.reason).toBe(reason);
    expect(error.causedBy?.type).toBe(causeType);
    expect(error.causedBy?.reason).toBe(cause);
  });

  it.each([
    [
      `{"o":1}`,
      "mapper_parsing_exception",
      "object mapping for [o] tried to parse field [o] as object, but found a concrete value",
    ],
    [
      `{"o":[{"x":1},2]}`,
      "mapper_parsing_exception",
      "object mapping for [o] tried to parse field [null] as object, but found a concrete value",
    ],
    [
      `{"n":1}`,
      "mapper_parsing_exception",
      "object mapping for [n] tried to parse field [n] as object, but found a concrete value",
    ],
    [
      `{"s":{"q":1}}`,
      "strict_dynamic_mapping_exception",
      "mapping set to strict, dynamic introduction of [q] within [s] is not allowed",
    ],
    [
      `{"t.x":1}`,
      "mapper_parsing_exception",
      "Could not dynamically add mapping for field [t.x]. Existing mapping for [t] must be of type object but found [text].",
    ],
    [`{"mix":[1,"a"]}`, "illegal_argument_exception", "mapper [mix] cannot be changed from type [long] to [text]"],
    [
      `{"mix":["a",{"b":1}]}`,
      "illegal_argument_exception",
      "can't merge a non object mapping [mix] with an object mapping",
    ],
  ])("%s is refused", (text, type, reason) => {
    const error = refusal(text);
    expect([error.type, error.reason]).toEqual([type, reason]);
  });

  it("refuses a term that is too long for the index", () => {
    expect(refusal(`{"k":"${"a".repeat(40_000)}"}`).reason).toMatch(
      /^Document contains at least one immense term in field="k" .* original message: bytes can be at most 32766 in length; got 40000$/,
    );
  });
});

describe("values of a document", () => {
  it("keeps the gap between the values of a text", () => {
    const { fields } = parse(`{"t":["a b","c"]}`);
    expect(fields.get("t")).toMatchObject({
      tokens: [
        { term: "a", position: 0 },
        { term: "b", position: 1 },
        { term: "c", position: 102 },
      ],
      length: 3,
      present: true,
    });
  });

  it("keeps integers beyond a double exact and cuts fractions off", () => {
    expect(parse(`{"l":[9007199254740993,1.5,"2.7"]}`).fields.get("l")).toEqual({ numbers: [9007199254740993n, 1, 2] });
  });

  it("flattens lists of lists and skips nulls", () => {
    expect(parse(`{"k":[["a"],["b",["c",null]]]}`).fields.get("k")).toEqual({ terms: ["a", "b", "c"] });
  });

  it("reads every form of a point", () => {
    const { fields } = parse(`{"g":[{"lat":1,"lon":2},"3,4",[5,6],"POINT (7 8)"]}`);
    expect(fields.get("g")?.points).toEqual([
      { lat: 1, lon: 2 },
      { lat: 3, lon: 4 },
      { lat: 6, lon: 5 },
      { lat: 8, lon: 7 },
    ]);
  });

  it("keeps nested fields out of the root", () => {
    const { fields, nested, mapping } = parse(`{"n":[{"a":"x y"},{"a":"z"}]}`);
    expect(fields.has("n.a")).toBe(false);
    expect(nested.map(({ fields: own }) => own.get("n.a")?.tokens?.map(({ term }) => term))).toEqual([
      ["x", "y"],
      ["z"],
    ]);
    expect(mapping?.field("n.a")?.nestedPath).toBe("n");
  });

  it("adds what is new by the kind of its value", () => {
    const { mapping } = parse(
      `{"dt":"2024-01-01","dt2":"2024/01/02","dt4":"2024","dt5":"2024-01","em":{},"nu":[null,[]],"a.b":1,"z":2.5,"q":true}`,
      {},
    );
    expect(mapping?.toJson()).toEqual({
      properties: {
        a: { properties: { b: { type: "long" } } },
        dt: { type: "date" },
        dt2: { type: "date", format: "yyyy/MM/dd HH:mm:ss||yyyy/MM/dd||epoch_millis" },
        dt4: { type: "text", fields: { keyword: { type: "keyword", ignore_above: 256 } } },
        dt5: { type: "date" },
        em: { type: "object" },
        q: { type: "boolean" },
        z: { type: "float" },
      },
    });
  });

  it("adds a hidden field of word pairs for index_phrases", () => {
    const definition: JsonObject = { properties: { t: { type: "text", index_phrases: true } } };
    const { fields } = parse(`{"t":"a b c"}`, definition);
    expect(fields.get("t._index_phrase")?.tokens).toMatchObject([
      { term: "a b", position: 0 },
      { term: "b c", position: 1 },
    ]);
    const mapping = createMapping({ definition, analysis: createAnalysis({}) });
    expect(mapping.field("t._index_phrase")?.positions).toBe(true);
    expect([...mapping.fields()].map(({ path }) => path)).toEqual(["t"]);
  });

  it("copies values and follows templates", () => {
    const definition: JsonObject = {
      dynamic_templates: [
        { s: { match_mapping_type: "string", mapping: { type: "keyword", copy_to: "all" } } },
        { n: { match: "n_*", mapping: { type: "{dynamic_type}", index: false } } },
      ],
      properties: { all: { type: "text" } },
    };
    const { fields, mapping } = parse(`{"title":"A b","n_x":1}`, definition);
    expect(fields.get("all")?.tokens?.map(({ term }) => term)).toEqual(["a", "b"]);
    expect(mapping?.field("n_x")?.definition).toEqual({ type: "long", index: false });
  });

  it("leaves out what ignore_above and ignore_malformed say", () => {
    const definition: JsonObject = {
      properties: { k: { type: "keyword", ignore_above: 2 }, l: { type: "long", ignore_malformed: true } },
    };
    const { fields, ignored } = parse(`{"k":"abc","l":"x"}`, definition);
    expect([...fields.keys()]).toEqual([]);
    expect(ignored).toEqual(["k", "l"]);
  });
});

describe("names of new fields", () => {
  it.each<[string, string]>([
    [`{"x.":1}`, "x"],
    [`{" ":1}`, " "],
    [`{"a.b.c":1}`, "a.b.c"],
  ])("%s becomes %j", (text, path) => expect(parse(text, {}).mapping?.field(path)?.type).toBe("long"));

  it("keeps aliases read-only, and reads through them", () => {
    const definition: JsonObject = { properties: { k: { type: "keyword" }, al: { type: "alias", path: "k" } } };
    expect(createMapping({ definition, analysis: createAnalysis({}) }).field("al")?.path).toBe("k");
    expect(() => parse(`{"al":1}`, definition)).toThrow("failed to parse");
  });

  it("ignores what is below a disabled object", () => {
    const { fields, mapping } = parse(`{"rt":{"":1,"x":2}}`, {
      properties: { rt: { type: "object", enabled: false } },
    });
    expect([fields.size, mapping]).toEqual([0, undefined]);
  });

  it("adds nothing where new fields are ignored", () => {
    const { fields, mapping } = parse(`{"a":1,"b.c":2,"k":"x"}`, {
      dynamic: false,
      properties: { k: { type: "keyword" } },
    });
    expect([[...fields.keys()], mapping]).toEqual([["k"], undefined]);
  });
});

import { LosslessNumber, parseJson, stringifyJson } from "@common/text/json";
import { describe, expect, it } from "vitest";
import { parameterFields, readParameter } from "./parameters.server";

const fieldOf = (json: string, given = "{}") => {
  const [params, over] = [json, given].map((text) => parseJson(text));
  const [field] = parameterFields({ query: {}, params: params as never }, over as never);
  if (field === undefined) throw new Error("no parameter");
  return field;
};

describe("the field of a parameter", () => {
  it.each([
    ['"Drama"', "text"],
    ['""', "text"],
    ['" a b "', "text"],
    ['"two\\nlines"', "json"],
    ["12345678901234567890", "number"],
    ["1e400", "number"],
    ["-0.5", "number"],
    ["false", "boolean"],
    ['["a","a b","a"]', "texts"],
    ['["a",""]', "json"],
    ['["a",1]', "json"],
    ["[1,12345678901234567890,1]", "numbers"],
    ["[]", "json"],
    ["null", "json"],
    ['{"a":[1]}', "json"],
  ])("%s is %s, and what stands in it is that value again", (json, kind) => {
    const field = fieldOf(`{"p":${json}}`);
    expect(field.kind).toBe(kind);
    // Browsers send line ends as CR LF.
    const read = readParameter(field.kind, field.text.replaceAll("\n", "\r\n"));
    expect(read.ok && read.value !== undefined && stringifyJson(read.value)).toBe(json);
  });

  it.each(['"Drama"', '"5"', '""', "5", "true", '[1,"a"]', "null", '"a\\nb"'])(
    "without a default holds %s from an address",
    (json) => {
      const [field] = parameterFields({ query: { size: "{{p}}" }, params: {} }, parseJson(`{"p":${json}}`) as never);
      expect(field).toMatchObject({ name: "p", kind: "open", initial: null });
      const read = readParameter("open", field?.text ?? "");
      expect(read.ok && read.value !== undefined && stringifyJson(read.value)).toBe(json);
    },
  );

  it("keeps its kind for a value that fits, and is JSON for one that does not", () => {
    expect(fieldOf('{"p":[1]}', '{"p":[]}')).toMatchObject({ kind: "numbers", text: "" });
    expect(fieldOf('{"p":1}', '{"p":2}')).toEqual({ name: "p", kind: "number", text: "2", initial: "1" });
    expect(fieldOf('{"p":1}', '{"p":"x"}')).toMatchObject({ kind: "json", text: '"x"', initial: "1" });
  });

  it("is there for whole placeholders, defaults and what is given, each once", () => {
    const query = { a: "{{x}}", b: [{ c: "{{y}} and more" }, "{{x}}", "{{z z}}"], "{{name}}": 1 };
    const fields = parameterFields({ query, params: { q: 1, x: 2 } }, { further: true });
    expect(fields.map(({ name }) => name)).toEqual(["x", "z z", "name", "q", "further"]);
  });
});

describe("what is typed", () => {
  it.each([
    ["number", "", "Enter a number."],
    ["number", "1,5", '"1,5" is not a number.'],
    ["number", "0x10", '"0x10" is not a number.'],
    ["numbers", "1\n\ntwo", '"two" is not a number.'],
    ["boolean", "", "Choose true or false."],
    ["json", "  ", "Enter a JSON value, such as null."],
    ["json", "{\n a}", "Not valid JSON at line 2, column 2"],
  ] as const)("for %s, %j, is refused", (kind, text, message) => {
    const read = readParameter(kind, text);
    expect(read.ok ? "" : read.message).toContain(message);
  });

  it("keeps all digits", () => {
    const read = readParameter("number", " 12345678901234567890 ");
    expect(read.ok && read.value).toBeInstanceOf(LosslessNumber);
  });
});

import { describe, expect, it } from "vitest";
import { parseJson, stringifyJson, type JsonObject } from "@common/text/json";
import { AssignmentError, readAssignments } from "./grammar";
import { applySteps, NoObjectError, programOf, stepsOf } from "./program";
import { busyMs } from "../../../tests/setup/busy";

const after = (script: string, source: string, params: JsonObject = {}) => {
  const document = parseJson(source) as JsonObject;
  applySteps(document, readAssignments(script, params));
  return stringifyJson(document);
};

describe("a script of plain assignments", () => {
  it.each<[script: string, before: string, after: string]>([
    [
      `ctx._source.plot = "edited"; ctx._source.title2 = ctx._source.title; ctx._source.remove("x")`,
      `{"title":"A","x":1}`,
      `{"title":"A","plot":"edited","title2":"A"}`,
    ],
    [`ctx._source['a.b'] = 'it\\'s'`, `{}`, `{"a.b":"it's"}`],
    [
      `ctx._source.place.city = "Ulm";\nctx._source.place.remove('lat');`,
      `{"place":{"lat":1}}`,
      `{"place":{"city":"Ulm"}}`,
    ],
    [
      `ctx._source.n = -1.5e3; ctx._source.yes = true; ctx._source.no = false; ctx._source.nil = null`,
      `{}`,
      `{"n":-1500,"yes":true,"no":false,"nil":null}`,
    ],
    [
      `ctx._source.id = 12345678901234567890`,
      `{"big":9007199254740993}`,
      `{"big":9007199254740993,"id":12345678901234567890}`,
    ],
    [`ctx._source.b = ctx._source.missing`, `{}`, `{"b":null}`],
    [`ctx._source.remove = 1`, `{}`, `{"remove":1}`],
    // An object that is given twice is one, as it is there.
    [`ctx._source.b = ctx._source.a; ctx._source.a.remove("x")`, `{"a":{"x":1,"y":2}}`, `{"a":{"y":2},"b":{"y":2}}`],
    [
      `ctx._source["__proto__"] = 1; ctx._source["constructor"] = ctx._source["toString"]`,
      `{}`,
      `{"__proto__":1,"constructor":null}`,
    ],
  ])("%s", (script, before, expected) => expect(after(script, before)).toBe(expected));

  it("takes values from its parameters, but none that documents would share", () => {
    expect(after("ctx._source.tags = params.tags; ctx._source.n = params.n", "{}", { tags: ["a", 1], n: 7 })).toBe(
      '{"tags":["a",1],"n":7}',
    );
    const unfit: JsonObject[] = [{}, { o: {} }, { o: [[1]] }, { o: [{}] }];
    for (const params of unfit)
      expect(() => readAssignments("ctx._source.x = params.o", params)).toThrow(AssignmentError);
    expect(() => readAssignments("ctx._source.x = params.toString", {})).toThrow(AssignmentError);
  });

  it("ends where an object on the way is none", () => {
    for (const script of [`ctx._source.a.b = 1`, `ctx._source.a.remove("b")`, `ctx._source.x = ctx._source.a.b`])
      for (const source of [`{}`, `{"a":1}`, `{"a":[{}]}`, `{"a":null}`])
        expect(() => after(script, source), script + source).toThrow(NoObjectError);
  });

  it.each([
    "",
    ";",
    "ctx._source = 1",
    "ctx._source.n += 1",
    "ctx._source.n++",
    "ctx._source.n = ctx._source.n + 1",
    "ctx._source.n = (1)",
    "ctx._source.n == 1",
    "ctx._source.n = 1 ctx._source.m = 2",
    "ctx._source.n = 1L",
    "ctx._source.n = 01",
    "ctx._source.n = [1]",
    "ctx._source.n = ctx._source",
    "ctx._source.n = ctx._id",
    "ctx.op = 'delete'",
    "ctx._index = 'users'",
    "ctx._source.tags.add('x')",
    "ctx._source.clear()",
    "ctx._source.remove(ctx._source.x)",
    "ctx._source.remove('x').y = 1",
    "ctx._source[ctx._source.x] = 1",
    "ctx._source?.x = 1",
    "def x = 1",
    "if (true) { ctx._source.x = 1 }",
    "for (;;) {}",
    "ctx._source.x = doc['y'].value",
    "ctx._source.x = Math.PI",
    "ctx._source.x = new Date()",
    "ctx._source.x = 'a\nb'",
    "ctx._source.x = 'a\\nb'",
    "ctx._source.x = 1 // and more",
    "ctx._source.x = 1 /* and more */",
    "params.x = 1",
    "ctx._source.x = 'open",
  ])("is not: %s", (script) => expect(() => readAssignments(script, {})).toThrow(AssignmentError));

  it("has bounds", () => {
    for (const script of ["ctx._source.x = 1;".repeat(101), `ctx._source.x = '${"y".repeat(20_000)}'`])
      expect(() => readAssignments(script)).toThrow(/^more than (100 assignments|20000 characters)/);
  });

  it("says what is more, and where", () => {
    expect(() => readAssignments("ctx._source.n += 1")).toThrow('"+= 1" at character 15');
    expect(() => readAssignments("ctx._source.n = ")).toThrow("the end at character 17");
    // A long text costs no more than its length.
    const texts = [
      "ctx._source.x = '".repeat(1_000),
      "[".repeat(20_000),
      " ".repeat(20_000),
      `ctx._source${".a".repeat(9_000)} = 1`,
    ];
    const read = () => {
      for (const text of texts)
        try {
          readAssignments(text);
        } catch (error) {
          expect(error).toBeInstanceOf(AssignmentError);
        }
    };
    expect(busyMs(read, 500)).toBeLessThan(500);
  });

  it("goes to an engine as one program with a list, and no other script comes back as one", () => {
    const steps = readAssignments(`ctx._source.a = "1"; ctx._source.b = ctx._source.a; ctx._source.remove("c")`);
    const program = programOf(steps);
    expect(stepsOf(parseJson(stringifyJson(program)))).toEqual(steps);
    expect(JSON.stringify(programOf(readAssignments(`ctx._source.evil = "throw"`))["source"])).toBe(
      JSON.stringify(program["source"]),
    );
    for (const script of [
      "ctx._source.a = 1",
      { ...program, source: `${String(program["source"])} ` },
      { ...program, lang: "expression" },
      { ...program, params: { steps: [{ op: "run", path: ["a"] }] } },
      null,
    ])
      expect(stepsOf(script)).toBeNull();
  });
});

import type { JsonObject, JsonValue } from "@common/text/json";
import { expect, it } from "vitest";
import { type Random, randomFrom } from "../../../../tests/engines/generate/random";
import { sectionsWith } from "../declared";
import { changesOf, differing, valuesOf } from "./draft";

// Records as any program may have left them, made by a generator with a seed: what a draft that changes nothing would
// save says the same as before, and loses nothing.

const CASES = 500;
const FIELDS = [
  "name",
  "name.lang",
  "2020",
  "__proto__",
  "constructor",
  "toString",
  "a b",
  "ü.search",
  "<b>",
  "x'\"[0].y",
] as const;
const WEIGHTS = ["1.0", "5", "0.25", 2, 0] as const;
const FUNCTIONS: readonly JsonObject[] = [
  { saturation: {} },
  { saturation: { pivot: "5.0" } },
  { log: { scaling_factor: 2 } },
  { sigmoid: { pivot: 1, exponent: "0.5" } },
  {},
];

const some = <Item>({ chance }: Random, items: readonly Item[]) => items.filter(() => chance(0.4));
const object = (entries: readonly (readonly [string, JsonValue])[]): JsonObject => Object.fromEntries(entries);

function recordOf(random: Random): JsonObject {
  const { pick, chance } = random;
  const searched = some(random, FIELDS);
  const maybe = (name: string, value: JsonValue): [string, JsonValue][] => (chance(0.6) ? [[name, value]] : []);
  const ranks = object(
    some(random, FIELDS).map((field) => [
      field,
      { ...pick(FUNCTIONS), ...object(maybe("boost", "2.0")), ...object(maybe("mine", 1)) },
    ]),
  );
  const search = object([
    ...maybe("fuzziness", pick(["AUTO", 0, 1, "2"])),
    ...maybe("queryFormat", pick(["or", "and"])),
    ...maybe("rankFeature", ranks),
    ...maybe("unknown", { deep: [1, null, "x"] }),
    ["dataField", [...searched]],
    ["fieldWeights", searched.map(() => pick(WEIGHTS))],
  ]);
  const aggregations = object([
    ...maybe("dataField", object(some(random, FIELDS).map((field) => [field, pick(["term", "range"])]))),
    ...maybe("size", 50),
    ...maybe("other", "kept"),
  ]);
  const results = object([
    ...maybe("includeFields", ["*"]),
    ...maybe("highlightOptions", { pre_tags: ["<em>"], fragment_size: 50, encoder: "html" }),
    ...maybe("sortOptions", []),
  ]);
  return object([
    ["search", search],
    ...maybe("aggregations", aggregations),
    ...maybe("results", results),
    ...maybe("mine", { kept: true }),
  ]);
}

const membersOf = (value: JsonValue | undefined) =>
  typeof value === "object" && value !== null ? Object.keys(value) : [];

it(`what is stored is read and written back without a loss, ${CASES} times`, () => {
  for (let seed = 1; seed <= CASES; seed++) {
    const record = recordOf(randomFrom(seed));
    const values = valuesOf(record);
    expect(differing(record, values), `seed ${seed}`).toEqual({});
    expect(changesOf(record, values), `seed ${seed}`).toEqual([]);
    const sections = sectionsWith(record, values);
    const after = { ...record, ...sections };
    expect(valuesOf(after), `seed ${seed}`).toEqual(values);
    for (const name of Object.keys(record))
      expect(membersOf(after[name]), `seed ${seed}, ${name}`).toEqual(expect.arrayContaining(membersOf(record[name])));
    const { search } = record;
    if (typeof search === "object" && search !== null && "unknown" in search)
      expect(after["search"]).toMatchObject({ unknown: { deep: [1, null, "x"] } });
  }
});

it("one changed weight is one line of the review, whatever the field is called", () => {
  for (const field of FIELDS) {
    const record = { search: { dataField: ["name"], fieldWeights: ["1.0"] } };
    const weights = object([
      ["name", 1],
      [field, 7],
    ]);
    const changes = changesOf(record, { "search.weights": weights });
    expect(changes).toMatchObject([{ setting: "Weight of", field, new: "7" }]);
    const { search } = sectionsWith(record, { "search.weights": weights });
    expect(search).toMatchObject({ dataField: expect.arrayContaining([field]) });
  }
});

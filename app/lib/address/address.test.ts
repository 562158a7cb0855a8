import { describe, expect, it } from "vitest";
import { address, columns, flag, list, number, oneOf, page, pageOf, size, sort, type StateOf, text } from ".";
import { dateRange, presets } from "./date-range";
import { map } from "./map";

const pair = {
  read: (given: string) =>
    /^\w+:\w+$/.test(given) ? { field: given.split(":")[0] ?? "", value: given.split(":")[1] ?? "" } : undefined,
  write: ({ field, value }: { field: string; value: string }) => `${field}:${value}`,
};
const spec = {
  q: text(),
  health: oneOf(["green", "yellow", "red"]),
  match: oneOf(["any", "all"], { initial: "any" }),
  least: number({ min: 0, max: 1000, initial: null, whole: false }),
  tag: list({ known: new Set(["a", "b", "c d"]) }),
  filters: list({ name: "f", item: pair, label: "Filter" }),
  is: map("is.", list()),
  range: dateRange(),
  sort: sort({ by: ["name", "size"], initial: { by: "size", order: "desc" } }),
  size: size(),
  column: columns({ known: new Set(["name", "size", "é&="]) }),
  view: oneOf(["rows"], { part: "look" }),
  marks: flag({ initial: true }),
  page: page(),
  why: text({ part: "rows" }),
  chosen: oneOf(["none"], { part: "once" }),
};
type State = StateOf<typeof spec>;
const screen = address(spec);

/** Numbers from 0 to 1 that are the same in each run. */
function numbersFrom(seed: number) {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

function stateFrom(random: () => number): State {
  const whole = (below: number) => Math.floor(random() * below);
  const pick = <T>(of: readonly T[]): T => of[whole(of.length)] as T;
  const some = <T>(of: readonly T[]) => of.filter(() => random() < 0.4);
  const word = () => pick(["a", "é", "x y", "&=+#%?", "“”", "1", "日本", "a\u0000b", "is.x", "__proto__", "😀"]);
  const map = Object.fromEntries(
    some(["a", "b.c", "d&e", "page", "f g"]).map((key) => [key, [...new Set([word(), word()])]]),
  );
  const zone = pick([null, null, "Europe/Oslo", "UTC"]);
  const range: State["range"] = pick([
    { preset: pick(presets), zone },
    { from: "2026-03-01", to: pick(["2026-03-01", "2026-12-31"]), zone },
    { from: "2026-03-01T09:30:00Z", to: "2026-03-01T10:00:00Z", zone },
  ]);
  return {
    q: pick(["", word(), `${word()} ${word()}`]),
    health: pick(["", "green", "yellow", "red"]),
    match: pick(["any", "all"]),
    least: pick([null, 0, 1.5, 1000]),
    tag: some(["a", "b", "c d"]),
    filters: some([
      { field: "a", value: "b" },
      { field: "c", value: "d" },
    ]),
    is: map,
    range,
    sort: { by: pick(["name", "size"]), order: pick(["asc", "desc"]) },
    size: pick([10, 25, 50, 100]),
    column: some(["name", "size", "é&="]),
    view: pick(["", "rows"]),
    marks: random() < 0.5,
    page: pick([1, 2, 400]),
    why: pick(["", word()]),
    chosen: pick(["", "none"]),
  };
}

/** The parameters with their names in another order; what stands several times under one name keeps its own order. */
function shuffled(search: string, random: () => number) {
  const params = new URLSearchParams(search);
  const names = [...new Set(params.keys())].map((name) => ({ name, at: random() })).sort((a, b) => a.at - b.at);
  return new URLSearchParams(names.flatMap(({ name }) => params.getAll(name).map((value) => [name, value])));
}

const states = Array.from({ length: 300 }, (_, seed) => stateFrom(numbersFrom(seed * 7919 + 1)));

describe("an address", () => {
  it("gives back the state that it was made of, in whatever order its parameters stand", () => {
    for (const [at, state] of states.entries()) {
      const { search } = screen.at("", state);
      expect(screen.at(search)).toMatchObject({ state, remarks: [], search });
      expect(screen.at(shuffled(search, numbersFrom(at))).search).toBe(search);
    }
  });

  it("says nothing where everything is as usual", () => {
    expect(screen.at("", screen.initial).search).toBe("");
    expect(
      screen.at("?q=&health=&match=any&least=&page=1&size=25&sort=size&order=desc&range=last-30-days&marks=1&f=&is.a=")
        .search,
    ).toBe("");
    expect(screen.at("?page=3").href({ page: 1 })).toBe("?");
  });

  it("is read from a request, a URL and a text alike", () => {
    const sources = ["?q=x", new URL("http://h/p?q=x"), new URLSearchParams("q=x"), new Request("http://h/p?q=x")];
    expect(sources.map((source) => screen.at(source).state.q)).toEqual(["x", "x", "x", "x"]);
  });

  it("keeps what others put there, but nothing of the router", () => {
    const here = screen.at("?_routes=x&a=1&q=y&a=2");
    expect(here).toMatchObject({ search: "?q=y&a=1&a=2", others: "?a=1&a=2" });
    expect(here.href({ q: undefined })).toBe("?a=1&a=2");
    expect(here.keep(["q"])).toEqual([
      { name: "a", value: "1" },
      { name: "a", value: "2" },
    ]);
  });
});

describe("a link", () => {
  const here = screen.at("?q=x&sort=name&page=4&why=7&chosen=none&view=rows&column=name");

  it("changes one thing and drops what no longer holds", () => {
    expect(here.href()).toBe("?q=x&sort=name&column=name&view=rows&page=4&why=7");
    expect(here.href({ view: "" })).toBe("?q=x&sort=name&column=name&page=4&why=7");
    expect(here.href({ page: 5 })).toBe("?q=x&sort=name&column=name&view=rows&page=5");
    expect(here.href({ why: "" })).toBe("?q=x&sort=name&column=name&view=rows&page=4");
    for (const change of [
      { q: "y" },
      { health: "red" as const },
      { size: 50 },
      { sort: { by: "size" as const, order: "asc" as const } },
      { is: { a: ["b"] } },
    ])
      expect(screen.at(here.href(change)).state, JSON.stringify(change)).toMatchObject({
        ...change,
        page: 1,
        why: "",
        view: "rows",
      });
  });

  it("drops nothing for what is so already", () => {
    expect(here.href({ q: "x" })).toContain("page=4");
  });

  it("resets with undefined, and sets a page together with a filter", () => {
    expect(here.href({ q: undefined, sort: undefined })).toBe("?column=name&view=rows");
    expect(here.href({ q: "y", page: 2 })).toContain("page=2");
  });

  it("of a form is as short, with what the form keeps", () => {
    const form = new FormData();
    for (const { name, value } of here.keep(["q", "health"])) form.append(name, value);
    form.append("q", " new ");
    form.append("health", "");
    expect(here.hrefOf(form)).toBe("?q=new&sort=name&column=name&view=rows");
    form.append("least", "many");
    expect(here.hrefOf(form)).toContain("least=many");
  });

  it("tells what is set", () => {
    expect([here.holds("q"), here.holds("health"), here.holds("health", "q")]).toEqual([true, false, true]);
  });
});

describe("what cannot be read", () => {
  const usual = screen.initial;
  it.each([
    ["health=blue", "Health “blue” is not one of green, yellow, red. It was ignored."],
    ["match=some", "Match “some” is not one of any, all. Using any instead."],
    ["least=many", "Least “many” is not a number from 0 to 1,000. It was ignored."],
    ["least=1e2", "Least “1e2” is not a number from 0 to 1,000. It was ignored."],
    ["least=1001", "Least “1001” is not a number from 0 to 1,000. It was ignored."],
    ["page=0", "Page “0” is not a whole number from 1 to 1,000,000. Using 1 instead."],
    ["page=1.5", "Page “1.5” is not a whole number from 1 to 1,000,000. Using 1 instead."],
    ["size=26", "Rows per page “26” is not one of 10, 25, 50, 100. Using 25 instead."],
    ["sort=drop", "Sort “drop” is not one of name, size. Using size instead."],
    ["order=up", "Order “up” is not asc or desc. Using desc instead."],
    ["tag=z", "Tag “z” is not available. It was ignored."],
    ["tag=z&tag=y", "Tag “z”, “y” are not available. They were ignored."],
    ["f=nonsense", "Filter “nonsense” is not valid. It was ignored."],
    ["column=__proto__", "Column “__proto__” is not available. It was ignored."],
    ["marks=yes", "Marks “yes” is not 1 or 0. Using 1 instead."],
    ["range=ever", "Date range “ever” is not available. Using Last 30 days instead."],
    ["from=2026-02-30&to=2026-03-01", "“2026-02-30” is not a date like 2026-11-22. Using Last 30 days instead."],
    [
      "from=2026-03-02&to=2026-03-01",
      "The date range starts on 2026-03-02, after its end on 2026-03-01. Using Last 30 days instead.",
    ],
    ["from=2026-03-02", "The date range has no end. Using Last 30 days instead."],
    ["zone=Mars/Base", "Time zone “Mars/Base” is unknown. Using your own."],
  ])("%s falls back and is told", (query, told) => {
    const { state, remarks } = screen.at(query);
    expect(state).toEqual(usual);
    expect(remarks.map((remark) => remark.text)).toEqual([told]);
  });

  it("takes the first of two, and says so", () => {
    const { state, remarks } = screen.at("page=2&page=3");
    expect(state.page).toBe(2);
    expect(remarks.map((remark) => remark.text)).toEqual(["Page is given 2 times. Using the first value, “2”."]);
    expect(screen.at("page=2&page=2").remarks).toEqual([]);
  });

  it("cuts long text between characters", () => {
    const { state, remarks } = screen.at(`q=${encodeURIComponent("x".repeat(499))}😀`);
    expect(state.q).toBe("x".repeat(499));
    expect(remarks.map((remark) => remark.text)).toEqual(["Q is longer than 500 characters. Using the first 500."]);
  });

  it("says no more than ten things, of however many", () => {
    expect(
      screen.at(Array.from({ length: 500 }, (_, at) => `is.${at}=a&is.${at}=a&health=${at}`).join("&")).remarks.length,
    ).toBeLessThanOrEqual(10);
  });
});

it("reads the dates of older links", () => {
  expect(screen.at("from=2026/03/01&to=2026/03/02").state.range).toEqual({
    from: "2026-03-01",
    to: "2026-03-02",
    zone: null,
  });
});

it("takes the last of a hidden 0 and a ticked 1", () => {
  expect([screen.at("marks=0").state.marks, screen.at("marks=0&marks=1").state.marks]).toEqual([false, true]);
});

describe("a page of rows", () => {
  it("is the last one for one beyond the end, and says so", () => {
    expect(pageOf([1, 2, 3], { page: 2, size: 2 })).toEqual({ rows: [3], page: 2, pages: 2, total: 3, remarks: [] });
    expect(pageOf([1, 2, 3], { page: 9, size: 2 })).toMatchObject({
      rows: [3],
      page: 2,
      remarks: [{ text: "Page 9 does not exist. Showing page 2, the last one." }],
    });
    expect(pageOf([], { page: 1, size: 10 })).toEqual({ rows: [], page: 1, pages: 1, total: 0, remarks: [] });
  });
});

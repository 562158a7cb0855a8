/** What visitors do, one thing after the other. `at` is unix seconds. */
export type Search = {
  kind: "search";
  id: string;
  at: number;
  user: string;
  /** As it was typed. */
  term: string;
  indices: string[];
  hits: number;
  filters?: [key: string, value: string][];
  seen?: [id: string, index: string][];
  events?: Record<string, string>;
};
export type Click = {
  kind: "click";
  id: string;
  index: string;
  type: "result" | "suggestion";
  on: Record<string, number>;
};
export type Conversion = { kind: "conversion"; id: string; index: string; on: string[] };
export type Event = Search | Click | Conversion;

const at = (text: string) => Date.parse(text) / 1000;

/**
 * A day in a shop, made by hand; the numbers below it are counted by hand too. In Berlin the second and third search
 * are of the same day, in UTC of two.
 */
export const shopDay: Event[] = [
  {
    kind: "search",
    id: "s1",
    at: at("2026-03-28T10:00:00Z"),
    user: "ada",
    term: "Desk Lamp",
    indices: ["lamps"],
    hits: 12,
    seen: [
      ["l1", "lamps"],
      ["l2", "lamps"],
    ],
  },
  { kind: "click", id: "s1", index: "lamps", type: "result", on: { l2: 2 } },
  { kind: "click", id: "s1", index: "lamps", type: "result", on: { l2: 2 } },
  { kind: "conversion", id: "s1", index: "lamps", on: ["l2"] },
  {
    kind: "search",
    id: "s2",
    at: at("2026-03-28T23:30:00Z"),
    user: "bo",
    term: "desk lamp",
    indices: ["lamps"],
    hits: 12,
    filters: [["brand", "Luxo"]],
  },
  {
    kind: "search",
    id: "s3",
    at: at("2026-03-29T00:30:00Z"),
    user: "bo",
    term: "",
    indices: ["lamps"],
    hits: 90,
    filters: [
      ["brand", "luxo"],
      ["colour", "red"],
    ],
  },
  { kind: "click", id: "s3", index: "lamps", type: "suggestion", on: { "lamp shade": 1 } },
  { kind: "search", id: "s4", at: at("2026-03-29T09:00:00Z"), user: "ada", term: "lmap", indices: ["lamps"], hits: 0 },
  // One search of two indices; the same id stands for another document in each.
  {
    kind: "search",
    id: "s5",
    at: at("2026-03-29T12:00:00Z"),
    user: "cy",
    term: "größe 日本",
    indices: ["lamps", "books"],
    hits: 3,
    seen: [
      ["l1", "lamps"],
      ["l1", "books"],
    ],
    events: { platform: "ios" },
  },
  { kind: "click", id: "s5", index: "books", type: "result", on: { b7: 5 } },
];

/** What the day comes to, over all indices. */
export const shopDayFigures = {
  summary: {
    total_searches: 6,
    total_users: 3,
    total_no_results_searches: 1,
    no_results_rate: 16.67,
    total_results_count: 5,
    total_clicks: 3,
    total_results_clicks: 2,
    total_suggestions_clicks: 1,
    avg_click_rate: 50,
    avg_suggestions_click_rate: 16.67,
    avg_click_position: 2.67,
    avg_results_click_position: 3.5,
    avg_suggestions_click_position: 1,
    total_conversions: 1,
    avg_conversion_rate: 16.67,
  },
  popular: [
    ["desk lamp", 2, 1, 50, 2, 50],
    ["<empty_query>", 1, 1, 100, 1, 0],
    ["größe 日本", 1, 1, 100, 5, 0],
    ["lmap", 1, 0, 0, 0, 0],
  ] as [term: string, count: number, clicks: number, rate: number, position: number, conversion: number][],
  daysInUtc: [2, 3],
  daysInBerlin: [1, 4],
};

/** A stream like one of real life, the same for the same seed. Ids begin with `name`. */
export function randomStream({
  seed,
  name,
  count,
  from,
  days,
}: {
  seed: number;
  name: string;
  count: number;
  from: number;
  days: number;
}): Event[] {
  let state = seed;
  const random = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const pick = <Item>(items: readonly Item[]): Item => items[random(items.length)]!;
  const terms = [
    "boot",
    "Boot",
    "snow boot",
    "sandal",
    "größe",
    "日本語",
    "naïve café",
    "",
    "x".repeat(40),
    "a  b",
    "émigré 🥾",
  ];
  const indices = ["shoes", "hats"];
  const stream: Event[] = [];
  for (let n = 0; n < count; n++) {
    const id = `${name}-${n}`;
    const on = random(4) === 0 ? indices : [pick(indices)];
    const seen = Array.from({ length: random(4) }, (): [string, string] => [`d${random(6)}`, pick(on)]);
    const unique = [...new Map(seen.map((entry) => [entry[0], entry])).values()];
    stream.push({
      kind: "search",
      id,
      at: from + random(days * 86_400),
      user: `u${random(7)}`,
      term: pick(terms),
      indices: on,
      hits: random(3) === 0 ? 0 : random(50),
      ...(random(2) === 0 ? { filters: [[pick(["brand", "size"]), pick(["Acme", "other", "größe", "41"])]] } : {}),
      ...(unique.length > 0 ? { seen: unique } : {}),
      ...(random(3) === 0 ? { events: { platform: pick(["ios", "web"]) } } : {}),
    });
    for (let clicks = random(3); clicks > 0; clicks--)
      stream.push({
        kind: "click",
        id,
        index: pick(on),
        type: random(3) === 0 ? "suggestion" : "result",
        on: { [`d${random(8)}`]: 1 + random(9) },
      });
    if (random(4) === 0) stream.push({ kind: "conversion", id, index: pick(on), on: [`d${random(8)}`] });
  }
  return stream;
}

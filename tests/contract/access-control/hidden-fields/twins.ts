import { CATEGORIES } from "@common/access-control/categories";
import type { Api } from "../../api";

/** Two indices that differ in nothing but the values of hidden fields: the first holds what probes ask for. */
export const TWINS = ["twin-a", "twin-b"] as const;
/** Fields that the credentials of these tests may not see. */
export const HIDDEN = [
  "secret",
  "pin",
  "day",
  "spot",
  "host",
  "flag",
  "deep.note",
  "parts",
  "flat.secret",
  "hint",
  "rank",
  "topics",
  "vector",
  "dense",
  "kin",
  "span",
  "area",
];
/** What the other credential may see, and nothing else. */
export const SHOWN = ["name", "price", "brand", "deep.open", "flat.open", "near"];

const KEYWORD = { type: "text", fields: { keyword: { type: "keyword" } } };
const PROPERTIES = {
  name: { ...KEYWORD, term_vector: "with_positions_offsets" },
  price: { type: "float" },
  brand: { type: "keyword" },
  secret: { ...KEYWORD, fielddata: true },
  pin: { type: "long" },
  day: { type: "date" },
  spot: { type: "geo_point" },
  host: { type: "ip" },
  flag: { type: "boolean" },
  deep: { properties: { note: { type: "keyword" }, open: { type: "keyword" } } },
};
// Not every engine has each of them.
const MORE: Record<string, object> = {
  secret: { ...KEYWORD, fielddata: true, copy_to: "all" },
  all: KEYWORD,
  other: { type: "alias", path: "secret.keyword" },
  parts: { type: "nested", properties: { secret: { type: "keyword" }, size: { type: "long" } } },
  flat: { type: "flat_object" },
  hint: { type: "completion" },
  rank: { type: "rank_feature" },
  topics: { type: "rank_features" },
  vector: { type: "knn_vector", dimension: 2 },
  dense: { type: "dense_vector", dims: 2 },
  near: { type: "knn_vector", dimension: 2 },
  kin: { type: "join", relations: { mother: "child" } },
  span: { type: "integer_range" },
  area: { type: "geo_shape" },
};

const BARE = { price: 3, brand: "acme", deep: { open: "fine" }, flat: { open: "fine" }, near: [1, 1] };
const FULL = {
  ...BARE, secret: "plover lake", pin: 77, day: "1987-06-05", spot: "48.1,11.5", host: "10.1.2.3", flag: true, deep: { open: "fine", note: "plover" },
  parts: [{ secret: "plover", size: 7 }], flat: { open: "fine", secret: "plover" }, hint: "plover", rank: 7, topics: { plover: 7 }, vector: [1, 1], dense: [1, 1], kin: "mother", span: { gte: 1, lte: 9 }, area: { type: "point", coordinates: [11.5, 48.1] },
}; // prettier-ignore
const SECOND = {
  name: "open shoe",
  price: 4,
  brand: "other",
  secret: "grebe",
  pin: 88,
  day: "2020-01-01",
  spot: "1.0,1.0",
  host: "10.9.9.9",
  flag: false,
  deep: { note: "grebe" },
  parts: [{ secret: "grebe", size: 1 }],
  flat: { secret: "grebe" },
  hint: "grebe",
  rank: 1,
  topics: { grebe: 3 },
  vector: [-1, 0],
  dense: [-1, 0],
  near: [0, 1],
  kin: "mother",
  span: { gte: 50, lte: 60 },
  area: { type: "point", coordinates: [1, 1] },
};
const THIRD = { name: "closed boot", price: 5, brand: "acme", pin: 90, secret: "loon", deep: { open: "plover" } };

async function fill(api: Api, index: string, fields: readonly string[], first: object): Promise<void> {
  const of = (row: object) => Object.fromEntries(Object.entries(row).filter(([name]) => fields.includes(name)));
  const lines = [{ name: "open boot", ...of(first) }, of(SECOND), of(THIRD)].map(
    (row, place) => `{"index":{"_id":"${place + 1}"}}\n${JSON.stringify(row)}\n`,
  );
  const written = await api.call("POST", `/${index}/_bulk?refresh=true`, lines.join(""));
  if (written.text.includes('"errors":true')) throw new Error(written.text.slice(0, 500));
}

/** Makes both indices, with as many kinds of fields as the engine has. */
export async function makeTwins(api: Api): Promise<void> {
  for (const index of TWINS) {
    await api.call("DELETE", `/${index}`);
    const made = await api.call("PUT", `/${index}`, {
      settings: { number_of_shards: 1, number_of_replicas: 0 },
      mappings: { dynamic: "strict", properties: PROPERTIES },
    });
    if (made.status !== 200) throw new Error(made.text);
    const fields = Object.keys(PROPERTIES);
    for (const [name, definition] of Object.entries(MORE)) {
      const added = await api.call("PUT", `/${index}/_mapping`, { properties: { [name]: definition } });
      if (added.status === 200) fields.push(name);
    }
    await fill(api, index, fields, index === TWINS[0] ? FULL : BARE);
  }
}

/** More calls come than a credential may make in a second; the refusal would hide the one that is looked for. */
export const UNLIMITED = Object.fromEntries(
  [...CATEGORIES.map((category) => `${category}_limit`), "ip_limit"].map((name) => [name, 1_000_000]),
);

/** Credentials to which the hidden fields are closed: by their names, and as all that is not among others. */
export async function makeCallers(api: Api): Promise<{ excluding: string; including: string; open: string }> {
  const rest = {
    indices: ["*"],
    categories: ["docs", "search", "indices", "reactivesearch", "clusters", "cat"],
    ops: ["read", "write"],
    limits: UNLIMITED,
  };
  return {
    excluding: await api.credential({ ...rest, exclude_fields: HIDDEN }),
    including: await api.credential({ ...rest, include_fields: SHOWN, search_include_fields_only: true }),
    open: await api.credential({ ...rest, include_fields: SHOWN }),
  };
}

import { expect, it } from "vitest";
import { guessRole, guessRoles } from "./roles";

const many = (of: (n: number) => string) => Array.from({ length: 20 }, (_, n) => of(n));
const words = "twelve words and more make a text long enough to be read as one";

it.each([
  ["date", "released", "date", ["2024-01-01"]],
  ["place", "at", "geo_point", ["48,2"]],
  ["facet", "in_stock", "boolean", ["true", "false"]],
  ["number", "price", "double", ["1.5"]],
  ["id", "zip", "long", ["10115"]],
  ["id", "customerId", "long", ["7"]],
  ["other", "embedding", "dense_vector", []],
  ["picture", "front", "keyword", many((n) => `https://a.example/${n}.jpg`)],
  ["picture", "poster_url", "keyword", many((n) => `https://a.example/${n}`)],
  ["other", "homepage", "keyword", many((n) => `https://a.example/${n}`)],
  ["title", "product_name", "text", many((n) => `Lamp ${n}`)],
  ["text", "notes", "text", many((n) => `${words} ${n}`)],
  ["text", "description", "text", many((n) => `Short one ${n}`)],
  ["facet", "shelf", "keyword", many((n) => `shelf ${n % 4}`)],
  // Few documents: the name is enough where a value repeats at all.
  ["facet", "brand", "text", ["Casa", "Alpina", "Casa"]],
  ["id", "code", "keyword", many((n) => `AB-${n}`)],
  ["id", "sender", "keyword", many((n) => `a${n}@example.org`)],
  ["date", "released", "text", ["Jun 12 1998", "Aug 07 1998", "unknown", "3 March 2001"]],
  ["text", "author", "text", many((n) => `Anna the ${n}th`)],
  ["text", "empty", "text", []],
] as const)("takes for a %s: %s of type %s", (role, path, type, values) => {
  expect(guessRole({ path, type, values })).toBe(role);
});

it("finds one title: the surest name, of the document itself first", () => {
  const text = (path: string, values = many((n) => `${path} ${n}`)) => ({ path, type: "text", values });
  const titled = (...fields: ReturnType<typeof text>[]) => Object.fromEntries(guessRoles(fields));
  expect(titled(text("country.name"), text("file_name"), text("title"))).toEqual({
    "country.name": "text",
    file_name: "text",
    title: "title",
  });
  // A second one whose values repeat is something to filter by.
  expect(
    titled(
      text("title"),
      text(
        "vendor_name",
        many((n) => `Vendor ${n % 3}`),
      ),
    ),
  ).toMatchObject({ vendor_name: "facet" });
  expect(titled(text("city_of_birth"), text("remark"))).toEqual({ city_of_birth: "title", remark: "text" });
  expect(
    titled(
      text(
        "log",
        many((n) => `${words} ${n}`),
      ),
    ),
  ).toEqual({ log: "text" });
});

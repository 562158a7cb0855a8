import { pino } from "pino";
import { expect, test } from "vitest";
import { createServices, routesOf } from "../../gateway";
import { PASSES } from "./table";

// The table is only read: nothing is asked of an engine.
const ROUTES = routesOf(
  createServices({ engine: () => Promise.reject(new Error("no engine here")), log: pino({ level: "silent" }) }),
);

test("every route and method has one row, and every row is that of a route", () => {
  const rows = PASSES.flatMap((row) => row.routes).sort();
  const routes = ROUTES.flatMap(({ methods, path }) => methods.map((method) => `${method} ${path}`)).sort();
  expect(rows).toEqual(routes);
});

test("a row names each parameter once, and none that names an index but that of the lists of _cat", () => {
  for (const { routes, parameters, ofAdmins } of PASSES) {
    const all = [...parameters, ...ofAdmins];
    expect(new Set(all).size, routes[0]).toBe(all.length);
    const naming = all.filter((name) =>
      /^(index|indices|name|alias|id|type|metric|repository|target|new_index)$/.test(name),
    );
    expect(
      naming.filter(
        (name) => !(name === "index" && routes.every((route) => route.includes("/_cat"))) && name !== "type",
      ),
      routes[0],
    ).toEqual([]);
  }
});

import { describe, expect, it } from "vitest";
import { costsOf } from "../../scripts/cost.mjs";

// Screens that are made of what a thing is. What one of them takes beyond this belongs into the kit.
const BOUNDS = {
  list: { route: 120, parts: 170 },
  editor: { route: 170, parts: 450 },
  figures: { route: 90, parts: 250 },
};

const lists = ["data/stored-queries/list"];
// The routes of further lists; what their columns and services take is work of their own.
const routesOfLists = [
  "access-control/sharing/shares",
  "access-control/users/list",
  "analytics/mail/list",
  "data/changes/list",
  "indices/aliases/aliases",
  "indices/templates/templates",
  "search-relevance/functions/list",
  "search-relevance/rules/list",
  "search-relevance/synonyms/list",
  "search-relevance/tests/list",
];
// A chart with its figures.
const figures = ["geo-distribution", "query-overview", "requests-per-minute", "search-latency"].map(
  (name) => `analytics/${name}`,
);
const editors = [
  "indices/templates/new",
  "data/stored-queries/edit",
  "data/stored-queries/new",
  "search-relevance/suggestions/featured/edit",
];

const beyond = (names: readonly string[], most: { route: number; parts: number }) =>
  names.flatMap((name) => costsOf(name).filter(({ route, parts }) => route > most.route || parts > most.parts));

describe("lines of screens", () => {
  it("are counted for each of these", () => {
    expect([...lists, ...routesOfLists, ...figures, ...editors].filter((name) => costsOf(name).length !== 1)).toEqual(
      [],
    );
  });

  it("of a list stay within 120 in its route and 170 with parts and services", () => {
    expect(beyond(lists, BOUNDS.list)).toEqual([]);
  });

  it("of further lists stay within 120 in their routes", () => {
    expect(beyond(routesOfLists, { ...BOUNDS.list, parts: Infinity })).toEqual([]);
  });

  it("of a page of figures stay within 90 in its route and 250 with parts and services", () => {
    expect(beyond(figures, BOUNDS.figures)).toEqual([]);
  });

  it("of an editor stay within 170 in its route and 450 with parts and services", () => {
    expect(beyond(editors, BOUNDS.editor)).toEqual([]);
  });
});

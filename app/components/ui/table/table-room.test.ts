// @vitest-environment node
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type ColumnRoom, roomsFor } from "./table-room";

const name: ColumnRoom = { key: "name", label: "Search term", sort: "name", room: 9 };
const count: ColumnRoom = { key: "count", label: "Searches", sort: "count" };
const figure = (label: string, yields: number): ColumnRoom => ({ key: label, label, sort: label, yields });
const actions: ColumnRoom = { key: "actions", label: "Actions", hideLabel: true, room: 9.5 };
const of = (...columns: ColumnRoom[]) => roomsFor({ columns, ticks: false });

describe("columns that yield", () => {
  it("leave the others the room to stand without a box that scrolls, and are there from where they fit", () => {
    const figures = [figure("Clicks", 2), figure("Click rate", 3), figure("Click position", 1)];
    const { fits, from } = of(name, count, ...figures, actions);
    expect(fits).toBe(of(name, { ...count }, actions).fits);
    // The last to go is the first to come.
    expect(from).toEqual([null, null, 36, 30, 42, null]);
  });

  it("count the words of their heads, which wrap", () => {
    const long = "Average position of clicks";
    expect(of(name, figure(long, 1), actions).from[1]).toBeLessThan(
      of(name, { key: "long", label: long }, actions).fits,
    );
  });

  it("are none in most tables, whose cells have the usual space", () => {
    expect(of(name, count, actions)).toMatchObject({ tight: false, from: [null, null, null] });
    expect(of(name, figure("Clicks", 1)).tight).toBe(true);
  });
});

it("counts what is said of the actions of a row", () => {
  const wide = Array.from({ length: 4 }, (_, n) => ({ key: `${n}`, label: "Conversion rate" }));
  expect(of(name, ...wide, { ...actions, room: 20 }).fits).toBeGreaterThan(of(name, ...wide, actions).fits);
});

it("gives no room that the style sheet has no rule for", () => {
  const css = readFileSync("app/styles/tables.css", "utf8");
  for (let room = 30; room <= 96; room += 3) {
    const rule = new RegExp(
      `@container \\(min-width: ${room}rem\\) \\{\\s*\\.fit-${room} \\{[^}]*\\}\\s*\\.from-${room} \\{[^}]*\\}`,
    );
    expect(css, String(room)).toMatch(rule);
  }
  const huge = of(...Array.from({ length: 30 }, (_, n) => figure(`Column ${n}`, n + 1)));
  expect(Math.max(...huge.from.map((room) => room ?? 0), huge.fits)).toBe(96);
});

it("a table that does not fit scrolls sideways alone: the page scrolls, no box within it", () => {
  const css = readFileSync("app/styles/tables.css", "utf8");
  expect(css).toMatch(/\.table-scroll \{\s*overflow: var\(--fits, auto hidden\);/);
  for (const [, rule] of css.matchAll(/\.table-scroll[^{]*\{([^}]*)\}/g)) expect(rule).not.toContain("max-height");
});

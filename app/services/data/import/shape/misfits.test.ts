import { describe, expect, it } from "vitest";
import type { FieldPlan, Plan, RawRow } from "../types";
import { misfitsOf } from "./misfits.server";

const field = (name: string, type: FieldPlan["type"], include = true): FieldPlan => ({
  ...{ name, type, include, useCase: "none", dateFormat: "iso", numberFormat: "plain", list: false, role: "other" },
});
const rowsOf = (lines: readonly string[], problem: string | null = null): RawRow[] =>
  lines.map((line, at) => ({ row: at + 1, line: at + 2, column: 1, raw: Buffer.from(line), problem }));
const plan = (format: Plan["options"]["format"], fields: FieldPlan[]): Plan => ({
  options: { format, encoding: "utf-8", gzip: false, delimiter: ",", header: true },
  columns: format === "csv" ? fields.map(({ name }) => name) : [],
  fields,
  idField: null,
});

describe("rows that do not fit", () => {
  const lines = ["Metropolis,1927,yes", "M,soon,perhaps", "Alien,1979x,no", "Dune,,maybe"];

  it("are counted for each field by itself, and as rows", () => {
    const found = misfitsOf(plan("csv", [field("title", "text"), field("year", "long"), field("seen", "boolean")]), [
      ...rowsOf(lines),
    ]);
    expect(found.rows).toBe(3);
    expect(Object.fromEntries(found.fields)).toEqual({
      year: { rows: 2, reason: "“soon” is not a whole number" },
      seen: { rows: 2, reason: "“perhaps” is neither true nor false" },
    });
  });

  it("leave out excluded fields and rows that cannot be read", () => {
    expect(
      misfitsOf(plan("csv", [field("title", "text"), field("year", "long", false)]), rowsOf(["M,soon"])).rows,
    ).toBe(0);
    const unread = misfitsOf(plan("csv", [field("year", "long")]), rowsOf(["soon"], "it has no end"));
    expect(unread).toEqual({ rows: 0, fields: new Map() });
  });

  it("are found in JSON too", () => {
    const found = misfitsOf(
      plan("ndjson", [field("a.n", "integer"), field("at", "date")]),
      rowsOf(['{"a":{"n":"x"},"at":"today"}', '{"a":{"n":3000000000}}', '{"a":{"n":3}}']),
    );
    expect(found.rows).toBe(2);
    expect(found.fields.get("a.n")?.rows).toBe(2);
    expect(found.fields.get("at")?.rows).toBe(1);
  });
});

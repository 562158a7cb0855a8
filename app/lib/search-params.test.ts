import { describe, expect, it } from "vitest";
import { pageNumbers } from "~/components/ui/table/table-footer";
import { pageOf, readListParams, withParams } from "./search-params";

const read = (query: string) => readListParams(new URLSearchParams(query), { sorts: ["name", "size"], sort: "name" });

describe("list parameters", () => {
  it("fall back for what is missing, unknown or out of bounds", () => {
    const defaults = { page: 1, size: 25, sort: "name", order: "asc", q: "" };
    for (const query of ["", "page=-1", "page=abc", "page=0", "page=1.5", "page=1e3", "size=26", "sort=drop", "order=up"])
      expect(read(query), query).toEqual(defaults);
    expect(read("page=3&size=50&sort=size&order=desc&q=%20a%20")).toEqual({ page: 3, size: 50, sort: "size", order: "desc", q: "a" });
  });

  it("show the last page for one beyond the end", () => {
    expect(pageOf([1, 2, 3], { page: 9, size: 2 })).toEqual({ rows: [3], page: 2, pages: 2, total: 3 });
    expect(pageOf([], { page: 1, size: 10 })).toEqual({ rows: [], page: 1, pages: 1, total: 0 });
  });

  it("change links without touching the rest", () => {
    expect(withParams(new URLSearchParams("a=1&a=2&page=4&_routes=x"), { page: null, sort: "name" })).toBe("?a=1&a=2&sort=name");
    expect(withParams(new URLSearchParams("a=1&b=2"), { a: ["x", "y"], b: "" })).toBe("?a=x&a=y");
  });

  it("number the pages with gaps, and never a gap of one", () => {
    expect(pageNumbers(1, 1)).toEqual([1]);
    expect(pageNumbers(1, 22)).toEqual([1, 2, 0, 22]);
    expect(pageNumbers(4, 22)).toEqual([1, 2, 3, 4, 5, 0, 22]);
    expect(pageNumbers(11, 22)).toEqual([1, 0, 10, 11, 12, 0, 22]);
    expect(pageNumbers(20, 22)).toEqual([1, 0, 19, 20, 21, 22]);
  });
});

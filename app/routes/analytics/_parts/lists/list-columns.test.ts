// @vitest-environment node
import { describe, expect, it } from "vitest";
import { roomsFor } from "~/components/ui/table/table-room";
import { open } from "~/lib/access-control/gate";
import { appLevel, clusterLevel } from "~/navigation/paths";
import { rowsAddress } from "../analytics-address";
import { columnsOf } from "./list-columns";
import { type ListName, listKinds, type ShownRow } from "./list-kind";

/** A row of which the server tells everything. */
const row: ShownRow = {
  ...{ id: "1", name: "lamp", title: null, group: null, of: null, replay: { q: "lamp" }, at: null },
  ...{ count: 1234, before: 900, clicks: 600, rate: 48.6, position: 2.5, conversion: 12.5, index: null },
};
const fixes = {
  ...{ index: "lamps", near: { ok: true as const, value: {} }, notes: {} },
  ...{ gate: open, hasSynonyms: true, hasRules: true },
};

/** Room of a table, in rem, beside the sidebar at the widths of a window. */
const roomAt = { 768: 30.3, 1200: 57.3 };

describe.each(["popularSearches", "noResults", "popularFilters"] satisfies ListName[])("the columns of %s", (list) => {
  it.each([appLevel("lamps"), clusterLevel])("leave nothing beneath the actions of a row: $level", (at) => {
    const columns = columnsOf({
      ...{ list, kind: listKinds[list], rows: [row], at, search: "", hasClicks: true, isCompared: true },
      here: rowsAddress("count").at(""),
      ways: { preview: open, cures: [], fixIn: [] },
      fixes: list === "noResults" && at.level === "app" ? fixes : null,
    });
    expect(columns.at(-1)).toMatchObject({ key: "actions" });
    const { fits, from } = roomsFor({ columns, ticks: false });
    expect(fits).toBeLessThanOrEqual(roomAt[768]);
    // All figures are there at 1200, but where a row tells of what is nearest too.
    const hidden = columns.filter((_, n) => (from[n] ?? 0) > roomAt[1200]).map(({ key }) => key);
    expect(hidden.filter((key) => key !== "nearest" && key !== "position")).toEqual([]);
    if (list !== "noResults") expect(hidden).toEqual([]);
  });
});

it("leaves the column of actions out where no filter has a request to replay", () => {
  const columns = columnsOf({
    ...{ list: "popularFilters", kind: listKinds.popularFilters, rows: [{ ...row, replay: null }], search: "" },
    ...{ at: appLevel("lamps"), here: rowsAddress("count").at(""), fixes: null, hasClicks: true, isCompared: false },
    ways: { preview: open, cures: [], fixIn: [] },
  });
  expect(columns.map(({ key }) => key)).not.toContain("actions");
});

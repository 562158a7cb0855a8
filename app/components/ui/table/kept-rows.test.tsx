// @vitest-environment jsdom
import { act } from "@testing-library/react";
import { hydrateRoot, type Root } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { expect, it } from "vitest";
import type { PageRows } from "~/lib/values/page-rows";
import { type Column, DataTable } from "./data-table";

type Row = { name: string };
const columns: Column<Row>[] = [{ key: "name", label: "Name", render: ({ name }) => <b>{name}</b> }];
const table = (rows: PageRows<Row>) => (
  <DataTable caption="Things" columns={columns} rows={rows} rowKey={({ name }) => name} />
);
const rowsOf = (host: HTMLElement) => [...host.querySelectorAll("tbody tr")].map((row) => row.textContent);

it("keeps the rows of the page while its data has none, and shows those that come", () => {
  const host = document.createElement("div");
  document.body.append(host);
  host.innerHTML = renderToString(table([{ name: "one" }, { name: "two" }]));
  const written = host.querySelector("tbody tr");
  let root: Root | undefined;
  act(() => void (root = hydrateRoot(host, table({ count: 2 }))));
  expect(rowsOf(host)).toEqual(["one", "two"]);
  expect(host.querySelector("tbody tr")).toBe(written);
  act(() => root?.render(table({ count: 2 })));
  expect(rowsOf(host)).toEqual(["one", "two"]);
  act(() => root?.render(table([{ name: "three" }])));
  expect(rowsOf(host)).toEqual(["three"]);
  act(() => root?.render(table([])));
  expect(host.textContent).toContain("Nothing here.");
  act(() => root?.unmount());
});

import { expect, it } from "vitest";
import { roomsFor } from "~/components/ui/table/table-room";
import { open } from "~/lib/access-control/gate";
import { clusterLevel } from "~/navigation/paths";
import { columnsAt } from "./list-columns";

/** What a letter of a cell takes, the space around a cell, and what a badge has around its words, in rem. */
const [LETTER, AROUND, BADGE] = [0.42, 1, 1.6];

it("columns whose cells do not wrap have the room of their longest value, so that the table keeps in its frame", () => {
  const reveal = { shown: null, problem: null, ask: () => undefined, hide: () => undefined };
  const columns = columnsAt({ at: clusterLevel, gate: open, showGate: open, reveal });
  const roomOf = (name: string) => columns.find(({ key }) => key === name)?.room ?? 0;
  expect(roomOf("name")).toBeGreaterThanOrEqual(12);
  expect(roomOf("access")).toBeGreaterThanOrEqual("Read and write".length * LETTER + AROUND);
  expect(roomOf("expiry")).toBeGreaterThanOrEqual("expires in 2 months".length * LETTER + AROUND + BADGE - 0.1);
  // Patterns break between, not within.
  expect(roomOf("indices")).toBeGreaterThanOrEqual("products-*".length * LETTER + AROUND);
  // All of them have room in a window of 1280 px beside the sidebar.
  const { fits, from } = roomsFor({ columns, ticks: false });
  expect(Math.max(fits, ...from.map((room) => room ?? 0))).toBeLessThanOrEqual(60);
});

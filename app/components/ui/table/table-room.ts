import type { HeadColumn } from "./table-head";

export type ColumnRoom = HeadColumn & {
  /** What the column takes at least, in rem, where that is more than its head tells: cells that do not wrap. */
  room?: number;
  /**
   * Left out where it does not fit beside the others, so that nothing lies beneath what can be done with a row; 1 goes
   * first. Its head wraps. On a narrow screen it is there again.
   */
  yields?: number;
};

const STEP = 3;
const LEAST = 30;
const MOST = 96;

const stepOf = (room: number) => Math.min(MOST, Math.max(LEAST, Math.ceil(room / STEP) * STEP));

/** What a letter of a head takes, its sign of sorting, its second link, and the space around a cell, in rem. */
const LETTER = 0.5;
const SORTS = 0.9;
const MORE = 1.2;
const AROUND = { usual: 1.5, tight: 1 };

const longest = (label: string) => Math.max(...label.split(" ").map((word) => word.length));

function roomOf(column: ColumnRoom, { at, around }: { at: number; around: number }) {
  const { label, hideLabel, room = at === 0 ? 10 : 5, sort, more, yields } = column;
  if (hideLabel) return room;
  const letters = yields === undefined ? label.length : longest(label);
  return Math.max(room, Math.min(14, letters * LETTER + around + (sort === undefined ? 0 : SORTS) + (more ? MORE : 0)));
}

/**
 * The room, in rem, from which on columns fit beside each other: from `fits` on the box does not scroll, so that the
 * head sticks to the window. Cells wrap; what gives the width is the heads, which do not. `from` tells of each column
 * that yields from where on there is room for it.
 */
export function roomsFor({ columns, ticks }: { columns: readonly ColumnRoom[]; ticks: boolean }) {
  const tight = columns.some(({ yields }) => yields !== undefined);
  const around = tight ? AROUND.tight : AROUND.usual;
  const rooms = columns.map((column, at) => ({
    yields: column.yields ?? Infinity,
    room: roomOf(column, { at, around }),
  }));
  const roomOfThose = (least: number) =>
    stepOf(rooms.reduce((sum, { yields, room }) => sum + (yields >= least ? room : 0), ticks ? 2 : 0));
  return {
    tight,
    fits: roomOfThose(Infinity),
    from: columns.map(({ yields }) => (yields === undefined ? null : roomOfThose(yields))),
  };
}

import { address, oneOf, type Param, type StateOf } from "~/lib/address";

export type Moments = { from: number; to: number } | null;

const LONGEST_MS = 31 * 86_400_000;
const SHORTEST_MS = 60_000;
const written = (instant: number) => new Date(instant).toISOString().slice(0, 19).concat("Z");

/** A part of the time, `from=2026-11-22T12:00:00Z&to=…`: what somebody has zoomed to. */
const zoom: Param<Moments> = {
  part: "look",
  initial: null,
  owns: (name) => name === "from" || name === "to",
  read(reader) {
    const [from, to] = [reader.one("from", "Start"), reader.one("to", "End")];
    if (from === undefined && to === undefined) return null;
    const [start, end] = [Date.parse(from ?? ""), Date.parse(to ?? "")];
    if (end - start >= SHORTEST_MS && end - start <= LONGEST_MS) return { from: start, to: end };
    reader.remark(
      "from",
      "The period is not two moments like 2026-11-22T12:00:00Z, a minute to 31 days apart. Showing the last hour instead.",
    );
    return null;
  },
  write: (value) =>
    value === null
      ? []
      : [
          ["from", written(value.from)],
          ["to", written(value.to)],
        ],
};

const spec = { traffic: oneOf(["hour", "day"], { label: "Period", initial: "hour", part: "look" }), zoom };

/** What the charts of an overview show. */
export const trafficAddress = address(spec);
export type TrafficState = StateOf<typeof spec>;

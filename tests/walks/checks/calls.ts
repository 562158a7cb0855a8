import type { Check } from "../check";

const MOST = 20;
/** Latency over time: up to three records of the log for each of twelve points, and a point that is over is kept. */
const MOST_POINTS = 36;
const isPoint = (call: string) => /\/_logs\/search\?.*&size=1&from=\d+$/.test(call);

/**
 * What a page asks the server for does not grow with what it shows. How many points of latency had a search hangs on how
 * long the walk has taken.
 */
export const calls: Check = {
  says: `asks the server at most ${MOST} times`,
  in: ({ server }) => server === "sound",
  look: ({ calls: made }) => {
    const points = made.filter(isPoint).length;
    const others = made.length - points;
    return others > MOST || points > MOST_POINTS ? [`${others} calls, and ${points} for points of latency`] : [];
  },
};

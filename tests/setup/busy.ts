// Tests that judge milliseconds judge the product, not the machine: what took too long is measured again between two
// runs of a known piece of work, and counts as many times less as that piece took longer than on a quiet machine.

/** No call may hold a process for longer. */
export const MOST_MS = 200;

/** What the known work takes of a quiet machine, in ms; the bounds of all tests were chosen on one like it. */
const QUIET_MS = 26;
const ROUNDS = 3;
const TRIES = 3;

/** `processor`: only what the processor did for this process counts, so that work of others shows less. */
export type Clock = "wall" | "processor";

/** Arithmetic, memory and JSON, as the product has them. */
function knownRound(): number {
  const cells = new Int32Array(1 << 20);
  let state = 1;
  for (let at = 0; at < 3_000_000; at++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) | 0;
    const cell = (state >>> 8) & (cells.length - 1);
    cells[cell] = (cells[cell] ?? 0) + at;
  }
  const rows = Array.from({ length: 4_000 }, (_, at) => ({
    at,
    name: `row ${cells[at] ?? 0}`,
    tags: [at % 7, at % 11],
  }));
  const read = JSON.parse(JSON.stringify(rows)) as typeof rows;
  return read.sort((a, b) => (a.name < b.name ? -1 : 1)).length;
}

function elapsed(clock: Clock): () => number {
  const began = performance.now();
  const used = process.cpuUsage();
  return () => {
    const wall = performance.now() - began;
    if (clock === "wall") return wall;
    const { user, system } = process.cpuUsage(used);
    return Math.min(wall, (user + system) / 1_000);
  };
}

let isWarm = false;

/** How many times longer the known work takes at this moment than on a quiet machine; never less than once. */
export function slowness(clock: Clock = "wall"): number {
  // Its first runs are the compiler's.
  if (!isWarm) for (let round = 0; round < ROUNDS; round++) knownRound();
  isWarm = true;
  const took = elapsed(clock);
  for (let round = 0; round < ROUNDS; round++) knownRound();
  return Math.max(1, took() / QUIET_MS);
}

type Judged = {
  /** The bound: what is within it at once is not measured again. */
  most: number;
  /** Does the work and gives its milliseconds by the clock. It may run several times. */
  measure: () => number | Promise<number>;
  clock?: Clock;
};

/** What work takes in milliseconds of a quiet machine: the least of a few tries. */
export async function judgedMs({ most, measure, clock = "wall" }: Judged): Promise<number> {
  let least = await measure();
  for (let again = 0; again < TRIES && least >= most; again++) {
    const before = slowness(clock);
    const ms = await measure();
    least = Math.min(least, ms / ((before + slowness(clock)) / 2));
  }
  return least;
}

/** As `judgedMs`, of what a caller waits for, start to end. */
export function waitedMs(work: () => Promise<unknown>, most: number): Promise<number> {
  const measure = async () => {
    const took = elapsed("wall");
    await work();
    return took();
  };
  return judgedMs({ most, measure });
}

/** As `judgedMs`, of work that has no pause: how long it holds the process. */
export function busyMs(work: () => unknown, most = MOST_MS): number {
  const once = () => {
    const took = elapsed("processor");
    work();
    return took();
  };
  let least = once();
  for (let again = 0; again < TRIES && least >= most; again++) {
    const before = slowness("processor");
    const ms = once();
    least = Math.min(least, ms / ((before + slowness("processor")) / 2));
  }
  return least;
}

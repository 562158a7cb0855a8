/**
 * Where something is kept that the product may act by: a system index of the back end, a table of the console's
 * database, a kind of job, a module that acts by the clock, an action of a rule, or what is in no store of ours (a file
 * of a caller's, a record of a server that only others have).
 */
export type Place =
  | `index:${string}`
  | `table:${string}`
  | `job:${string}`
  | `clock:${string}`
  | `action:${string}`
  | `outside:${string}`;

/**
 * A kind of record that is run on somebody's behalf. All of them stand in `docs/reference/runs-as.md`, which is written
 * from these rows.
 */
export type RunsAs = {
  what: string;
  kept: readonly Place[];
  /** By whose rights, and when they are asked for. */
  as: string;
  /** The most that it may do. */
  may: string;
  /** The tests that show it, each by its file and its title as it stands there. */
  shownBy: readonly `tests/${string}.test.ts#${string}`[];
};

import { execFileSync } from "node:child_process";

/**
 * Whether everything is tried, and not a part that turns with the commit: `HOSTILE_BODIES=all`, which
 * `npm run validate -- --all` sets.
 */
export const tryAll = process.env["HOSTILE_BODIES"] === "all";

/** A number made of the commit's tree: another one after each change, the same for each run of it. */
function turnOf(): number {
  try {
    const tree = execFileSync("git", ["rev-parse", "HEAD^{tree}"], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    return Number.parseInt(tree.slice(0, 7), 16);
  } catch {
    // A copy without its history.
    return 0;
  }
}
const turn = turnOf();

/** Whether the one at this place of many is tried in this run, where one in `of` is. */
export const isInTurn = (at: number, of: number): boolean => tryAll || (at + turn) % of === 0;

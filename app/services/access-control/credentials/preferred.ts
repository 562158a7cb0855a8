// Which credential an application is given where none is chosen (specification, section 3).

type Known = { name: string; ops: readonly string[]; referers: readonly string[]; expired: boolean };

const reads = ({ ops }: Known) => ops.includes("read");
const readsAndWrites = (one: Known) => reads(one) && one.ops.includes("write");

/**
 * The preferred one: read and write from any page, then read and write, then read only. One that has expired is none.
 */
export function preferredOf<One extends Known>(list: readonly One[]): One | undefined {
  const live = list.filter(({ expired }) => !expired);
  return (
    live.find((one) => readsAndWrites(one) && one.referers.includes("*")) ??
    live.find(readsAndWrites) ??
    live.find((one) => reads(one) && !one.ops.includes("write"))
  );
}

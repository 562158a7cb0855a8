import { type MountedPath, mountedPaths } from "../e2e/support/screens";

/** An address of a walk: where it is, the module of app/ that answers it, and what kind of mount it is. */
export type Address = { path: string; file: string; kind: MountedPath["kind"] };

/**
 * The modules whose screens a change can have touched, as `npm test` tells: with them a walk looks at no others. Unset,
 * it looks at all. Named from the root of the project, as in `server/checks/touched.mjs`.
 */
const touched = process.env["WALK_ONLY"]?.split(",").filter((file) => file !== "");
const isTouched = ({ file }: Address) => touched === undefined || touched.includes(`app/${file}`);

/** Every mounted address. */
export function everyMount(): Address[] {
  return mountedPaths().filter(isTouched);
}

/**
 * Each module once. What stands at both levels is asked for all indices by the one level, and for one index by the
 * other: two worlds that take turns look at both.
 */
export function everyModule(level: "cluster" | "app"): Address[] {
  const found = new Map<string, Address>();
  for (const address of everyMount()) {
    const key = `${address.file} ${address.path.replace(/^\/(cluster|app\/[^/]+)/, "")}`;
    // The table has all indices first.
    if (level === "app" || !found.has(key)) found.set(key, address);
  }
  return [...found.values()];
}

/** Addresses that one thing or state of the seed has, beside those of the table. */
export const stateful = (paths: readonly string[]): Address[] =>
  (touched === undefined ? paths : []).map((path): Address => ({ path, file: "", kind: "page" }));

export const isScreen = ({ kind }: Pick<Address, "kind">) => kind === "page" || kind === "chooser";

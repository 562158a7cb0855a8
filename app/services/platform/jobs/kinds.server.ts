import type { Kind } from "./kind.server";

let registered: readonly Kind[] = [];

/** Takes every kind of job that this console runs, in the place of those of before: once, when the console starts. */
export function registerJobKinds(kinds: readonly Kind[]) {
  registered = kinds;
}

/** Every kind of job that this console runs. */
export const jobKinds = (): readonly Kind[] => registered;

/** The kind of a job; undefined for one that another version of the console made. */
export function kindOf({ kind }: { kind: string }): Kind | undefined {
  return registered.find(({ name }) => name === kind);
}

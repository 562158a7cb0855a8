import type { Context } from "./types";

/**
 * True for a call with `local=true`, by which nodes of the real server tell each other to forget what they remember: it
 * is answered as done, and nothing is changed [server]. Nothing is to be forgotten here, for no gateway remembers a
 * record longer than half a second.
 */
export function isLocal({ query }: Pick<Context, "query">): boolean {
  return query["local"] === "true";
}

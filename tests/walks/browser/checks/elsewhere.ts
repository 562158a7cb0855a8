import type { Seen } from "../seen";

/** A page asks its own server and nobody else. */
export function elsewhere({ heard }: Seen): string[] {
  return heard.filter(({ kind }) => kind === "elsewhere").map(({ what }) => what);
}

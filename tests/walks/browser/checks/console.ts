import type { Seen } from "../seen";

/** Nothing is thrown and nothing complains in the console: no script error, no other markup than the server sent. */
export function quietConsole({ heard }: Seen): string[] {
  return heard
    .filter(({ kind }) => ["script error", "console", "console line", "answer 500"].includes(kind))
    .map(({ what }) => what);
}

import { broadcastDevReady, type ServerBuild } from "@remix-run/node";
import { statSync, watchFile } from "node:fs";
import { pathToFileURL } from "node:url";

/**
 * The Remix build in `npm run dev`: loaded again whenever the compiler has written a new one, and announced to its live
 * reload.
 */
export function developmentBuild({ first, file }: { first: ServerBuild; file: string }) {
  const build = {
    current: first,
    announce: () => {
      if (process.env["REMIX_DEV_ORIGIN"]) void broadcastDevReady(build.current);
    },
  };
  watchFile(file, { interval: 200 }, () => {
    const stamp = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
    if (stamp === undefined) return;
    void import(`${pathToFileURL(file).href}?t=${stamp}`).then((next: ServerBuild) => {
      build.current = next;
      build.announce();
    });
  });
  return build;
}

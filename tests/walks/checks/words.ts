import { isScreen } from "../addresses";
import type { Check } from "../check";

/** What each kind of trouble is told by. */
const SAYS: Partial<Record<string, RegExp>> = {
  fails: /Something went wrong!|failed/,
  hangs: /took too long|still loading/,
  // Readers of ours are lenient: what is not told is not shown.
  lies: /./,
};
/** Forms and lists that do without what they ask for: names to choose from, what an index is called now. */
const QUIET = /^\/cluster\/(templates|rules)\/new$|\/(import|jobs)(\/|$)/;
/** Pages that ask this server for nothing but who one is. */
const FRAME = /^GET \/(_user|arc\/(plan|health)|_cluster\/health.*|_aliasedindices.*)?$/;

/** Where the server is in trouble each page that asks it says so in words, keeps its frame and falls over nothing. */
export const words: Check = {
  says: "says what is wrong with the server",
  in: ({ server }) => SAYS[server] !== undefined,
  look: (visit, { server }) => {
    if (!isScreen(visit) || !visit.isPage) return [];
    const { status, text, html, calls } = visit;
    const asked = !QUIET.test(visit.path) && calls.some((call) => !FRAME.test(call));
    return [
      ...(status === 500 ? ["is a failure of ours"] : []),
      ...(/undefined|NaN|\[object/.test(text) ? ["shows what is no word"] : []),
      ...(html.includes('aria-label="Sections"') ? [] : ["has no sidebar"]),
      ...(asked && !SAYS[server]?.test(text) ? [`does not say it after ${calls.join()}`] : []),
    ];
  },
};

import { address, number, page, size, text } from "~/lib/address";
import { type LevelRef, screenPath } from "~/navigation/paths";

/** The address of the console: what its text and answers are taken from. */
export const consoleAddress = address({
  work: text({ label: "Work", part: "look" }),
  saved: text({ label: "Saved request", part: "look" }),
  history: text({ label: "Sent request", part: "look" }),
  log: text({ label: "Logged request", part: "look" }),
});

/** The address of the page that asks first. */
export const confirmAddress = address({
  work: text({ label: "Work" }),
  request: number({ label: "Request", min: 0, initial: 0, whole: true }),
});

/** The address of the list of what was sent. */
export const historyAddress = address({ size: size(), page: page() });

/** The address of the page that forgets: a saved request, or all of the history. */
export const forgetAddress = address({ saved: text({ label: "Saved request" }) });

/** The console with kept work, at its answers. */
export const workPath = (at: LevelRef, work: string) => `${screenPath(at, "console", { query: { work } })}#answers`;

// What a change is called. Shared with the browser.

/** Before it is done (or where it was not), and after. */
export const verbs = {
  add: ["Add", "Added"],
  clear: ["Clear", "Cleared"],
  clone: ["Clone", "Cloned"],
  close: ["Close", "Closed"],
  create: ["Create", "Created"],
  delete: ["Delete", "Deleted"],
  deploy: ["Publish", "Published"],
  end: ["End", "Ended"],
  import: ["Import into", "Imported into"],
  merge: ["Force merge", "Force merged"],
  open: ["Open", "Opened"],
  refresh: ["Refresh", "Refreshed"],
  reindex: ["Re-index", "Re-indexed"],
  reorder: ["Reorder", "Reordered"],
  restore: ["Restore", "Restored"],
  resume: ["Resume", "Resumed"],
  rotate: ["Rotate", "Rotated"],
  run: ["Run", "Ran"],
  switch: ["Switch", "Switched"],
  update: ["Update", "Updated"],
} as const;

export type Verb = keyof typeof verbs;

export const outcomes = ["running", "success", "partial", "failed", "not sent", "undone"] as const;
export type Outcome = (typeof outcomes)[number];

/** Whether something was done: all of it, or a part. */
export const isDone = (outcome: Outcome) => outcome === "success" || outcome === "partial";

/** "Deleted document" for what was done, "Delete document" for what was not. */
export function changeTitle({ verb, noun, outcome }: { verb: Verb; noun: string; outcome: Outcome }): string {
  const [asked, done] = verbs[verb];
  return `${isDone(outcome) || outcome === "undone" ? done : asked} ${noun}`;
}

/** What is named after the index or set that it belongs to: "settings of films", but "document 1". */
const belongs = /(?:documents|fields|grades|preferences|settings|suggestions|synonyms|tests)$/;

/** "Restored relevance settings of films", "Deleted index films": what an undo did, by the verb of its own change. */
export function undoneText({ verb, noun, name }: { verb: Verb; noun: string; name: string }): string {
  const done = verb === "delete" || verb === "open" || verb === "close" ? verbs[verb][1] : verbs.restore[1];
  return `${done} ${noun} ${belongs.test(noun) ? "of " : ""}${name}`;
}

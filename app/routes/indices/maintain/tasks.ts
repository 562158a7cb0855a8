import { address, oneOf, text } from "~/lib/address";

// What can be done with several indices at once, and in the actions of one. Shared by server and browser.

export const tasks = ["open", "close", "refresh", "merge", "clear", "delete"] as const;
export type IndexTask = (typeof tasks)[number];

type Words = { /** "Close 3 indices" */ verb: string; /** "3 indices closed." */ done: string; explain: string };

export const taskWords: Record<IndexTask, Words> = {
  open: { verb: "Open", done: "opened", explain: "Loaded from disk, and can be searched again." },
  close: {
    verb: "Close",
    done: "closed",
    explain: "No data is deleted. Searches and writes fail until an index is opened again.",
  },
  refresh: { verb: "Refresh", done: "refreshed", explain: "Everything written so far becomes searchable." },
  merge: {
    verb: "Force merge",
    done: "merged",
    explain:
      "Segments are merged and deleted documents removed from disk. This takes a while for large indices, and slows searches meanwhile.",
  },
  clear: {
    verb: "Clear cache of",
    done: "cleared",
    explain: "Cached results are dropped. The next searches are slower until the cache is filled again.",
  },
  delete: {
    verb: "Delete",
    done: "deleted",
    explain: "Documents, mappings and settings will be removed. This cannot be undone.",
  },
};

/** Ticked rows are kept as a draft. */
export const maintainAddress = address({ do: oneOf(tasks), draft: text() });

/** Those that one index has on a page of their own; the others have pages elsewhere. */
export const tending = ["refresh", "merge", "clear"] as const satisfies readonly IndexTask[];

/** What the `SelectionBar` of the list posts for each. */
export const chosenIntent = (task: IndexTask) => `choose-${task}`;

/** Whether a form comes from that bar. */
export const chosenTask = (intent: unknown) => tasks.some((task) => chosenIntent(task) === intent);

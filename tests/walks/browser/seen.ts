import type { Page } from "playwright-core";
import type { Complaint } from "../../e2e/support/watch-page";

/** What was heard of a page beside `Complaint`s: what payloads say when they run, dialogs, anything in the console. */
export type Heard = Complaint | { kind: "alive" | "console line"; what: string };

/** A page that is open, as every check gets it. */
export type Seen = {
  page: Page;
  path: string;
  /** Statuses that the address may answer with. */
  expected: readonly number[];
  status: number;
  /** Whether its scripts took it over in time. */
  isTakenOver: boolean;
  /** What was heard since the address was asked for. */
  heard: readonly Heard[];
  /** A selector of the frame around the screen, where a page before had the same; undefined where it is new. */
  knownFrame: string | undefined;
  /** Texts whose colours are too faint, among those that look as none before did. */
  faint: (page: Page) => Promise<string[]>;
};

/** Looks at one thing; one line for each fault. */
export type Check = (seen: Seen) => Promise<string[]> | string[];

import type { JsonObject } from "@common/text/json";
import type { EngineRequest } from "@backend/engine/port";

/** One index with its documents, the same on every engine that is compared. */
export type Fixture = {
  index: string;
  settings?: JsonObject;
  mappings?: JsonObject;
  documents: readonly { id: string; source: object }[];
};

/** One call; a body that is text is sent as it is. */
export type Call = {
  method: EngineRequest["method"];
  path: string;
  query?: Readonly<Record<string, string>>;
  body?: object | string;
};

/**
 * Calls to compare, answer by answer: one on a fixture, or several in a row that begin with no index of the story's own
 * (`s-…`).
 */
export type Case = {
  name: string;
  calls: readonly Call[];
  /** Why the two are known to differ. Such a case must differ: once it does not, the note has to go. */
  differs?: string;
};

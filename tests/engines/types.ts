import type { JsonObject } from "@common/json";

/** One index with its documents, the same on every engine that is compared. */
export type Fixture = { index: string; settings?: JsonObject; mappings?: JsonObject; documents: readonly { id: string; source: object }[] };

/** One call to compare. `path` follows the index name; a body that is text is sent as it is. */
export type Case = {
  name: string;
  index: string;
  method?: "GET" | "POST";
  path?: string;
  query?: Readonly<Record<string, string>>;
  body?: object | string;
  /** Why the two are known to differ. Such a case must differ: once it does not, the note has to go. */
  differs?: string;
};

import type { JsonObject } from "@common/text/json";

/**
 * A document on its way. `source` is its JSON as the engine gave it; `version` digits as text, for a long does not fit
 * a double.
 */
export type Document = { id: string; version: string; routing: string | undefined; source: string };

/**
 * Documents read together, and where to begin after them: `mark` for `read`, undefined where a source cannot begin in
 * the middle.
 */
export type Page = { documents: Document[]; mark: number | undefined };

/** Settings by full dotted name, `index.` included. */
export type Settings = Map<string, string | string[]>;

/** An index as it is to be copied. */
export type SourceIndex = {
  name: string;
  state: "open" | "close";
  settings: Settings;
  mappings: JsonObject;
  aliases: JsonObject;
  documents: number;
  /** Bytes of the documents' JSON, or, of a cluster, what they take on disk. */
  bytes: number;
};

/** A template of either kind, with the body that its API takes. */
export type Template = {
  kind: "_template" | "_index_template" | "_component_template";
  name: string;
  body: JsonObject;
};

/** Where documents come from. */
export type Source = {
  /** Tells this data from any other, for going on after an interruption. */
  id: string;
  /** How it is called in messages. */
  label: string;
  /** Documents of closed indices can be read too. */
  readsClosed: boolean;
  indices: () => Promise<SourceIndex[]>;
  templates: () => Promise<Template[]>;
  /** Pages of an index, all of it or from a mark on. A page may come twice, none is left out. */
  read: (options: {
    index: string;
    from?: number | undefined;
    signal?: AbortSignal | undefined;
  }) => AsyncIterable<Page>;
  /** The documents of some ids, in any order; the missing ones are left out. */
  find: (index: string, ids: readonly string[]) => Promise<Document[]>;
  close: () => Promise<void>;
};

/** What ends a migration with one line for the operator, and exit code 1. */
export class MigrationError extends Error {}

/** System indices are the gateway's own: users, credentials, logs, analytics. */
export function isSystem(name: string): boolean {
  return name.startsWith(".");
}

export type IndexRow = {
  /** The name to show and to use in paths: `alias || index || name`. */
  name: string;
  /** The concrete index behind the name. */
  index: string;
  health: "green" | "yellow" | "red" | "unknown";
  open: boolean;
  system: boolean;
  documents: number | null;
  /** Whether `documents` is what `_count` tells; else it may count objects of nested fields too. */
  counted?: boolean;
  bytes: number | null;
  shards: number | null;
  replicas: number | null;
  /** When it was made, in ms; not there where the list does not tell. */
  createdAt?: number;
};

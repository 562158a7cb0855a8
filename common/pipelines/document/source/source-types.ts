import type { JsonValue } from "@common/text/json";
import type { Path, Problem } from "../faults";

export type Extension = "json" | "yaml";

/** A text that was read, with where its values stand. `problems` are faults that left it readable. */
export type Source = {
  value: JsonValue;
  extension: Extension;
  problems: readonly Problem[];
  /** Where a path begins in the text, or the nearest part of it that there is. */
  offsetOf: (path: Path) => number | null;
};

export const EDIT = "edit-pipeline";
export const LIVE = "make-live";
/** The buttons of the editor, as `then`; those with a name say more behind a colon. */
export type Step =
  | { kind: "save" | "save-new" | "run" | "apply" | "as-json" | "as-yaml" | "add-stage" }
  | { kind: "file" | "stage" | "add-file" | "remove-file" | "up" | "down" | "remove-stage"; name: string };

const BARE = ["save", "save-new", "run", "apply", "as-json", "as-yaml", "add-stage"] as const;
const NAMED = ["file", "stage", "add-file", "remove-file", "up", "down", "remove-stage"] as const;

/** The step that a button stands for; to save where it is none. */
export function stepOf(then: string): Step {
  const bare = BARE.find((kind) => kind === then);
  if (bare !== undefined) return { kind: bare };
  const named = NAMED.find((kind) => then.startsWith(`${kind}:`));
  return named === undefined ? { kind: "save" } : { kind: named, name: then.slice(named.length + 1) };
}

// What can be done to one field of many documents.

export const fieldOperations = {
  set: "Set",
  append: "Append to",
  rename: "Rename",
  remove: "Remove",
} as const;

export type FieldOperation = keyof typeof fieldOperations;

/** `value` is JSON text, so that its numbers keep their digits; `name` is the new last part of the field's path. */
export type FieldEdit =
  | { operation: "set" | "append"; field: string; value: string }
  | { operation: "rename"; field: string; name: string }
  | { operation: "remove"; field: string };

/** An edit in words: "Set genre to "Drama"". */
export function editLabel(edit: FieldEdit) {
  switch (edit.operation) {
    case "set":
      return `Set ${edit.field} to ${edit.value}`;
    case "append":
      return `Append ${edit.value} to ${edit.field}`;
    case "rename":
      return `Rename ${edit.field} to ${edit.name}`;
    case "remove":
      return `Remove ${edit.field}`;
  }
}

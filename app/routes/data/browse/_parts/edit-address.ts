import { address, oneOf, text } from "~/lib/address";
import { type FieldOperation, fieldOperations } from "~/lib/data/documents/field-edits";

const isOperation = (name: string): name is FieldOperation => Object.hasOwn(fieldOperations, name);

/** The edit that the page about many documents is asked for, in its address. */
export const editing = address({
  edit: oneOf(Object.keys(fieldOperations).filter(isOperation), { label: "Operation", initial: "set" }),
  path: text({ label: "Field" }),
  other: text({ label: "New field", max: 500 }),
  with: text({ label: "Value", max: 5_000 }),
});

/** In place of a field of the mapping: the name is typed. No document has it, for the engine keeps names with a stroke. */
export const NEW_FIELD = "_new";

/** The choice that the form shows, and the field that is meant: a name that the mapping does not know is a new field. */
export function meantField(
  { path, other }: Pick<typeof editing.initial, "path" | "other">,
  fields: readonly { path: string }[],
) {
  if (path === NEW_FIELD) return { choice: NEW_FIELD, field: other };
  if (path === "" || fields.some((field) => field.path === path)) return { choice: path, field: path };
  return { choice: NEW_FIELD, field: path };
}

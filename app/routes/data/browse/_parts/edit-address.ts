import { address, oneOf, text } from "~/lib/address";
import { type FieldOperation, fieldOperations } from "~/lib/data/documents/field-edits";

const isOperation = (name: string): name is FieldOperation => Object.hasOwn(fieldOperations, name);

/** The edit that the page about many documents is asked for, in its address. */
export const editing = address({
  edit: oneOf(Object.keys(fieldOperations).filter(isOperation), { label: "Operation", initial: "set" }),
  path: text({ label: "Field" }),
  with: text({ label: "Value", max: 5_000 }),
});

import type { StoredField } from "../segment/stored-field";

/** Documents, or objects of a nested field, that go into a merge: `target[doc]` is the new number, -1 for the dead. */
export type Input = { fields: { field(path: string): StoredField | undefined }; target: Int32Array; hasDead: boolean };

/** An input that has the field. */
export type FieldInput = Input & { field: StoredField };

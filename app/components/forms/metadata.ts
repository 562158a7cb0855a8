import type { FieldMetadata, FormMetadata } from "@conform-to/react";

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- Conform's metadata is invariant in the form's shape
type AnyShape = any;

/** A field of whatever form; only its own value matters. */
export type AnyField<Value = AnyShape> = FieldMetadata<Value, AnyShape, string[]>;
/** A form of whatever shape. */
export type AnyForm = FormMetadata<AnyShape, string[]>;

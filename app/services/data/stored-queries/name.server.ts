import * as z from "zod";

// Pages of the console have these names where a query has its own.
const RESERVED = ["new"];

/** What a new stored query may be called. */
export const StoredQueryName = z
  .string({ error: "Enter a name." })
  .max(200, { error: "A name has at most 200 characters." })
  .regex(/^[a-zA-Z0-9-_]+$/, { error: "A name has letters, digits, - and _ only, no spaces." })
  .refine((id) => !RESERVED.includes(id), { error: "This name is used by the console. Choose another one." });

/** What is said of a name that is taken. */
export const nameTaken = (id: string) =>
  `There is a stored query ${id} already. Choose another name, or edit that one.`;

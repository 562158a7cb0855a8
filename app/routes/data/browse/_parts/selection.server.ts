import * as z from "zod";

/** The documents chosen in the table, kept as a draft until the page that deletes them is confirmed. */
export const selectionSchema = z.object({ ids: z.array(z.string()) });

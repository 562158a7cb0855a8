import * as z from "zod";

// Pieces of the answers of `/_analytics` (contract 20, 1.4). Servers leave out figures that they do not have, and some
// send null for an empty list.

/** A figure; null where the server does not tell it. */
export const figure = z
  .number()
  .nullish()
  .catch(null)
  .transform((value) => value ?? null);
/** A count, 0 where it is not told. */
export const count = z.number().catch(0);

/** A list of rows; those that cannot be read are left out. */
export function rowsOf<Schema extends z.ZodType>(row: Schema) {
  return z
    .array(z.unknown())
    .nullish()
    .transform((rows) =>
      (rows ?? []).flatMap((one) => {
        const parsed = row.safeParse(one);
        return parsed.success ? [parsed.data] : [];
      }),
    );
}

/** Figures of clicks on a row. Rates in percent. */
export const clickRow = { clicks: figure, click_rate: figure, click_position: figure, conversion_rate: figure };
/** The same below a list. */
export const clickTotals = {
  total_clicks: figure,
  avg_click_rate: figure,
  avg_click_position: figure,
  avg_conversion_rate: figure,
};

import * as z from "zod";
import { roles } from "~/lib/search-relevance/field-roles";
import type { ChosenField } from "~/services/data/import/shape/plan.server";
import {
  dateFormats,
  delimiters,
  encodings,
  fieldTypes,
  formats,
  numberFormats,
  useCases,
  type ReadOptions,
} from "~/services/data/import/types";

const kind = z.string().transform((value, context): Pick<ChosenField, "type" | "dateFormat"> => {
  const [name, format] = value.split(/:(.*)/s);
  const type = fieldTypes.find((each) => each === name);
  const dateFormat = dateFormats.find((each) => each === format);
  if (type && (type !== "date" || dateFormat)) return { type, dateFormat: dateFormat ?? "iso" };
  context.addIssue({ code: "custom", message: "Choose one of the types." });
  return z.NEVER;
});

export const FieldsSchema = z.object({
  fields: z
    .array(
      z.object({
        name: z.string(),
        include: z.boolean().default(false),
        kind,
        numberFormat: z.enum(numberFormats, { error: "Choose one of the number formats." }).default("plain"),
        useCase: z.enum(useCases, { error: "Choose one of the four." }),
        role: z.enum(roles, { error: "Choose one of the roles." }).optional(),
      }),
    )
    .default([]),
  idField: z.string().optional(),
  setUp: z.boolean().default(false),
  language: z.string().optional(),
  /** Rows of the sample that the page said will fail; more of them are told before the import starts. */
  told: z.coerce.number().int().min(0).optional().catch(undefined),
  /** Another page of fields to go to, or the choice of the index; not given starts the import. */
  to: z.union([z.literal("index"), z.coerce.number().int().min(0)]).optional(),
});
export type FieldsShape = {
  fields: { name: string; include: boolean; kind: string; numberFormat: string; useCase: string; role: string }[];
  idField?: string;
  setUp?: boolean;
  language?: string;
  told?: string;
  to?: string;
};

const setSchema = z.object({
  format: z.enum(formats).optional().catch(undefined),
  encoding: z.enum(encodings).optional().catch(undefined),
  delimiter: z.enum(delimiters).optional().catch(undefined),
  header: z
    .enum(["yes", "no"])
    .transform((value) => value === "yes")
    .optional()
    .catch(undefined),
});

/** What the reader set by hand about the file, from the page's address; unknown values count as not set. */
export function readOptionsOf(request: Request): Partial<ReadOptions> {
  const params = Object.fromEntries(new URL(request.url).searchParams);
  return Object.fromEntries(Object.entries(setSchema.parse(params)).filter(([, value]) => value !== undefined));
}

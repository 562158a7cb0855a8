import * as z from "zod";
import { roles as allRoles, type Role } from "~/lib/search-relevance/field-roles";

/** The roles that were chosen; those of fields that the form does not have are guessed. */
export const SetUpSchema = z.object({
  fields: z
    .array(
      z.object({ path: z.string().min(1).max(1000), role: z.enum(allRoles, { error: "Choose one of the roles." }) }),
    )
    .max(3000)
    .default([]),
});
export type SetUpShape = { fields: { path: string; role: string }[] };

/** Roles by path. */
export const chosenRoles = ({ fields }: { fields: readonly { path: string; role: Role }[] }): Map<string, Role> =>
  new Map(fields.map(({ path, role }) => [path, role]));

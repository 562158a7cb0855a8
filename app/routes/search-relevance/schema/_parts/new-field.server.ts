import { foundAt } from "~/services/search-relevance/schema/schema-draft";
import { typeRefusal } from "./field.server";
import type { Schema } from "./schema.server";

/** Why a field cannot be added to the draft, by the field of the form that it is about; null where it can. */
export function newFieldProblem(
  schema: Schema,
  { path, type }: { path: string; type: string },
): Record<string, string[]> | null {
  const { make, wishes, rows } = schema;
  const found = foundAt(make.mapping, path);
  const wish = wishes.get(path);
  const isRemoved = wish?.to === null;
  if ((found !== null && !isRemoved) || (wish?.to && wish.from === null))
    return { name: [`Field ${path} already exists.`] };
  const steps = path.split(".");
  for (let count = 1; count < steps.length; count++) {
    const above = steps.slice(0, count).join(".");
    const row = rows.find((one) => one.path === above);
    if (row && row.kind !== "object")
      return { name: [`${above} is a ${row.type} field. Only objects have fields below them.`] };
    if (row && wishes.get(above)?.to === null)
      return { name: [`${above} is removed by this draft. Discard that first.`] };
  }
  if (rows.some((row) => row.path.startsWith(`${path}.`)))
    return { name: [`${path} is an object: it has fields below it.`] };
  const reason = typeRefusal(schema, { path, type });
  return reason === null ? null : { type: [isRemoved ? `${reason} Publish the removal of ${path} first.` : reason] };
}

import type { Detection } from "../read/detect.server";
import type { ExistingField } from "./mapping.server";
import { withExisting } from "./mapping.server";
import type { Role } from "~/lib/search-relevance/field-roles";
import type {
  DateFormat,
  DetectedField,
  FieldPlan,
  FieldType,
  NumberFormat,
  Plan,
  SearchSetup,
  UseCase,
} from "../types";

/** What was chosen for one field on the page. */
export type ChosenField = {
  name: string;
  include: boolean;
  type: FieldType;
  dateFormat: DateFormat;
  numberFormat: NumberFormat;
  useCase: UseCase;
  /** Not given where the page has no choice of it. */
  role?: Role | undefined;
};

/** A field as the page shows it: detected, with the choice made before where there was one. */
export type ShownField = DetectedField & { existing: string | null };

function sameOptions(a: Plan["options"], b: Plan["options"]): boolean {
  return a.format === b.format && a.encoding === b.encoding && a.delimiter === b.delimiter && a.header === b.header;
}

/**
 * The fields of a file for an index, with the choices of an earlier page where the file is still read the same way.
 * What the index has already is of its type, whatever was chosen for another index before.
 */
export function shownFields({
  detection,
  existing,
  stored,
}: {
  detection: Detection;
  existing: Map<string, ExistingField>;
  stored: Plan | null;
}): ShownField[] {
  const chosen = new Map(
    stored && sameOptions(stored.options, detection.options) ? stored.fields.map((field) => [field.name, field]) : [],
  );
  return withExisting({ fields: detection.fields, existing }).map((field) => {
    const known = existing.get(field.name);
    return {
      ...field,
      ...chosen.get(field.name),
      ...(known && { type: field.type, useCase: field.useCase }),
      existing: known?.type ?? null,
    };
  });
}

/** The id that is proposed: a column called `_id` or `id` that is filled and different in every row looked at. */
export function proposedId(fields: DetectedField[]): string | null {
  const likely = fields.filter((field) => field.unique && /^_?id$/i.test(field.name));
  return (likely.find((field) => field.name === "_id") ?? likely[0])?.name ?? null;
}

/** The plan out of what is shown and what was chosen on this page. Fields of other pages keep what is shown. */
export function makePlan({
  detection,
  shown,
  chosen,
  idField,
  search,
}: {
  detection: Detection;
  shown: ShownField[];
  chosen: ChosenField[];
  idField: string | null;
  search?: SearchSetup;
}): Plan {
  const byName = new Map(chosen.map((field) => [field.name, field]));
  const fields: FieldPlan[] = shown.map(({ name, type, useCase, dateFormat, numberFormat, list, include, role }) => {
    const own = byName.get(name);
    return own
      ? { ...own, list, role: own.role ?? role }
      : { name, type, useCase, dateFormat, numberFormat, list, include, role };
  });
  return {
    options: detection.options,
    columns: detection.columns,
    fields,
    idField: idField !== null && shown.some((field) => field.name === idField) ? idField : null,
    ...(search && { search }),
  };
}

import type { FieldPlan, Plan, RawRow, RowProblem } from "../types";
import { documentBuilder } from "./document.server";

/** Rows of a sample that a field fails in, and why the first of them. */
export type Misfit = { rows: number; reason: string };

/** Fields that are counted at most, for each takes a pass over the sample. */
const MOST_COUNTED = 20;

const problemsOf = (plan: Plan, rows: readonly RawRow[]): (RowProblem & { field: string })[] =>
  documentBuilder(plan)([...rows]).flatMap(({ problem }) =>
    problem === null || problem.field === null ? [] : [{ ...problem, field: problem.field }],
  );

/**
 * How many rows of a sample would fail because a value does not fit its field, and by which fields. A row is told by
 * the first such field alone, so each field that is found is looked at by itself, and the rest without it. Rows that
 * cannot be read at all are not counted.
 */
export function misfitsOf(plan: Plan, rows: readonly RawRow[]): { rows: number; fields: Map<string, Misfit> } {
  const without = { ...plan, idField: null };
  const fields = new Map<string, Misfit>();
  const first = problemsOf(without, rows);
  let left = plan.fields;
  let found = first;
  while (found.length > 0 && fields.size < MOST_COUNTED) {
    const names = new Set(found.map(({ field }) => field));
    for (const name of names) {
      const own = problemsOf({ ...without, fields: only(plan.fields, name) }, rows).filter(
        ({ field }) => field === name,
      );
      fields.set(name, { rows: own.length, reason: own[0]?.reason ?? "" });
    }
    left = left.map((field) => (names.has(field.name) ? { ...field, include: false } : field));
    found = problemsOf({ ...without, fields: left }, rows);
  }
  return { rows: first.length, fields };
}

const only = (fields: readonly FieldPlan[], name: string) =>
  fields.map((field) => ({ ...field, include: field.name === name }));

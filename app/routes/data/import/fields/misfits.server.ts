import { countOf, formatNumber } from "~/lib/values/numbers";
import { type Misfit, misfitsOf } from "~/services/data/import/shape/misfits.server";
import type { Detection } from "~/services/data/import/read/detect.server";
import type { ShownField } from "~/services/data/import/shape/plan.server";
import type { Plan, RawRow } from "~/services/data/import/types";

/** What is told of a field that some rows of the sample do not fit. */
const misfitWords = ({ rows, reason }: Misfit, sampled: number) =>
  `${formatNumber(rows)} of the first ${countOf(sampled, "row")} will fail: ${reason}.`;

const sameType = (one: ShownField, other: Detection["fields"][number]) =>
  one.type === other.type && one.dateFormat === other.dateFormat && one.numberFormat === other.numberFormat;

type Found = { detection: Pick<Detection, "fields" | "rows">; misfits: ReadonlyMap<string, Misfit> };

/** Fields with a sentence about the rows that do not fit them; null where all rows fit, or the note says so. */
export function withMisfits(shown: readonly ShownField[], { detection, misfits }: Found) {
  const detected = new Map(detection.fields.map((field) => [field.name, field]));
  return shown.map((field) => {
    const [misfit, before] = [misfits.get(field.name), detected.get(field.name)];
    const isNoted = field.note !== null && before !== undefined && sameType(field, before);
    return { ...field, misfit: misfit === undefined || isNoted ? null : misfitWords(misfit, detection.rows.length) };
  });
}

type Told = { plan: Plan; rows: readonly RawRow[]; /** Rows. */ told: number; /** Names. */ onPage: readonly string[] };

/** The messages about rows that will fail with a plan, where they are more than the page told; null else. */
export function misfitProblems({ plan, rows, told, onPage }: Told) {
  const found = misfitsOf(plan, rows);
  if (found.rows <= told) return null;
  const words = [...found.fields].map(([name, misfit]) => ({
    at: onPage.indexOf(name),
    name,
    text: misfitWords(misfit, rows.length),
  }));
  return {
    formErrors: [
      `${formatNumber(found.rows)} of the first ${countOf(rows.length, "row")} will fail with these types. Change them, or start the import again: the other rows are imported, and those can be edited and retried.`,
      ...words.filter(({ at }) => at === -1).map(({ name, text }) => `${name}: ${text}`),
    ],
    fieldErrors: Object.fromEntries(
      words.filter(({ at }) => at !== -1).map(({ at, text }) => [`fields[${at}].kind`, [text]]),
    ),
    values: { told: String(found.rows) },
  };
}

import { readGrades } from "~/services/search-relevance/grades/read.server";
import { settle } from "~/services/platform/http/settle.server";
import type { Scope } from "~/session/scope.server";
import { documentPlace, earlyRow, expectationId } from "./fields";
import { gradeLines, gradesIn, type Typed } from "./typed.server";

/** What a form was sent for: "save" unless a button says otherwise. Enter in a finder of a row presses none. */
export function stepOf({ then, expectations }: Pick<Typed, "then" | "expectations">): string {
  if (then !== "") return then;
  const row = expectations.findIndex(({ findDocument, findOther }) => findDocument !== "" || findOther !== "");
  if (row < 0) return "save";
  return `pick:${row}.${expectations[row]?.findDocument === "" ? "other" : "document"}`;
}

type Rows = Typed["expectations"];

/** The rows with a document within the first three: in the first row that waits for its document, else in a new one. */
function expecting(rows: Rows, document: string): Rows {
  const row = { ...earlyRow(document), kind: "within" as const };
  const isEmpty = ({ kind, document: held }: Rows[number]) => (kind === "within" || kind === "above") && held === "";
  const waiting = rows.findIndex(isEmpty);
  return waiting < 0 ? [...rows, row] : rows.with(waiting, { ...row, places: rows[waiting]?.places || "3" });
}

/** The rows with a document chosen for one of them; as they are where there is no such row. */
function choosing(rows: Rows, place: ReturnType<typeof documentPlace>, id: string): Rows {
  const row = place === null ? undefined : rows[place.row];
  return place === null || row === undefined
    ? rows
    : rows.with(place.row, { ...row, [place.field]: id, [place.words]: "" });
}

/**
 * What a button of the form makes of what was typed: "results", "within:<id>", "pick:<row>.<field>",
 * "choose:<row>.<field>:<id>", "grade:<n>:<id>", "ungrade:<id>", "find", "grades". `then` of the answer is the part of
 * the page that shows it.
 */
export async function afterButton({
  scope,
  index,
  typed,
}: {
  scope: Scope;
  index: string;
  typed: Typed;
}): Promise<Typed> {
  const [what = "", ...rest] = typed.then.split(":");
  const given = gradesIn(typed.grades);
  const withGrades = (more: Readonly<Record<string, number>>) => gradeLines({ ...given, ...more });
  switch (what) {
    case "within":
      return { ...typed, expectations: expecting(typed.expectations, rest.join(":")), then: "expectations" };
    case "pick":
      return { ...typed, pick: rest[0] ?? "", then: expectationId(documentPlace(rest[0] ?? "")?.row ?? 0) };
    case "choose": {
      const [at = "", ...id] = rest;
      const place = documentPlace(at);
      const expectations = choosing(typed.expectations, place, id.join(":"));
      return { ...typed, expectations, then: expectationId(place?.row ?? 0) };
    }
    case "grade": {
      const [grade = "", ...id] = rest;
      return {
        ...typed,
        grades: given !== null && /^[0-3]$/.test(grade) ? withGrades({ [id.join(":")]: Number(grade) }) : typed.grades,
        then: "results",
      };
    }
    case "ungrade": {
      const left = Object.entries(given ?? {}).filter(([id]) => id !== rest.join(":"));
      return {
        ...typed,
        grades: given === null ? typed.grades : gradeLines(Object.fromEntries(left)),
        then: "results",
      };
    }
    case "results":
      return { ...typed, then: "results" };
    case "grades": {
      const saved = await settle(readGrades(scope, { index, term: typed.search }));
      return {
        ...typed,
        grades: given !== null && saved.ok && saved.value ? withGrades(saved.value) : typed.grades,
        then: "grades",
      };
    }
    default:
      return { ...typed, then: "found" };
  }
}

import { isJsonObject, type JsonValue } from "@common/text/json";
import type { MappingField } from "~/lib/data/documents/mapping-fields";
import { simpleText } from "~/services/search-relevance/declared";
import { rankNumbers, sentNumber } from "~/services/search-relevance/ranks";
import { weightRows } from "~/services/search-relevance/search-rows";
import { exactFields } from "~/services/data/search/fields";
import { bySubFields, type Part } from "~/services/search-relevance/acting";
import { notActing, SYNONYMS_EVERYWHERE } from "~/services/search-relevance/acting-words";
import { lackingActing, madeForSearch, offeredBy, rankFields } from "./row-steps.server";
import type { RowSetting } from "./rows.server";

/** A row as its form has it. */
export type TypedRow = Record<string, string | Record<string, string>[]>;
/** What a screen shows of the rows of one setting; `gone` are paths that the mapping does not have. */
export type RowsShown = {
  total: number;
  page: number;
  pages: number;
  gone: string[];
  offered: string[];
  made: number;
  /** Fields without sub-fields by which settings act. */ lacking: number;
  /** In which fields settings act or do not, in sentences. */ acting: string;
  anyInSchema: boolean;
};

/** Rows of one page; the others stay as they are. */
export const PAGE_ROWS = 100;

type Shown = { rows: TypedRow[]; shown: RowsShown };
type Of = {
  setting: RowSetting;
  value: JsonValue | undefined;
  fields: readonly MappingField[];
  page: number;
  /** The setting or row that is typed in next. */ focus: string | null;
  /** What the settings have switched on. */ on: ReadonlySet<Part>;
  /** The server looks for synonyms itself. */ synonymsAtOnce: boolean;
};

/** The rows of a setting, and what may be added to them. */
export function typedRows({ setting, value, fields, page: asked, focus, on, synonymsAtOnce }: Of): Shown {
  const chosen = new Map(value !== undefined && isJsonObject(value) ? Object.entries(value) : []);
  const { rows, gone, inRows } = rowsOf(setting, chosen, fields);
  const pages = Math.max(1, Math.ceil(rows.length / PAGE_ROWS));
  const at = rows.findIndex(({ field }) => focus === `${setting.name}:${typeof field === "string" ? field : ""}`);
  const page = at < 0 ? Math.min(Math.max(Math.floor(asked), 1), pages) : Math.floor(at / PAGE_ROWS) + 1;
  const offered = offeredBy(setting, fields, inRows).map(({ label }) => label);
  const made = setting.of === "weights" ? madeForSearch(fields, inRows).length : 0;
  const lacks =
    setting.of === "weights" ? [...lackingActing(chosen, { fields, on: bySubFields(on, synonymsAtOnce) })] : [];
  const lacking = new Set(lacks.flatMap(([, paths]) => paths)).size;
  const acting = [
    ...lacks.map(([part, paths]) => notActing(part, paths)),
    ...(setting.of === "weights" && chosen.size > 0 && synonymsAtOnce && on.has("synonyms")
      ? [SYNONYMS_EVERYWHERE]
      : []),
  ].join(" ");
  const anyInSchema = rows.length > 0 || offered.length > 0;
  return {
    rows: rows.slice((page - 1) * PAGE_ROWS, page * PAGE_ROWS),
    shown: { total: rows.length, page, pages, gone, offered, made, lacking, acting, anyInSchema },
  };
}

function rowsOf({ of }: RowSetting, chosen: ReadonlyMap<string, JsonValue>, fields: readonly MappingField[]) {
  switch (of) {
    case "weights": {
      const rows = weightRows(new Map([...chosen].map(([path, weight]) => [path, Number(weight)])), fields);
      const weighed = (weight: number | null) => (weight === null ? "" : sentNumber(weight));
      return {
        rows: rows.map(({ field, weight, subs }): TypedRow => {
          return {
            field,
            value: weighed(weight),
            subs: subs.map((sub) => ({
              path: sub.path,
              on: sub.weight === null ? "" : "on",
              value: weighed(sub.weight),
            })),
          };
        }),
        gone: rows.flatMap(({ field, there, subs }) => [
          ...(there ? [] : [field]),
          ...subs.flatMap((sub) => (sub.there ? [] : [sub.path])),
        ]),
        inRows: new Set(rows.map(({ field }) => field)),
      };
    }
    case "counted": {
      const known = new Set(exactFields(fields).map(({ path }) => path));
      const rows = [...chosen].map(([field, value]): TypedRow => ({ field, value: simpleText(value) }));
      return { rows, gone: [...chosen.keys()].filter((path) => !known.has(path)), inRows: new Set(chosen.keys()) };
    }
    case "ranks": {
      const known = new Set(rankFields(fields));
      const rows = [...chosen].map(([field, value]): TypedRow => ({ field, ...rankRow(value) }));
      return { rows, gone: [...chosen.keys()].filter((path) => !known.has(path)), inRows: new Set(chosen.keys()) };
    }
  }
}

// What a function does not use has its initial value, so that choosing another one sets it.
function rankRow(value: JsonValue): Record<string, string> {
  const rank = isJsonObject(value) ? value : {};
  const pivot = simpleText(rank["pivot"]);
  const said = (name: "boost" | "scaling_factor" | "exponent") => simpleText(rank[name]) || rankNumbers[name].initial;
  return {
    function: simpleText(rank["function"]),
    pivot,
    boost: said("boost"),
    scaling_factor: said("scaling_factor"),
    exponent: said("exponent"),
  };
}

import { isJsonObject, type JsonValue } from "@common/text/json";
import { titleOf } from "~/lib/data/documents/title";
import { ACTION_LABELS } from "./action-labels";
import type { RuleAction } from "./content";

/** A document that an action is about. `index` and `title` where the rule itself holds them, `position` of a promoted one. */
export type ActedDocument = { id: string; index: string | null; title: string | null; position: number | null };

/** Documents that a summary names; of further ones it says how many. */
const NAMED = 2;

function actedOne(item: JsonValue): ActedDocument[] {
  if (typeof item === "string") return [{ id: item, index: null, title: null, position: null }];
  const doc = isJsonObject(item) ? item["doc"] : undefined;
  if (!isJsonObject(item) || doc === undefined || !isJsonObject(doc)) return [];
  const { _id: id, _index: index, _source: source } = doc;
  if (typeof id !== "string") return [];
  return [
    {
      id,
      index: typeof index === "string" && index !== "" ? index : null,
      title: (source !== undefined && isJsonObject(source) ? titleOf(source) : undefined) ?? null,
      position: typeof item["position"] === "number" ? item["position"] : null,
    },
  ];
}

const isAboutDocuments = (type: string) => type === "promote_result" || type === "hide_result";

/** The documents that the summary of these actions names. */
export const namedDocuments = (actions: readonly RuleAction[]): ActedDocument[] =>
  actions.flatMap(({ type, data }) =>
    isAboutDocuments(type) && Array.isArray(data) ? data.slice(0, NAMED).flatMap(actedOne) : [],
  );

/** "Pins Batman Begins at 1"; null where one that it would name is known by its ID alone. */
function documentsInWords({ type, data }: RuleAction, titleFor: TitleFor): string | null {
  if (!isAboutDocuments(type) || !Array.isArray(data) || data.length === 0) return null;
  const parts = data
    .slice(0, NAMED)
    .flatMap(actedOne)
    .map((one) => {
      const title = one.title ?? titleFor(one);
      return title === null || one.position === null ? title : `${title} at ${one.position}`;
    });
  const known = parts.filter((part) => part !== null);
  if (known.length < Math.min(data.length, NAMED)) return null;
  const more = data.length - known.length;
  const list = more > 0 ? `${known.join(", ")} and ${more} more` : known.join(" and ");
  return `${type === "promote_result" ? "Pins" : "Hides"} ${list}`;
}

type TitleFor = (document: ActedDocument) => string | null;

function counted(data: JsonValue | undefined): number {
  if (Array.isArray(data)) return data.length;
  return data !== undefined && isJsonObject(data) ? Object.keys(data).length : 0;
}

const COUNTED = new Set(["promote_result", "hide_result", "remove_words", "replace_words", "add_filter"]);

/** What a rule does, on one line; documents by their titles, where the rule holds them or `titleFor` knows them. */
export function actionSummary(actions: readonly RuleAction[], titleFor: TitleFor = () => null): string {
  return actions
    .map((action) => {
      const { type, data } = action;
      const label = `${ACTION_LABELS[type] ?? type}${COUNTED.has(type) ? ` (${counted(data)})` : ""}`;
      return documentsInWords(action, titleFor) ?? label;
    })
    .join(" · ");
}

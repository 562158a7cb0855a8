import { isJsonObject, type JsonValue, parseJson } from "@common/text/json";
import type { Query } from "~/navigation/paths";
import { getDocument } from "~/services/data/documents/get.server";
import type { RuleAction, RuleContent } from "~/services/search-relevance/rules/content";
import type { Scope } from "~/session/scope.server";
import { TO_DRAFT } from "../intents";
import type { Typed } from "./typed-schema.server";

/**
 * What a button of the form makes of the draft, and where it leads: `query` of the editor's address and the place on
 * the page.
 */
export type After = { next: RuleContent; query: Query; anchor: string };

const decoded = (text: string | undefined) => {
  try {
    return decodeURIComponent(text ?? "");
  } catch {
    return "";
  }
};

/**
 * Whether a form was sent to be saved. Enter in a finder or in the test presses no button: then what was typed there
 * tells.
 */
export function pressedOf({ then, find, found, findHide, foundHide, testText, tested, first }: Typed): string {
  if (then !== "") return then;
  if (find !== "" && find !== found) return "find";
  if (findHide !== "" && findHide !== foundHide) return "find-hide";
  if (testText !== "" && testText !== tested) return "test";
  return first === TO_DRAFT ? TO_DRAFT : "save";
}

const cardOf = (type: string) => `card-${type}`;

/**
 * Does what a button says: `find`, `find-hide`, `promote:<index>:<id>`, `hide:<id>`, `drop:<place>`, `show:<place>`,
 * `add:<action>`, `remove:<action>`,
 * `up:<action>`, `down:<action>`, `rows:<action>`, `check`, else the test. Throws BackendError.
 */
export async function afterButton(
  pressed: string,
  { scope, typed, content }: { scope: Scope; typed: Typed; content: RuleContent },
): Promise<After> {
  const [what = "", first = "", second] = pressed.split(":");
  const finding = { find: typed.find, try: "find" };
  const hiding = { find: typed.findHide, try: "hide" };
  const at = (next: RuleContent, type: string, query: Query = {}): After => ({ next, query, anchor: cardOf(type) });
  switch (what) {
    case "find":
      return at(content, "promote_result", finding);
    case "find-hide":
      return at(content, "hide_result", hiding);
    case "promote": {
      const document = await getDocument(scope, { index: decoded(first), id: decoded(second) });
      return at(document ? withPromoted(content, document) : content, "promote_result", finding);
    }
    case "hide":
      return at(withHidden(content, decoded(first)), "hide_result", hiding);
    case "drop":
      return at(without(content, "promote_result", Number(first)), "promote_result");
    case "show":
      return at(without(content, "hide_result", Number(first)), "hide_result");
    case "add":
      return at(has(content, first) ? content : { ...content, actions: [...content.actions, { type: first }] }, first);
    case "remove":
      return {
        next: { ...content, actions: content.actions.filter(({ type }) => type !== first) },
        query: {},
        anchor: "then",
      };
    case "up":
      return at(moved(content, first, -1), first);
    case "down":
      return at(moved(content, first, 1), first);
    case "rows":
      return at(content, first);
    case "check":
      return at(content, "script", { try: "check", q: typed.checkText, in: typed.checkIn });
    default:
      return { next: content, query: { try: "test", q: typed.testText, in: typed.testIn }, anchor: "test" };
  }
}

const has = ({ actions }: RuleContent, type: string) => actions.some((action) => action.type === type);

function moved(content: RuleContent, type: string, by: 1 | -1): RuleContent {
  const actions = [...content.actions];
  const from = actions.findIndex((action) => action.type === type);
  const to = from + by;
  const [action] = from < 0 || to < 0 || to >= actions.length ? [] : actions.splice(from, 1);
  if (action) actions.splice(to, 0, action);
  return { ...content, actions };
}

// An action whose list is empty stays as a card that is not filled in.
function withData(
  content: RuleContent,
  type: string,
  change: (data: readonly JsonValue[]) => JsonValue[],
): RuleContent {
  const there = content.actions.find((action) => action.type === type);
  const data = change(Array.isArray(there?.data) ? there.data : []);
  const { data: _, ...bare }: RuleAction = there ?? { type };
  const next: RuleAction = data.length === 0 ? bare : { ...bare, data };
  return {
    ...content,
    actions: there ? content.actions.map((action) => (action === there ? next : action)) : [...content.actions, next],
  };
}

const without = (content: RuleContent, type: string, place: number) =>
  withData(content, type, (data) => data.filter((_, at) => at !== place));

/** A rule that hides a document too. */
export const withHidden = (content: RuleContent, id: string): RuleContent =>
  withData(content, "hide_result", (data) => [...data.filter((one) => one !== id), id]);

/** A rule that promotes a document too: at `position`, else at the first place that is free. */
export function withPromoted(
  content: RuleContent,
  { id, index, source, position: wanted }: { id: string; index: string; source: string; position?: number },
): RuleContent {
  return withData(content, "promote_result", (data) => {
    const value = parseJson(source);
    const doc = { _id: id, _index: index, _source: isJsonObject(value) ? value : {} };
    const idOf = (one: JsonValue) =>
      isJsonObject(one) && isJsonObject(one["doc"] ?? null) ? (one["doc"] as { _id?: JsonValue })._id : undefined;
    const others = data.filter((one) => idOf(one) !== id);
    const taken = new Set(others.map((one) => (isJsonObject(one) ? Number(one["position"]) : 0)));
    let position = wanted ?? 1;
    while (taken.has(position)) position += 1;
    return [...others, { doc, position }];
  });
}

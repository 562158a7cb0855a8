import { type JsonObject, type JsonValue } from "@common/text/json";
import * as z from "zod";
import type { Match } from "./match";

/** Where a suggestion comes from. Only `index` is made here; the others are put in by the resources that own them. */
export type SuggestionKind = "index" | "popular" | "recent" | "promoted" | "featured" | "endpoint";

/** A hit of the engine as far as suggestions read it. */
export const HitSchema = z.object({
  _index: z.string(),
  _id: z.string(),
  _score: z
    .number()
    .nullish()
    .transform((score) => score ?? 0),
  _source: z
    .custom<JsonObject>((value) => typeof value === "object" && value !== null && !Array.isArray(value))
    .catch({}),
  highlight: z.record(z.string(), z.array(z.string())).optional().catch(undefined),
});
export type Hit = z.infer<typeof HitSchema>;

/** One suggestion on the wire. All display keys are always there, null where unset. */
export type Suggestion = {
  value: string;
  label: string;
  url: string | null;
  sectionLabel: string | null;
  sectionId: string | null;
  description: string | null;
  action: string | null;
  subAction: string | null;
  icon: string | null;
  iconURL: string | null;
  _suggestion_type: SuggestionKind;
  _category: string | null;
  _count: number | null;
  _rs_score: number;
  _matched_tokens: string[] | null;
  _id: string;
  _index: string | null;
  _score: number;
  _source: JsonObject | null;
};

type Parts = { value: string; label: string; kind: SuggestionKind; sectionLabel: string | undefined };

/** A suggestion with nothing but its texts. */
export function emptySuggestion({ value, label, kind, sectionLabel }: Parts): Suggestion {
  return {
    value,
    label,
    url: null,
    sectionLabel: sectionLabel ?? null,
    sectionId: kind,
    description: null,
    action: null,
    subAction: null,
    icon: null,
    iconURL: null,
    _suggestion_type: kind,
    _category: null,
    _count: null,
    _rs_score: 0,
    _matched_tokens: null,
    _id: "",
    _index: null,
    _score: 0,
    _source: null,
  };
}

function textAt(source: JsonObject, field: string | undefined): string | null {
  const value: JsonValue | undefined = field === undefined ? undefined : source[field];
  return typeof value === "string" ? value : null;
}

/** A suggestion out of a document. `urlField` and `categoryField` name fields of it. */
export function suggestionOfHit({
  hit,
  match,
  urlField,
  categoryField,
  ...parts
}: Parts & { hit: Hit; match: Match; urlField: string | undefined; categoryField: string | undefined }): Suggestion {
  return {
    ...emptySuggestion(parts),
    url: textAt(hit._source, urlField),
    _category: textAt(hit._source, categoryField),
    _rs_score: match.score,
    _matched_tokens: match.tokens.length > 0 ? match.tokens : null,
    _id: hit._id,
    _index: hit._index,
    _score: hit._score,
    _source: hit._source,
  };
}

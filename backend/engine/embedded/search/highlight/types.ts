import type { Query } from "../../query";

/** Settings of one highlighted field, the request's own filled in. */
export type HighlightField = {
  pattern: string;
  preTags: readonly string[];
  postTags: readonly string[];
  fragmentSize: number;
  /** 0 shows the whole text. */
  numberOfFragments: number;
  requireFieldMatch: boolean;
  noMatchSize: number;
  orderByScore: boolean;
  query: Query | undefined;
};

export type HighlightRequest = { fields: readonly HighlightField[]; encodeHtml: boolean };

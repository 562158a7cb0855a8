import { basicQueries } from "./families/basic";
import { exactQueries } from "./families/exact";
import { featureQueries } from "./families/features";
import { functionScoreQueries } from "./families/function-score";
import { geoQueries } from "./families/geo";
import { matchQueries } from "./families/match";
import { nestedQueries } from "./families/nested";
import { patternQueries } from "./families/patterns";
import { queryStringQueries } from "./families/query-string";
import { vectorQueries } from "./families/vectors";
import { registerQueries } from "./parse/parse";

// A new family is one file and one line here. What is missing is refused as an unknown query.
for (const table of [
  basicQueries,
  exactQueries,
  matchQueries,
  patternQueries,
  geoQueries,
  queryStringQueries,
  functionScoreQueries,
  featureQueries,
  nestedQueries,
  vectorQueries,
])
  registerQueries(table);

export { parseQuery } from "./parse/parse";
export { registerInnerHits } from "./parse/inner-hits";
export { expandQuery } from "./core/expand";
export { weightOf } from "./execute/weights";
export { executeContext } from "./execute/context";
export { type ExecuteContext } from "./types";
export type { BoundInnerHits, Explanation, Matches, ShowInnerHits, Weight } from "./types";
export type { LuceneNode, PhraseSlot, Query, RewriteContext } from "./types";

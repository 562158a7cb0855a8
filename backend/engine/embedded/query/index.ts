import { basicQueries } from "./families/basic";
import { exactQueries } from "./families/exact";
import { functionScoreQueries } from "./families/function-score";
import { geoQueries } from "./families/geo";
import { matchQueries } from "./families/match";
import { patternQueries } from "./families/patterns";
import { queryStringQueries } from "./families/query-string";
import { registerQueries } from "./parse/parse";

// A new family is one file and one line here. What is missing is refused as an unknown query.
for (const table of [basicQueries, exactQueries, matchQueries, patternQueries, geoQueries, queryStringQueries, functionScoreQueries]) registerQueries(table);

export { parseQuery } from "./parse/parse";
export { expandQuery } from "./core/expand";
export { weightOf } from "./execute/weights";
export { executeContext, type ExecuteContext } from "./execute/context";
export type { Explanation, Matches, Weight } from "./execute/types";
export type { LuceneNode, PhraseSlot, Query, RewriteContext } from "./types";

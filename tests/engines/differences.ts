import { ENGINE_NOTES } from "../contract/engine-notes";
import { cases } from "./cases";
import { exclusions } from "./rest-spec/exclusions";

/** The page `docs/reference/engine-differences.md`, from the lists that the tests use. */
export function engineDifferences(): string {
  const differing = cases.filter(({ differs }) => differs !== undefined);
  return [
    "# Where the embedded engine differs",
    "",
    `Written by \`node scripts/print-engine-differences.mjs\` from the lists that \`npm run test:engines\` goes by. ${cases.length} cases are sent to the embedded engine and to a real`,
    "OpenSearch 2.19 and the two answers compared; those below must differ: a difference that is gone fails the run.",
    "",
    "Left aside in every comparison: times, made-up identifiers, versions of the software, names of nodes, and the place in the parser's own buffer.",
    "",
    "| case | difference |",
    "|---|---|",
    ...differing.map(({ name, differs }) => `| ${name.replaceAll("|", "\\|")} | ${differs} |`),
    "",
    "One more that no case shows: `multi_match` and `exists` over `*` leave out the hidden shingles of `index_phrases`.",
    "",
    "## Expressions that are refused",
    "",
    "Java's expressions may go back and forth for ever, and one such expression stops an engine. The embedded one runs those of callers by RE2, in linear time, and",
    "refuses with 400 `illegal_argument_exception` what RE2 cannot do, by name: back references, look-ahead and look-behind, atomic groups, classes inside of classes and",
    "intersections of them, `\\R`, `\\X`, `\\G`, `\\N`, more than 1,000 repetitions, more than 1,000 characters. This holds for the `pattern` tokenizer and analyzer, `pattern_replace`",
    "of tokens and of characters, `keywords_pattern` of `keyword_marker`, and `match_pattern: regex` of dynamic templates. `_analyze` answers 400 for too many tokens,",
    "too long texts and too large explanations, where OpenSearch answers 500.",
    "",
    "## Scores of fuzzy clauses that meet in one term",
    "",
    "`star stars` with fuzziness makes both words of both: a disjunction with each term twice, once with the document frequency of either expansion. Lucene",
    "then keeps each term once, with the sum of the boosts and the frequency of whichever comes first in a hash map. The hash of a term is seeded from the",
    "clock when the engine starts (`StringHelper.GOOD_FAST_HASH_SEED`), so the real engine differs with itself: on the same 300 documents three starts of",
    "OpenSearch 2.19 gave `stone store` the highest score 5.6959, 5.6959 and 4.9228. The embedded engine always takes the first in the order of the query.",
    "The generator lets a score differ only there: where each clause by itself is answered alike, one of them at least expands, and there are two.",
    "",
    "## Where real engines differ from the gateway's contract",
    "",
    "| engines | on | they do | why it stays |",
    "|---|---|---|---|",
    ...Object.values(ENGINE_NOTES).map(
      ({ engines, subject, does, reason }) => `| ${engines.join(", ")} | ${subject} | ${does} | ${reason} |`,
    ),
    "",
    "What Elasticsearch 7.10 answers otherwise in the recordings stands in [spec-differences.md](spec-differences.md).",
    "",
    "## Elasticsearch's own REST tests",
    "",
    "Sections of `org.elasticsearch:rest-api-spec:7.10.2` that are not asked to pass (those among them that do pass are counted); every other section passes.",
    "",
    "| what | why |",
    "|---|---|",
    ...exclusions.map(({ what, reason }) => `| ${what} | ${reason} |`),
    "",
  ].join("\n");
}

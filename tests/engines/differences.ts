import { cases } from "./cases";
import { exclusions } from "./rest-spec/exclusions";

/** The page `docs/engine-differences.md`, from the lists that the tests use. */
export function engineDifferences(): string {
  const differing = cases.filter(({ differs }) => differs !== undefined);
  const code = (text: string) => `\`${text.replaceAll("|", "\\|")}\``;
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
    "Two more that no case shows: a fuzzy text of several words that expand to the same term is scored with the frequency of the first of them (Lucene takes",
    "either, by the order of a hash map; 2 to 3 % of the score), and `multi_match` and `exists` over `*` leave out the hidden shingles of `index_phrases`.",
    "",
    "## Elasticsearch's own REST tests",
    "",
    "Sections of `org.elasticsearch:rest-api-spec:7.10.2` that are not asked to pass (those among them that do pass are counted); every other section passes.",
    "",
    "| file and section | why |",
    "|---|---|",
    ...exclusions.map(({ pattern, reason }) => `| ${code(pattern.source)} | ${reason} |`),
    "",
  ].join("\n");
}

import { readdirSync, readFileSync } from "node:fs";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { isTest, type SourceFile, sourceFiles } from "./source-files";

// The words that are out, and what stands for them: docs/build/words.md. Texts that readers see are held to the whole
// list, comments and documents to the turns that read as translated.

type Out = { out: RegExp; say: string };

const texts: Out[] = [
  { out: /\bWhole cluster\b/, say: "All indices" },
  { out: /\b[Bb]eg(?:in|ins|an|un)\b/, say: "start, started" },
  { out: /\b(?:rows|documents|requests|bytes|times) a (?:second|minute|hour)\b/, say: "rows/s" },
  { out: /\d+ a page\b/, say: "25 per page" },
  { out: /\bpacked\b|\bunpacked\b/i, say: "gzipped, uncompressed" },
  {
    out: /(?<!change |changes )\b(?:is|are|was|were) made\b|\bmade by the console\b/,
    say: "created; generated automatically",
  },
  { out: /\b[Mm]end(?:ed|s|ing)?\b/, say: "fix; Edit and retry" },
  { out: /\b(?:unplaced|not placed|no place)\b/, say: "unassigned" },
  { out: /\bput(?:ting)? (?:it )?back\b/i, say: "undo, restore" },
  { out: /\bnot to be had\b/, say: "not available" },
  { out: /\bWhat names it\b|\bleads to it\b|\bends with it\b|\bgo with it\b/, say: "Used by; will be removed" },
  { out: /\bTyping errors\b|\btwo a word\b/i, say: "Typo tolerance; up to 2 per word" },
  { out: /\bwords found\b/, say: "Highlight matches" },
  { out: /\blines alike\b/, say: "unchanged lines" },
  { out: /\bYou may not\b|\bmay not open\b|\byour user may not\b/i, say: "Access denied; Requires the … permission" },
  { out: /\bneeds the action\b/, say: "Requires the … permission" },
  {
    out: /(?<!there )\b(?:is|are) no (?:number|field|date|whole|valid|JSON|text|document|index)\b/i,
    say: "is not a number",
  },
  { out: /\b(?:are|is) none\b|\bis there already\b|\bthat is there\b/, say: "already exists; there are no …" },
  { out: /\bAs the system\b|\bShown as\b/, say: "System; View" },
  { out: /\bAs JSON\b|\bgiven here win/, say: "Advanced; override the values above" },
  { out: /^Facts$|\bA first search\b|^The call$/, say: "Details; Example request; API request" },
  {
    out: /\bWords in any field\b|\bChoose this page\b|\bDelete chosen\b|\bChoose for me\b/,
    say: "Search all fields; Select page; Delete selected; Reset columns",
  },
  { out: /\bShow as request\b|\bRead so far\b/, say: "View request; Bytes read" },
  {
    out: /\bHigher counts more\b|^all of them$|^any of them$/,
    say: "Higher = more relevant; all words (AND), any word (OR)",
  },
  { out: /\bYours\b|\bEdit mine\b|^Stored$/, say: "Your changes; Keep editing; Current" },
  { out: /\bdone for one index\b/, say: "Choose an index" },
  {
    out: /\bId of the documents\b|\bTaken from\b|\bNo column\b|^Place$|^Neither$/,
    say: "Document ID; ID field; Generate automatically; Geo point; Not indexed",
  },
  { out: /\banew\b|\bwhereupon\b|\bby now\b|\bof one's\b/, say: "again" },
  { out: /\bDeploy(?:s|ed|ing|ment)?\b|(?<=\s)deploy|\bdeploy(?:s|ed|ing)?(?=[\s.,:])/, say: "publish, published" },
  { out: /\bUndone:/, say: "Restored relevance settings of movies" },
  { out: /\bwhat is listed\b/, say: "1 synonym group not published yet; All synonyms applied" },
  { out: /\b[Nn]o field is searched\b/, say: "No default fields; requests must send dataField" },
  { out: /\bcounts? as much as\b/, say: "Higher weight ranks higher" },
  { out: /\b[Tt]hey are once a day\b/, say: "Collected daily and on save" },
  { out: /\bof so many days\b/, say: "Look-back period" },
  { out: /\bBlacklist\b/, say: "Blocked suggestions" },
  { out: /\bsearches that fit\b/, say: "Change results when a search matches" },
  { out: /\bthey move on\b/, say: "Rolling: always last week" },
  { out: /\bSearch search\b/, say: "Filter terms" },
  { out: /\bms or more\b|\bor more\b$/, say: "took 150 ms or longer" },
  { out: /\bClosed because\b/, say: "Unavailable because …" },
  { out: /\b[Ww]hat a text becomes\b/, say: "Test the analyzer" },
  { out: /\b[Bb]y the rules of the server\b|\bNothing is called\b/, say: "Dry run; no request is sent" },
  { out: /\bfound by its whole\b|\bwhole ID\b/, say: "Enter a full document ID" },
  { out: /\bchanges? waits?\b/, say: "No pending changes; 3 pending changes" },
  { out: /\b(?:is|stays) good (?:once|until|for)\b/, say: "Each works once; valid until" },
  { out: /\bcomes? along\b/, say: "the bundled server" },
  { out: /\basked to stop\b/, say: "Cancellation requested" },
  { out: /^Give (?:a|an|at|the|your)\b|\bGive (?:a|an|your) [a-z]+\.$/, say: "Enter" },
];

/** Turns of phrase that read as translated, in comments and documents too. */
const everywhere: Out[] = [
  { out: /\bnot to be had\b/, say: "not available" },
  { out: /\bput (?:it|them) back\b/, say: "undo, restore" },
  { out: /\bwhat it is gets told\b|\btold from its content\b/, say: "detected from its content" },
  { out: /\b(?:that|who|which) are none\b/, say: "that are not" },
  { out: /\banew\b/, say: "again" },
  { out: /\b[Mm]end(?:ed|s|ing)?\b/, say: "fix, repair" },
  { out: /\bleads? to it and ends? with it\b/, say: "will be removed" },
  { out: /\bthat comes along\b|\bone comes along\b/, say: "the bundled server" },
  { out: /\bwhat is listed\b/, say: "the saved synonyms" },
  { out: /\bsearches that fit\b/, say: "searches that match" },
  { out: /\bwhole ID\b/, say: "full ID" },
  { out: /\basked to stop\b/, say: "cancelled, cancellation requested" },
  { out: /\b(?:is|stays) good (?:once|until|for)\b/, say: "works once, valid until" },
  { out: /\b[Ww]hat a text becomes\b/, say: "what an analyzer makes of a text" },
];

type Found = { file: string; line: number; text: string };

/** What a reader may see of a file: its literals and the text between tags. */
function seenOf({ path, text }: SourceFile): Found[] {
  const source = ts.createSourceFile(
    path,
    text,
    ts.ScriptTarget.Latest,
    false,
    path.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );
  const seen: Found[] = [];
  const add = (node: ts.Node, said: string) =>
    seen.push({ file: path, line: source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1, text: said });
  function visit(node: ts.Node) {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node))
      add(node, node.text);
    if (ts.isJsxText(node) && node.text.trim() !== "") add(node, node.text.replace(/\s+/g, " ").trim());
    ts.forEachChild(node, visit);
  }
  visit(source);
  return seen;
}

function commentsOf({ path, text }: SourceFile): Found[] {
  const lineAt = (place: number) => text.slice(0, place).split("\n").length;
  return [...text.matchAll(/\/\*\*?[\s\S]*?\*\/|(?<![:"'`\w])\/\/[^\n]*/g)].map((match) => ({
    file: path,
    line: lineAt(match.index),
    text: match[0].replace(/\n\s*(?:\*|\/\/)\s?/g, " "),
  }));
}

function outOf(found: readonly Found[], list: readonly Out[]): string[] {
  return found.flatMap(({ file, line, text }) =>
    list.flatMap(({ out, say }) => (out.test(text) ? [`${file}:${line}: “${text.slice(0, 100)}” → ${say}`] : [])),
  );
}

const product = sourceFiles().filter((file) => !isTest(file.path) && /\.tsx?$/.test(file.path));

describe("words", () => {
  const app = product.filter(({ path }) => path.startsWith("app/"));

  it("on screens are the field's own", () => {
    const found = app.flatMap(seenOf);
    expect(found.length).toBeGreaterThan(1000);
    expect(outOf(found, texts)).toEqual([]);
  });

  it("in comments are plain English", () => {
    expect(outOf(product.flatMap(commentsOf), everywhere)).toEqual([]);
  });

  it("in the documents are plain English", () => {
    const files = [
      "README.md",
      ...readdirSync("docs", { recursive: true, encoding: "utf8" }).map((name) => `docs/${name}`),
    ];
    // The document that lists what is out has to name it.
    const lines = files
      .filter((file) => file.endsWith(".md") && file !== "docs/build/words.md")
      .flatMap((file) =>
        readFileSync(file, "utf8")
          .split("\n")
          .map((text, at) => ({ file, line: at + 1, text })),
      );
    expect(outOf(lines, everywhere)).toEqual([]);
  });
});

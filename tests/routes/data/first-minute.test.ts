import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { startImports } from "./support/import";
import { found, importFile } from "./support/first-minute";

// Ten files of different kinds, imported as they are proposed: searches that say their words and nothing else must find
// what a person expects among the first three.

startImports();

type Kind = {
  file: string;
  /** The field that a result is known by. */ by: string;
  language: string;
  /** What is searched for, and the one that must be found. */ searches: [string, string][];
};

const kinds: Kind[] = [
  {
    file: "films.json",
    by: "title",
    language: "english",
    searches: [
      ["matrix", "The Matrix"],
      ["batman", "Batman Begins"],
      ["dinosaur island", "Jurassic Park"],
      ["nolan dreams", "Inception"],
      ["gladiatr", "Gladiator"],
    ],
  },
  {
    file: "shop.csv",
    by: "product_name",
    language: "english",
    searches: [
      ["running shoes", "Road Running Shoe Swift"],
      ["bp-3002", "Backpack Trek 55 l"],
      ["warm winter jacket", "Down Jacket Polar"],
      ["norrland sleeping bag", "Sleeping Bag Summer"],
      ["laptop backpack", "Backpack Daypack 20 l"],
    ],
  },
  {
    file: "recipes.ndjson",
    by: "name",
    language: "english",
    searches: [
      ["carbonara", "Spaghetti Carbonara"],
      ["avocado", "Guacamole"],
      ["indian lentils", "Lentil Dal"],
      ["creme brulee", "Crème Brûlée"],
      ["minced beef chili", "Chili con Carne"],
    ],
  },
  {
    file: "nachrichten.csv",
    by: "titel",
    language: "german",
    searches: [
      ["Gesetze Klimaschutz", "Bundestag beschließt neues Klimaschutzgesetz"],
      ["Museen", "Neues Museum für Fotografie eröffnet"],
      ["Preise der Bahn", "Bahn kündigt höhere Preise an"],
      ["gestohlenes gemaelde", "Polizei findet gestohlene Gemälde"],
      ["Wolf", "Wölfe breiten sich im Schwarzwald aus"],
    ],
  },
  {
    file: "japanese.json",
    by: "タイトル",
    language: "japanese",
    searches: [
      ["トトロ", "となりのトトロ"],
      ["七人の侍", "七人の侍"],
      ["神隠し", "千と千尋の神隠し"],
      ["新海誠", "君の名は。"],
      ["ゴジラ 1954", "ゴジラ"],
    ],
  },
  {
    file: "logs.ndjson",
    by: "message",
    language: "universal",
    searches: [
      ["connection refused", "Connection refused to postgres at 10.0.4.17:5432"],
      ["NullPointerException", "Unhandled exception: NullPointerException in CartService.total"],
      ["disk error", "No space left on device /var/log"],
      ["192.168.1.20", "User tom signed in from 192.168.1.20"],
      ["backup failed", "Job cleanup failed with exit code 137"],
    ],
  },
  {
    file: "addresses.csv",
    by: "name",
    language: "universal",
    searches: [
      ["anna schmidt", "Anna Schmidt"],
      ["10117", "Uwe Dietrich"],
      ["lindenstraße köln", "Gabi Neumann"],
      ["muenchen", "Dieter Vogel"],
      ["torstr", "Vera Engel"],
    ],
  },
  {
    file: "papers.json",
    by: "title",
    language: "english",
    searches: [
      ["attention", "Attention Is All You Need"],
      ["lamport clocks", "Time, Clocks, and the Ordering of Events in a Distributed System"],
      ["bm25 ranking function", "Okapi at TREC-3"],
      ["10.1145/362384", "A Relational Model of Data for Large Shared Data Banks"],
      ["transformers 2019", "BERT: Pre-training of Deep Bidirectional Transformers"],
    ],
  },
  {
    file: "parts.csv",
    by: "article_no",
    language: "universal",
    searches: [
      ["B-4710", "B-4710"],
      ["n4713", "N-4713"],
      ["4006381333914", "W-4716"],
      ["screw", "S-4719"],
      ["4782", "B-4782"],
    ],
  },
  {
    file: "capitals.csv",
    by: "capital",
    language: "universal",
    searches: [
      ["oslo", "Oslo"],
      ["mexico", "Mexico City"],
      ["port of spain", "Port of Spain"],
      ["budapset", "Budapest"],
      ["buenos", "Buenos Aires"],
    ],
  },
];

it.each(kinds)("finds what is meant in $file", async ({ file, by, language, searches }) => {
  const index = file.replace(/\..*/, "");
  const content = readFileSync(`tests/fixtures/first-minute/${file}`, "utf8");
  const { setUp } = await importFile(index, { name: file, content });
  const results = await Promise.all(
    searches.map(async ([words, expected]) => {
      const first = (await found(index, words)).slice(0, 3).map((one) => one[by]);
      return first.includes(expected) ? "found" : { words, expected, first };
    }),
  );
  expect({ setUp, results }).toEqual({
    setUp: { version: 1, language, asked: language },
    results: searches.map(() => "found"),
  });
});

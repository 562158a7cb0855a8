// Packs the sample data set that the import screen offers, and writes its notice from what the package says of its
// licence. vega-datasets is 42 MB and belongs to the tests; only these two files are shipped.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const read = (path) => readFileSync(new URL(`../node_modules/vega-datasets/${path}`, import.meta.url));
const sample = (name) => fileURLToPath(new URL(`../samples/${name}`, import.meta.url));

/** The packed sample. */
export function packedMovies() {
  const packed = gzipSync(read("data/movies.json"), { level: 9 });
  // No time stamp and no operating system in the head: the same input gives the same bytes everywhere.
  packed.fill(0, 4, 8);
  packed[9] = 255;
  return packed;
}

const quote = (text) =>
  text
    .trim()
    .split("\n")
    .map((line) => `> ${line.trim()}`.trimEnd())
    .join("\n");

/** The text of samples/NOTICE.md: what the package ships about its licence, word for word. */
export function notice() {
  const { version, license } = JSON.parse(read("package.json").toString("utf8"));
  const { description, licenses, resources } = JSON.parse(read("datapackage.json").toString("utf8"));
  const movies = resources.find(({ path }) => path === "movies.json");
  const section = /^## License\n+([\s\S]*?)\n+## /m.exec(read("README.md").toString("utf8"))?.[1];
  if (!movies || !section)
    throw new Error("vega-datasets says nothing about movies.json or its licence where it used to");
  const own = [
    ["licenses", movies.licenses],
    ["sources", movies.sources],
  ].map(([name, value]) =>
    value === undefined ? `It lists no \`${name}\` for it.` : `Its \`${name}\`: \`${JSON.stringify(value)}\`.`,
  );
  return [
    "# Sample data",
    "",
    "Written by `node scripts/make-samples.mjs` from the package; do not edit.",
    "",
    `\`movies.json.gz\` is \`data/movies.json\` of [vega-datasets](https://github.com/vega/vega-datasets) ${version}, packed with gzip and not changed otherwise.`,
    "",
    "What the package says of the data set (`datapackage.json`):",
    "",
    quote(movies.description),
    "",
    own.join(" "),
    "",
    `What it says of licences. The field \`license\` of its \`package.json\` is \`${license}\`; it ships no licence file. \`licenses\` of \`datapackage.json\`:`,
    "",
    ...licenses.map(({ name, path, title }) => `- ${title} (\`${name}\`), <${path}>`),
    "",
    "`description` of `datapackage.json`:",
    "",
    quote(description),
    "",
    "`README.md`:",
    "",
    quote(section),
    "",
  ].join("\n");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(sample("movies.json.gz"), packedMovies());
  writeFileSync(sample("NOTICE.md"), notice());
}

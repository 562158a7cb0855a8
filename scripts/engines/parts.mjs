// The parts of `npm run test:engines`: what each runs, which engines it needs, and whether a failure gets a second try
// (`twice`).
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { root } from "../../server/launch/install.mjs";

const engines = "tests/vitest.engines.config.ts";
// `console` is a second OpenSearch, so that what empties its engine, and the browser journeys, need not wait for the
// comparisons.
const variables = {
  opensearch: "OPENSEARCH_URL",
  elasticsearch: "ELASTICSEARCH_URL",
  embedded: "EMBEDDED_URL",
  console: "OPENSEARCH_URL",
};

/** The journeys whose pages show what the engine answers; the others pass by it. */
const ENGINE_JOURNEYS = ["data/browse", "data/import", "indices/indices", "all-screens/odd-ids", "data/search-preview"];

/**
 * Screens whose work is the engine's: their tests run with the contract suite on OpenSearch, all the way from the form
 * to the engine.
 */
const ENGINE_SCREENS = [
  "data/console",
  "indices/copy-index",
  "data/documents-in-bulk",
  "indices/index-screens",
  "data/request-logs",
  "data/stored-queries",
  "search-relevance/one-truth",
];

/** What of the contract suite goes to the other OpenSearch: a fifth of it, so that no lane is left alone at the end. */
const RIGHTS = "tests/contract/access-control";

/** The gateway's contract suite or the recordings, on a real engine. */
function onReal(folder, kind) {
  const longest = kind === "opensearch" && folder === "contract";
  const engine = longest ? "console" : kind;
  const screens = longest ? ENGINE_SCREENS : [];
  const files = [`tests/${folder}`, ...screens.map((name) => `tests/routes/${name}.test.ts`)];
  return {
    name: `${folder}:${kind}`,
    group: folder,
    needs: [engine],
    emptied: engine,
    config: "tests/vitest.real.config.ts",
    files,
    ...(longest && { args: ["--exclude", `${RIGHTS}/**`] }),
  };
}

/** The rights of the contract suite on OpenSearch. */
const rightsOnReal = {
  ...onReal("contract", "opensearch"),
  name: "contract-rights:opensearch",
  needs: ["opensearch"],
  emptied: "opensearch",
  files: [RIGHTS],
  args: [],
};

const known = {
  compare: { needs: ["opensearch"] },
  rest: { needs: ["embedded"] },
  generate: { needs: ["opensearch"] },
  relevance: { needs: ["opensearch"] },
};

/** Every `*.engines.ts`; one that is not known here gets the engines whose variables it names. */
function comparisons() {
  const files = readdirSync(join(root, "tests/engines"), { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".engines.ts"),
  );
  return files.map((file) => {
    const path = `tests/engines/${file.replaceAll("\\", "/")}`;
    const name = basename(file, ".engines.ts").replace("rest-spec", "rest");
    const text = readFileSync(join(root, path), "utf8");
    const needs =
      known[name]?.needs ??
      Object.keys(variables).filter((kind) => kind !== "console" && text.includes(variables[kind]));
    return {
      name,
      group: name,
      needs,
      config: engines,
      files: [path],
      builds: known[name] === undefined,
      twice: known[name] === undefined,
    };
  });
}

const order = Object.keys(known);
const rank = ({ name }) => (order.includes(name) ? order.indexOf(name) : order.length);

/** All parts, in the order in which they run. */
export function allParts() {
  return [
    ...comparisons().sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name)),
    rightsOnReal,
    ...["contract", "replay"].flatMap((folder) => [onReal(folder, "opensearch"), onReal(folder, "elasticsearch")]),
    {
      name: "front-ends",
      group: "front-ends",
      needs: ["opensearch"],
      config: "tests/vitest.browser.config.ts",
      files: ["tests/front-ends"],
      builds: true,
      twice: true,
    },
    // Three nodes of its own, which it closes and starts again.
    {
      name: "faults",
      group: "faults",
      needs: [],
      config: "tests/vitest.browser.config.ts",
      files: ["tests/faults"],
      builds: true,
      twice: true,
    },
    {
      name: "journeys",
      group: "journeys",
      needs: ["console"],
      emptied: "console",
      config: "tests/e2e/vitest.config.ts",
      files: ENGINE_JOURNEYS.map((name) => `tests/e2e/journeys/${name}.test.ts`),
      builds: true,
      args: ["--no-file-parallelism"],
    },
  ];
}

/** The environment variables that tell a test where the engines are. */
export function environmentOf({ needs, emptied }, urls) {
  const found = Object.fromEntries(needs.map((kind) => [variables[kind], urls[kind]]));
  return emptied === undefined
    ? found
    : {
        ...found,
        TEST_ENGINE_URL: urls[emptied],
        TEST_ENGINE_KIND: emptied === "elasticsearch" ? emptied : "opensearch",
      };
}

/**
 * Parts in lanes that run side by side: no two of a lane's parts share an engine with another lane. What starts its own
 * engines has a lane, for it waits more than it works; what needs several of the shared ones runs after the lanes,
 * alone.
 */
export function lanesOf(parts) {
  const one = parts.filter(({ needs }) => needs.length === 1);
  const own = parts.filter(({ needs }) => needs.length === 0);
  return {
    lanes: [
      ...[["opensearch"], ["console"], ["elasticsearch", "embedded"]].map((kinds) =>
        one.filter(({ needs }) => kinds.includes(needs[0])),
      ),
      own,
    ],
    after: parts.filter(({ needs }) => needs.length > 1),
  };
}

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openDatabase } from "~/services/platform/store/database.server";
import { createJobStore } from "~/services/data/import/run/import-store.server";
import { sessionSecrets } from "~/session/seal.server";
import { buildRoutes, plainPages, resources } from "../../../routes.js";
import { seedChange } from "../../setup/seeds/change";
import { sampleCredential, seedCredential } from "../../setup/seeds/credential";
import { seedLink } from "../../setup/seeds/link";
import { seedMail } from "../../setup/seeds/mail";
import { sampleEnv, sampleRun, seedRun } from "../../setup/seeds/run";
import { seedTest } from "../../setup/seeds/test";
import { seedVersion } from "../../setup/seeds/version";
import { logRecord, seedLogs } from "../../setup/seeds/log";
import type { Product } from "./product";

/** An index with some documents, for screens that need one. Its name is the one that every `:appName` becomes. */
export const sampleIndex = "sweep-films";

/** A stored query of it, for the screens about one. */
export const sampleQuery = "sweep-genre";
export const storedQuery = {
  index: sampleIndex,
  query: { query: { match: { genre: "{{genre}}" } }, size: "{{size}}" },
  params: { genre: "Horror", size: 5 },
};

export const samplePipeline = "sweep-pipeline";
const pipeline = `id: ${samplePipeline}
description: Sweep pipeline
priority: 3
routes:
  - path: /sweep-films/_reactivesearch.sweep
    method: POST
    classify: { category: reactivesearch }
    recordLogs: true
stages:
  - use: authorization
    continueOnError: false
  # a comment that stays
  - id: tidy
    scriptRef: tidy.js
  - use: reactivesearchQuery
  - id: fetch
    use: elasticsearchQuery
    needs: [reactivesearchQuery]
`;
/** The pipeline that screens about one show. */
export const storedPipeline = {
  content: pipeline,
  extension: "yaml",
  scripts: { "tidy.js": { content: "function handleRequest() { return {}; }", extension: "js" } },
};

/** A rule that no search of the tests meets, for the screens about one. */
export const sampleRule = "sweep-rule";
export const storedRule = {
  id: sampleRule,
  name: "Sweep rule",
  enabled: true,
  order: 1,
  created_at: 1_700_000_000,
  updated_at: 1_700_000_000,
  trigger: { type: "filter", expression: "$query == 'sweep rule'" },
  actions: [{ type: "custom_data", data: '{"banner":"sale"}' }],
};

/** A user, for the screens about one. */
export const sampleUser = {
  username: "sweep-user",
  password: "a-quiet-owl",
  allowed_actions: ["develop"],
  indices: [sampleIndex],
  email: "sweep@example.org",
};

/** A template of the sample index's kind, for the pages of one. */
export const sampleTemplate = {
  name: "sweep-template",
  body: { index_patterns: ["sweep-made-*"], settings: { number_of_replicas: 0 } },
};

/** A component template of the same name, for the page of one. */
export const sampleComponent = { template: { settings: { number_of_replicas: 0 } } };

/** A group of synonyms, for the pages of one. */
export const sampleSynonym = { _id: "sweep-synonym", type: "equivalent", synonym: "film,movie" };

/** A shared link, for the pages of one. */
export const sampleLink = "sweepLink001";
/** A relevance test, for the pages of one. */
export const sampleTest = "sweepTest001";
/** A weekly report that is mailed. */
export const sampleMail = "sweepMail001";

/** A conversation with an AI model, for the page of one. */
export const sampleAiSession = {
  session_id: "sweep-session",
  useful: true,
  reason: "clear",
  input_tokens: 20,
  output_tokens: 5,
  invocation_count: 1,
  messages: [
    { role: "user", content: "What is Metropolis about?" },
    { role: "assistant", content: "A city of the future." },
  ],
  model: "a-model",
  created_at: 1_700_000_000_000,
  updated_at: 1_700_000_000_000,
  timestamp: 1_700_000_000_000,
};

/** Creates the sample index with three films, and the sample template. */
export async function seed(product: Product): Promise<void> {
  const films = [
    { title: "Metropolis", year: 1927, genre: "Science fiction" },
    { title: "Nosferatu", year: 1922, genre: "Horror" },
    { title: "Modern Times", year: 1936, genre: "Comedy" },
  ];
  const body = films
    .map((film, index) => `{"index":{"_index":"${sampleIndex}","_id":"${index + 1}"}}\n${JSON.stringify(film)}\n`)
    .join("");
  const { status, body: answer } = await product.call("POST", "/_bulk?refresh=true", body);
  if (status !== 200) throw new Error(`seeding answered ${status}: ${JSON.stringify(answer)}`);
  await product.call("PUT", `/_storedquery/${sampleQuery}`, storedQuery);
  const { status: piped } = await product.call("POST", "/_pipeline", storedPipeline);
  if (piped !== 201) throw new Error(`the sample pipeline answered ${piped}`);
  await seedRun(product.call, { pipeline: samplePipeline });
  await product.call("PUT", `/.rules/_doc/${sampleRule}?refresh=true`, storedRule);
  await product.call("PUT", `/_synonym/${sampleIndex}`, [sampleSynonym]);
  await product.call("POST", "/_user", sampleUser);
  const made = await product.call("PUT", `/_template/${sampleTemplate.name}`, sampleTemplate.body);
  if (made.status !== 200) throw new Error(`the sample template answered ${made.status}: ${JSON.stringify(made.body)}`);
  await product.call("PUT", `/_component_template/${sampleTemplate.name}`, sampleComponent);
  await seedLogs(product.call, [logRecord({ id: "sweep-log", index: sampleIndex })]);
  await product.call("PUT", `/.ai_sessions/_doc/${sampleAiSession.session_id}?refresh=true`, sampleAiSession);
  await seedCredential(product.call, { index: sampleIndex });
  seedImport(product);
  const { dataDir, backendUrl: server, username: person } = product;
  seedChange({
    dataDir,
    server,
    person,
    secrets: sessionSecrets({ sessionSecrets: [], dataDir }),
    id: "c-sweep1",
    index_name: sampleIndex,
  });
  seedVersion({ dataDir, server, index: sampleIndex });
  seedLink({ dataDir, server, id: sampleLink, index: sampleIndex });
  seedMail({ dataDir, server, id: sampleMail, index: sampleIndex });
  seedTest({ dataDir, server, id: sampleTest, index: sampleIndex });
}

/**
 * An uploaded file whose fields are still to be chosen, put where the console keeps it: its id is part of addresses.
 */
function seedImport(product: Product) {
  const folder = join(product.dataDir, "imports");
  const path = join(folder, "sweep.upload");
  const rows = "title,year\nMetropolis,1927\nNosferatu,1922\n";
  mkdirSync(folder, { recursive: true });
  writeFileSync(path, rows);
  const database = openDatabase(join(product.dataDir, "console.db"));
  const store = createJobStore(database);
  if (!store.get("sweepImport1"))
    store.create({
      id: "sweepImport1",
      url: product.backendUrl,
      app: sampleIndex,
      username: product.username,
      name: "films.csv",
      size: rows.length,
      path,
    });
  database.close();
}

/** What the parameters of screens' paths stand for. */
type Meant = { app: string; document: string; job: string; change: string; log: string };
const sample: Meant = { app: sampleIndex, document: "1", job: "sweepImport1", change: "c-sweep1", log: "sweep-log" };

/**
 * Values of the parameters of screens' paths. A screen with a parameter that is not here fails the walks until it gets
 * one.
 */
const valuesOf = ({ app, document, job, change, log }: Meant): Record<string, string> => ({
  ":appName": app,
  ":index": app,
  ":name": app,
  ":id": document,
  ":documentId": document,
  ":docId": document,
  ":jobId": job,
  ":changeId": change,
  ":queryId": sampleQuery,
  ":pipelineId": samplePipeline,
  ":pipelineLogId": sampleRun,
  ":envKey": sampleEnv.key,
  ":ruleId": sampleRule,
  ":functionName": "sweep-function",
  ":credentialName": sampleCredential,
  ":boxId": "sweep-box",
  ":field": "title",
  ":synonymId": sampleSynonym._id,
  ":versionNumber": "1",
  ":kind": "legacy",
  ":templateName": sampleTemplate.name,
  ":logId": log,
  ":userName": sampleUser.username,
  ":term": "metropolis",
  ":linkId": sampleLink,
  ":mailId": sampleMail,
  ":testId": sampleTest,
  ":insightId": "no_results",
  ":sessionId": sampleAiSession.session_id,
});

export type MountedPath = {
  path: string;
  file: string;
  kind: "page" | "plain" | "chooser" | "redirect" | "alias" | "not-found";
};

const filled = (path: string, values: Record<string, string>) =>
  path
    .split("/")
    .map((part) => (part.startsWith(":") ? (values[part] ?? part) : part))
    .join("/");

/**
 * Every address under which a page is mounted, from the route table itself, with its parameters filled in: with the
 * sample's unless told.
 */
export function mountedPaths(meant: Meant = sample): MountedPath[] {
  const values = valuesOf(meant);
  const routes = buildRoutes();
  const prefixes: Record<string, string> = {
    "shell/cluster": "/cluster",
    "shell/app": "/app/:appName",
    "shell/top": "",
    root: "",
  };
  const found: MountedPath[] = [];
  for (const { id, path = "", parentId, file } of Object.values(routes)) {
    const prefix = prefixes[parentId];
    if (prefix === undefined || /^shell\//.test(id) || id === "home") continue;
    if (resources.some((resource) => resource.path === id)) continue;
    if (path === "*") {
      if (id !== "top/*") found.push({ path: filled(`${prefix}/no-such-screen`, values), file, kind: "not-found" });
      continue;
    }
    const kind = id.startsWith("choose/")
      ? "chooser"
      : id.startsWith("to-cluster/")
        ? "redirect"
        : id.startsWith("alias/")
          ? "alias"
          : plainPages.some((page) => page.path === id)
            ? "plain"
            : "page";
    const bare = path.replace(/\/\*$/, "").replace("/:rest", "/extra");
    found.push({ path: filled(bare === "" ? prefix : `${prefix}/${bare}`, values), file, kind });
  }
  return found;
}

/**
 * The addresses for two walks: what stands at both levels is in one of them for all indices and in the other for one
 * index. All else is in both.
 */
export function shared(paths: readonly MountedPath[]): { cluster: string[]; index: string[] } {
  const keyed = paths.map(({ path, file }): [string, string] => [
    `${file} ${path.replace(/^\/(cluster|app\/[^/]+)/, "")}`,
    path,
  ]);
  // Of two with the same key a map keeps the last, and the table has all indices first.
  return { cluster: [...new Map(keyed.toReversed()).values()].reverse(), index: [...new Map(keyed).values()] };
}

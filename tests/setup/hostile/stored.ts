import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SqliteDatabase } from "@common/storage/sqlite";
import { createJobStore } from "~/services/data/import/run/import-store.server";
import { openStore } from "~/services/platform/store/database.server";
import {
  sampleComponent,
  sampleIndex,
  samplePipeline,
  sampleQuery,
  sampleTemplate,
  sampleUser,
  storedPipeline,
  storedQuery,
} from "../../e2e/support/screens";
import { seedChange } from "../seeds/change";
import { seedCredential } from "../seeds/credential";
import { seedGrades, seedSettings } from "../seeds/relevance";
import { logRecord, seedLogs } from "../seeds/log";
import { seedRun } from "../seeds/run";
import { everything, payloads } from "./payloads";

type Call = (method: string, path: string, body?: unknown) => Promise<{ status: number; body: unknown }>;

/** An id that is markup; it has a slash, a quote and a space in it. */
export const hostileId = `"><x-told onclick='told("id")'></x-told>`;

async function must(answer: Promise<{ status: number; body: unknown }>): Promise<void> {
  const { status, body } = await answer;
  if (status >= 300) throw new Error(`seeding answered ${status}: ${JSON.stringify(body).slice(0, 500)}`);
}

/** Puts payloads into everything that a back end keeps and shows, as its admin may. */
export async function seedServer(call: Call): Promise<void> {
  const names = Object.entries(payloads).map(
    ([key, text]) => [`${key}${text}`.replace(/[.\u0000-\u001f*]/g, "").slice(0, 120), text] as const,
  );
  const analyzer = { [payloads.quotes]: { type: "custom", tokenizer: "standard", filter: [payloads.apostrophes] } };
  const filter = { [payloads.apostrophes]: { type: "stop", stopwords: [everything] } };
  await must(
    call("PUT", `/${sampleIndex}`, {
      settings: { analysis: { analyzer, filter } },
      mappings: {
        _meta: { note: everything, [payloads.quotes]: everything },
        properties: { title: { type: "text" }, year: { type: "long" } },
      },
    }),
  );
  const document = { title: everything, year: 1927, ...Object.fromEntries(names) };
  for (const id of ["1", "2", hostileId])
    await must(call("PUT", `/${sampleIndex}/_doc/${encodeURIComponent(id)}?refresh=true`, document));
  await must(call("PUT", `/${sampleIndex}/_alias/sweep-alias`, { filter: { term: { title: everything } } }));
  const template = {
    ...sampleTemplate.body,
    mappings: { _meta: { note: everything } },
    aliases: { "sweep-other": { filter: { term: { title: everything } } } },
  };
  await must(call("PUT", `/_template/${sampleTemplate.name}`, template));
  await must(
    call("PUT", `/_component_template/${sampleTemplate.name}`, { ...sampleComponent, _meta: { note: everything } }),
  );
  await must(
    call("PUT", `/_storedquery/${sampleQuery}`, {
      ...storedQuery,
      description: everything,
      params: { genre: everything, [payloads.quotes]: everything },
    }),
  );
  const marked = { customStopwords: Object.values(payloads), stemmingExceptions: [everything] };
  await seedSettings(call, {
    index: sampleIndex,
    language: { language: everything, ...marked },
    search: { dataField: ["title"], fieldWeights: ["1.0"] },
  });
  // By the store too: another program may take what is no list of words.
  await call("PUT", `/.synonyms/_doc/${encodeURIComponent(hostileId)}?refresh=true`, {
    type: everything,
    synonym: everything,
    index: sampleIndex,
  });
  await seedGrades(call, { index: sampleIndex, query: everything.slice(0, 500) });
  await must(call("POST", "/_user", sampleUser));
  await must(call("PATCH", `/_user/${sampleUser.username}`, { email: everything }));
  // By the store, which takes what no form would: an older server may have taken it too.
  const people = {
    password: "$2a$04$x",
    is_admin: false,
    categories: ["docs"],
    acls: [],
    ops: ["read"],
    indices: [everything],
    sources: ["0.0.0.0/0"],
  };
  await call("PUT", `/.users/_doc/${encodeURIComponent(hostileId)}?refresh=true`, {
    ...people,
    username: hostileId,
    email: everything,
    created_at: "",
  });
  const rights = {
    description: everything,
    referers: Object.values(payloads),
    role: everything,
    owner: everything,
    creator: everything,
  };
  await seedCredential(call, {
    index: sampleIndex,
    ...rights,
    include_fields: [everything],
    exclude_fields: [payloads.quotes],
  });
  await call("PUT", "/.permissions/_doc/hostile001?refresh=true", {
    ...{
      ...rights,
      username: "hostile001",
      password: everything,
      categories: ["docs"],
      acls: [],
      ops: ["read"],
      indices: [everything],
    },
    ...{ sources: ["0.0.0.0/0"], created_at: new Date().toISOString(), ttl: -1, limits: { ip_limit: 7200 } },
  });
  await seedLogs(call, [hostileRecord()]);
  await must(call("POST", "/_pipeline", storedPipeline));
  await seedRun(call, { pipeline: samplePipeline, text: everything });
}

/** A record of the request log whose every text was chosen by who called. */
function hostileRecord() {
  const record = logRecord({ id: "sweep-log", index: sampleIndex });
  const header = {
    "Content-Type": [everything],
    "User-Agent": [everything],
    Referer: [everything],
    "X-Forwarded-For": [everything],
    [payloads.quotes]: [everything],
  };
  const body = JSON.stringify({ query: [{ id: everything, value: everything }], [payloads.quotes]: everything });
  const uri = `/${sampleIndex}/_reactivesearch?${everything}`;
  return {
    ...record,
    request: { uri, method: "POST", header, body },
    response: {
      code: 400,
      status: everything,
      Headers: header,
      took: 4,
      body: JSON.stringify({ error: { reason: everything } }),
    },
    requestChanges: [
      { uri, headers: JSON.stringify(header), body: everything, method: everything, stage: everything, took: 1 },
    ],
    console_logs: [everything],
    origin: {
      kind: "credential",
      name: everything,
      address: everything,
      route: everything,
      url: everything,
      took: 1,
      text: body,
    },
  };
}

type Kept = { dataDir: string; server: string; person: string; secrets: readonly string[] };

/** Puts payloads into everything that the console itself keeps and shows. */
export function seedConsole({ dataDir, server, person, secrets }: Kept): void {
  const database = openStore(dataDir);
  seedChange({ dataDir, secrets, id: "c-sweep1", server, person, index_name: sampleIndex });
  const folder = join(dataDir, "imports");
  mkdirSync(folder, { recursive: true });
  const store = createJobStore(database);
  const rows = `"title${payloads.quotes.replaceAll('"', '""')}","${payloads.formula}"\n"${everything.replaceAll('"', '""')}",1927\n`;
  for (const id of ["sweepImport1", "hostileDone", "hostileStopped"]) {
    const path = join(folder, `${id}.upload`);
    writeFileSync(path, rows);
    store.create({
      id,
      url: server,
      app: sampleIndex,
      username: person,
      name: `${payloads.image}.csv`,
      size: rows.length,
      path,
    });
  }
  const failure = { row: 1, line: 2, field: everything, reason: everything, raw: Buffer.from(everything) };
  store.commit({
    id: "hostileDone",
    progress: { ackedRow: 1, rows: 1, indexed: 0, updated: 0, bytesRead: 9, failures: [failure] },
  });
  store.setState({ id: "hostileDone", state: "done" });
  store.setState({ id: "hostileStopped", state: "interrupted", message: everything });
  const now = Date.now();
  database.exec("DELETE FROM console_history");
  database
    .prepare(
      "INSERT INTO console_history (id, server, person, at, method, path, body, note, state, status, took, bytes) VALUES (?,?,?,?,?,?,?,?,?,?,?,?)",
    )
    .run(
      "h1",
      server,
      person,
      now,
      "POST",
      `/${sampleIndex}/_search?q=${everything}`,
      everything,
      everything,
      "answered",
      200,
      1,
      1,
    );
  database
    .prepare("INSERT INTO console_saved (id, server, person, name, at, text, requests, note) VALUES (?,?,?,?,?,?,?,?)")
    .run(
      "s1",
      server,
      person,
      everything,
      now,
      `POST /${sampleIndex}/_search\n${JSON.stringify({ query: everything })}`,
      1,
      everything,
    );
  database
    .prepare("INSERT INTO writing_windows (id, server, person, reason, opened, ends) VALUES (?,?,?,?,?,?)")
    .run("w1", server, person, everything, now, now + 3_600_000);
  markTexts(database);
}

/** Columns that others look things up by, or that only the console itself fills. */
const keys =
  /^(id|.*_id|server|owner|person|username|target|kind|state|outcome|index_name|right_name|verb|noun|method|screen|status|at|job|undoes|undone_by|input|result|progress|credentials|sealed|lease|value|text|field|raw)$/;

/** Every other text of the console's own tables: of a table that comes, too. */
function markTexts(database: SqliteDatabase): void {
  const tables = database
    .prepare<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .all();
  for (const { name } of tables) {
    const texts = database.prepare<{ name: string; type: string }>(`PRAGMA table_info("${name}")`).all();
    for (const column of texts.filter(({ name: title, type }) => type === "TEXT" && !keys.test(title)))
      database.prepare(`UPDATE "${name}" SET "${column.name}" = ? WHERE "${column.name}" IS NOT NULL`).run(everything);
  }
}

/** What the parameters of addresses mean here beside the sample's. */
export const hostilePages = (app = `/app/${sampleIndex}`) => [
  ...["", "/edit", "/delete", "/map", "/raw"].map(
    (page) => `${page === "/raw" ? `/resources/${sampleIndex}` : app}/browse/${encodeURIComponent(hostileId)}${page}`,
  ),
  ...["", "/edit", "/password", "/delete", "/view"].map(
    (page) => `/cluster/user-management/${encodeURIComponent(hostileId)}${page}`,
  ),
  ...["", "/edit", "/rotate", "/delete"].map((page) => `/cluster/credentials/hostile001${page}`),
  ...[
    `${app}/import/hostileDone`,
    `${app}/import/hostileDone/failed`,
    `${app}/import/hostileStopped`,
    `${app}/jobs/hostileDone`,
    `/cluster/jobs/hostileStopped`,
  ],
  ...[
    `${app}/import/sweepImport1/fields`,
    `/cluster/import/sweepImport1/target`,
    `${app}/aliases/edit?alias=sweep-alias`,
    `/cluster/console?saved=s1`,
  ],
];

/** Every text that an address may ask with, on pages that show what was asked. */
export const hostileQueries = (app = `/app/${sampleIndex}`) => {
  const text = encodeURIComponent(everything);
  const names = [
    "q",
    "filter",
    "sort",
    "page",
    "size",
    "from",
    "to",
    "since",
    "columns",
    "field",
    "state",
    "kind",
    "status",
    "method",
    "person",
    "do",
    "alias",
    "tab",
    "saved",
    "draft",
  ];
  const all = names.map((name) => `${name}=${encodeURIComponent(payloads.quotes + payloads.state)}`).join("&");
  // A path with line separators is none that a route table matches.
  const named = text.replace(/%E2%80%A[89]/g, "");
  const pages = [
    "/cluster",
    app,
    `${app}/browse`,
    `${app}/search-preview`,
    `/cluster/request-logs`,
    `/cluster/changes`,
    `/cluster/jobs`,
    "/indices",
    "/go",
    `${app}/analyze`,
  ];
  return [
    ...pages.map((page) => `${page}?${all}`),
    ...pages.map((page) => `${page}?q=${text}`),
    ...[
      `/login?url=${text}&username=${text}&redirectTo=${text}`,
      `/login?url=javascript:told()&cluster=${text}&email=${text}`,
      `/signup?${all}`,
      `/install?${all}`,
    ],
    ...[
      `/app/${named}`,
      `/app/${named}/browse`,
      `/cluster/templates/legacy/${named}`,
      `/cluster/no/${named}`,
      `${app}/browse/${named}`,
      `/cluster/user-management/${named}`,
    ],
  ];
};

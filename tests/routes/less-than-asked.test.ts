import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import type { IncomingMessage } from "node:http";
import { isJsonObject, type JsonObject, type JsonValue, parseJson, stringifyJson } from "@common/text/json";
import { secondLook } from "~/services/platform/changes/change.server";
import { isReading } from "~/services/platform/http/reading";
import type { TestBackend, Verdict } from "../setup/backend";
import { type FormsConsole, formsOf, openFormsConsole } from "../setup/forms/console";
import {
  type Came,
  changesOf,
  fillsDraft,
  headingOf,
  isChange,
  isDeletion,
  kindOf,
  openTwin,
  seedForWalk,
  startsJob,
  walkForms,
} from "../setup/forms/walk";
import { otherIndex, sampleAlias } from "../setup/forms/seed";
import { type PageForm, postingForms } from "../setup/page-forms";
import { sampleIndex } from "../e2e/support/screens";

// Every form of every screen before a search server that answers 200 to each change and did less than was asked for.
// Each change goes to a twin, whose answers are those of a server that did it, and what is read afterwards comes from
// the one where nothing was done.

let held: FormsConsole;
let twin: TestBackend;
let forms: PageForm[] = [];
const usual = secondLook.after;

beforeAll(async () => {
  secondLook.after = 0;
  held = await openFormsConsole();
  const more = await seedForWalk(held.backend);
  forms = await formsOf({ ...held, pages: [...more, ...held.pages] });
}, 480_000);
beforeEach(async () => {
  held.signIn();
  twin = await openTwin();
});
afterEach(async () => {
  held.gate.decide(() => "pass");
  await twin.close();
});
afterAll(async () => {
  secondLook.after = usual;
  await held.close();
});

/** Changes that leave no record that could be read again. Of each that is done there is a form here. */
const recordless: Record<string, RegExp[]> = {
  "a deletion: lists show what is there": [/^delete /, /^end shared link$/],
  "a job, whose page says what became of it": [/^(clone|reindex|import) index$/, /^resume job$/],
  "a password, which no server tells": [/^(rotate API credential|update password of user)$/],
  "upkeep, after which nothing is another": [/^(refresh|merge) index$/, /^clear index cache$/],
};
const reasonFor = (kind: string) =>
  Object.entries(recordless).find(([, kinds]) => kinds.some((one) => one.test(kind)))?.[0];

/** The changes that tell of it. */
const kept = [
  "add alias",
  "add document",
  "add field",
  "add synonyms",
  "add version of pipeline",
  "close index",
  "create API credential",
  "create component template",
  "create global variable",
  "create index",
  "create index template",
  "create mailed report",
  "create rule",
  "create shared link",
  "create stored query",
  "create test schedule",
  "create user",
  "deploy relevance settings",
  "deploy synonyms",
  "open index",
  "reorder rule",
  "restore document",
  "switch alias",
  "switch pipeline",
  "switch rule",
  "update API credential",
  "update alias",
  "update document",
  "update featured suggestions",
  "update global variable",
  "update grades",
  "update legacy template",
  "update public key",
  "update request log retention",
  "update role",
  "update rule",
  "update settings",
  "update stored query",
  "update suggestion preferences",
  "update sync preferences",
  "update synonyms",
  "update user",
];

/** Forms that are refused here, and send nothing. */
const refusedHere: Record<string, RegExp> = {
  "what is uploaded goes the way of what is pasted": / \(file=\)$/,
  "a list in a file of the console's own": /relevance-tests\/import/,
  "it sends what somebody types, whose record is not known": /^\/cluster\/console /,
  "its import was begun by a form before": /\/import\/[^ ]+\/target /,
  "it only asks whether a value is good": /\/global-envs\/[^ ]+ \(then=check\)$/,
  "it only looks at a token": /\/role-based-access\/token/,
};

const says = /The server kept/;

function problemsOf(form: PageForm, { answer, flash, changes }: Came): string[] {
  const name = headingOf(form);
  // Of several indices some were open before.
  const told = new Set(changes.filter(({ message }) => says.test(message ?? "")).map(kindOf));
  const untold = changes.filter(
    (entry) => !told.has(kindOf(entry)) && reasonFor(kindOf(entry)) === undefined && entry.before !== entry.after,
  );
  const silent = told.size > 0 && !says.test(flash) ? [`${name}: its message does not say so: ${flash}`] : [];
  const isRefused = isDeletion(form) || Object.values(refusedHere).some((one) => one.test(name));
  const unsent = answer.status >= 400 && changes.length === 0 && !isRefused ? [`${name}: ${answer.status}`] : [];
  return [
    ...untold.map((entry) => `${name}: ${kindOf(entry)}, ${entry.outcome}, ${entry.message}`),
    ...silent,
    ...unsent,
  ];
}

it("tells what the server kept as it was, in its message and in the change log", async () => {
  held.gate.decide((path, _bulk, { method = "" }) => (isChange(method, path) ? { to: twin.url } : "pass"));
  const wrong: string[] = [];
  const kinds = new Set<string>();
  await walkForms({
    ...{ held, twin, forms, without: fillsDraft },
    visit(form, came) {
      wrong.push(...problemsOf(form, came));
      for (const entry of came.changes) kinds.add(kindOf(entry));
    },
  });
  expect(wrong).toEqual([]);
  const done = [...kinds].sort();
  expect(done.filter((kind) => reasonFor(kind) === undefined)).toEqual(kept);
  for (const [why, some] of Object.entries(recordless))
    for (const one of some)
      expect
        .soft(
          done.some((kind) => one.test(kind)),
          `${why}: ${one}`,
        )
        .toBe(true);
}, 300_000);

const reason = { type: "odd", reason: "an odd part" };
const listed = (body: JsonObject, name: string) => (Array.isArray(body[name]) ? body[name] : []);
const number = (body: JsonObject, name: string) => (typeof body[name] === "number" ? body[name] : 0);

/**
 * An answer as it is where a part was not done, by what it tells; undefined for one of a call that does all or nothing.
 */
function partOf(path: string, body: JsonObject): { body: JsonObject; words: RegExp } | undefined {
  if (path.startsWith("/_aliases")) {
    const action_results: JsonValue[] = [{ status: 200 }, { status: 404, error: reason }];
    return {
      body: { acknowledged: true, errors: true, action_results },
      words: /1 of 2 actions were refused: an odd part\./,
    };
  }
  if (/_by_query/.test(path)) {
    const total = number(body, "total");
    return {
      body: { ...body, deleted: total - 1, version_conflicts: 1 },
      words: new RegExp(`Only ${total - 1} of ${total} documents were processed: 1 had been changed meanwhile\\.`),
    };
  }
  const [first, ...others] = listed(body, "items");
  if (first !== undefined && others.length > 0)
    return {
      body: { ...body, errors: true, items: [{ index: { status: 400, error: reason } }, ...others] },
      words: /1 row|1 of \d+/,
    };
  const shards = body["_shards"];
  if (!isJsonObject(shards)) return undefined;
  const failures = [{ shard: 0, index: "odd", reason }];
  return {
    body: { ...body, _shards: { ...shards, total: 2, successful: 1, failed: 1, failures } },
    words: /1 of 2 shards failed: an odd part\./,
  };
}

/** Lets the twin do it, and tells that it did a part. */
async function playPart(
  path: string,
  { incoming, sent, played }: { incoming: IncomingMessage; sent: string; played: (words: RegExp) => void },
): Promise<Verdict> {
  const { method = "", headers } = incoming;
  const body = sent === "" ? {} : { body: sent };
  // The twin has other versions as soon as one form of a document was posted.
  const unversioned = path.replace(/if_(seq_no|primary_term)=\d+&?/g, "");
  const answer = await fetch(`${twin.url}${unversioned}`, {
    method,
    headers: { Authorization: `Basic ${twin.token}`, "Content-Type": headers["content-type"] ?? "application/json" },
    ...body,
  });
  const text = await answer.text();
  const read: JsonValue = answer.ok && text.startsWith("{") ? parseJson(text) : null;
  const part = isJsonObject(read) ? partOf(path, read) : undefined;
  if (part === undefined) return { status: answer.status, body: text };
  played(part.words);
  return { status: 200, body: stringifyJson(part.body) };
}

/** Changes whose call may do a part. Jobs have a test of their own. */
const inPart = [
  "add document",
  "clear index cache",
  "delete document",
  "delete documents",
  "merge index",
  "refresh index",
  "restore document",
  "switch alias",
  "update document",
];

it("tells that a part was not done, in its message and in the change log", async () => {
  const words = new Map<string, RegExp[]>();
  held.gate.decide((path, _bulk, incoming, sent) => {
    const { method = "", headers } = incoming;
    if (!isChange(method, path) || (method === "POST" && isReading({ method, path, body: sent }))) return "pass";
    const id = String(headers["x-request-id"]);
    return playPart(path, { incoming, sent, played: (one) => words.set(id, [...(words.get(id) ?? []), one]) });
  });
  const wrong: string[] = [];
  const kinds = new Set<string>();
  await walkForms({
    ...{ held, twin, forms, without: (form) => startsJob(form) || fillsDraft(form) },
    visit(form, { requestId, flash, changes }) {
      const asked = words.get(requestId) ?? [];
      const entry = changes.find(({ outcome }) => outcome !== "failed");
      if (asked.length === 0) return;
      if (entry) kinds.add(kindOf(entry));
      const isTold = (text: string | null | undefined) => asked.every((one) => one.test(text ?? ""));
      if (!isTold(flash) || entry?.outcome !== "partial" || !isTold(entry.message))
        wrong.push(`${headingOf(form)}: ${entry?.outcome}, ${entry?.message}, ${flash}`);
    },
  });
  expect(wrong).toEqual([]);
  expect([...kinds].sort()).toEqual(inPart);
}, 300_000);

/** The form of a page that has a field of this name, or of this value. */
async function formOf(page: string, word: string): Promise<PageForm> {
  const html = await (await held.open(page)).text();
  const form = postingForms({ html, page, fill: ({ value }) => value }).find(({ entries }) =>
    entries.some((entry) => entry.includes(word)),
  );
  if (!form) throw new Error(`no ${word} on ${page}`);
  return form;
}

const flashOf = (answer: Response) => decodeURIComponent(answer.headers.getSetCookie().join());

it("tells at the end of a job that a part was not done", async () => {
  const { failed } = await held.makeState();
  const page = `/app/${sampleIndex}/import/${failed}/failed`;
  const form = await formOf(page, "rows");
  const items = [
    { index: { _id: "one", status: 400, error: reason } },
    { index: { _id: "two", status: 201, result: "created" } },
  ];
  held.gate.decide((path) =>
    path.includes("_bulk") ? { status: 200, body: JSON.stringify({ took: 1, errors: true, items }) } : "pass",
  );
  const entries = form.entries.map(([name, value]): [string, string] => [
    name,
    name === "rows" ? "title,year,added\nOne,1999,a\nTwo,2000,b" : value,
  ]);
  await held.post({ ...form, entries }, held.context());
  const ended = async () => {
    // What a job made is noted when somebody looks.
    await held.open("/cluster/changes");
    // The last step of the job may set up search, after what was imported.
    return changesOf(held, 2).map(({ verb, outcome, message }) => [verb, outcome, message]);
  };
  await expect
    .poll(ended, { timeout: 20_000 })
    .toContainEqual(["import", "partial", "1 document indexed, 1 row failed."]);
}, 60_000);

it("offers the undo of what was deleted, and not of what was left", async () => {
  const { chosen } = await held.makeState();
  const form = await formOf(`/app/${sampleIndex}/browse/documents/delete-many?draft=${chosen}`, "yes");
  const count = async () => (await held.backend.call("GET", `/${sampleIndex}/_count`)).body;
  const before = await count();
  held.gate.decide(async (path) => {
    if (!path.includes("_delete_by_query")) return "pass";
    await held.backend.call("DELETE", `/${sampleIndex}/_doc/1?refresh=true`);
    return { status: 200, body: JSON.stringify({ total: 2, deleted: 1, version_conflicts: 1, failures: [] }) };
  });
  const flash = flashOf(await held.post(form, held.context()));
  held.gate.decide(() => "pass");
  expect(flash).toContain("1 document deleted. Only 1 of 2 documents were processed: 1 had been changed meanwhile.");
  const id = /"undo":"([^"]+)"/.exec(flash)?.[1] ?? "";
  const undo = await formOf(`/cluster/changes/${id}/undo`, "undo-change");
  expect(flashOf(await held.post(undo, held.context()))).toMatch(/Restored .* 1 document restored\."/);
  expect(await count()).toEqual(before);
});

it("offers the undo of the part of a switched alias that was done", async () => {
  const page = `/cluster/aliases/switch?alias=${sampleAlias}&to=${otherIndex}`;
  const form = await formOf(page, "switch-alias");
  const members = async () => (await held.backend.call("GET", `/_alias/${sampleAlias}`)).body;
  const before = await members();
  held.gate.decide(async (path) => {
    if (path !== "/_aliases") return "pass";
    await held.backend.call("PUT", `/${otherIndex}/_alias/${sampleAlias}`);
    return {
      status: 200,
      body: JSON.stringify({
        acknowledged: true,
        errors: true,
        action_results: [{ status: 200 }, { status: 404, error: reason }],
      }),
    };
  });
  const flash = flashOf(await held.post(form, held.context()));
  held.gate.decide(() => "pass");
  expect(flash).toContain("1 of 2 actions were refused: an odd part.");
  expect(await members()).not.toEqual(before);
  const undo = await formOf(`/cluster/changes/${/"undo":"([^"]+)"/.exec(flash)?.[1] ?? ""}/undo`, "undo-change");
  expect(flashOf(await held.post(undo, held.context()))).toContain("Restored alias");
  expect(await members()).toEqual(before);
});

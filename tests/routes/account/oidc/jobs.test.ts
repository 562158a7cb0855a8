import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createJobStore } from "~/services/data/import/run/import-store.server";
import { indexTarget } from "~/services/data/import/send/target.server";
import { openCredentials, sealCredentials } from "~/services/platform/jobs/credentials.server";
import { addJob, getJobs, startJob } from "~/services/platform/jobs/jobs.server";
import { createJobClient } from "~/services/platform/changes/job-client.server";
import { openStore } from "~/services/platform/store/database.server";
import { seal, sessionSecrets } from "~/session/seal.server";
import { playServer, searchServer, testContext } from "../../../setup/console";
import { usersFile } from "./support";

// Jobs of people who signed in by OpenID Connect: they call the server as the file says at that moment, and end with
// their person's entry.

const issuer = "https://id.example";
const file = usersFile();
const mira = { username: "mira", password: "right" };
const alice = { issuer, subject: "alice", person: "alice@example.org", value: "alice@example.org" };
const basic = (password: string) => `Basic ${Buffer.from(`mira:${password}`).toString("base64")}`;
const gone = "Your access to this console was changed";

let server: Awaited<ReturnType<typeof playServer>>;
let left = 0;
/** Called at each deletion, with how many are left. */
let onDelete: (left: number) => void = () => undefined;
let bulks = 0;
let onBulk: () => void = () => undefined;

beforeAll(async () => {
  const plain = searchServer();
  server = await playServer((seen) => {
    if (seen.path.startsWith("/films/_count")) return { body: { count: left } };
    if (seen.path.startsWith("/films/_delete_by_query")) {
      left -= 1;
      onDelete(left);
      return { body: { deleted: 1 } };
    }
    if (seen.path.startsWith("/films/_bulk")) {
      bulks += 1;
      onBulk();
      // As a server that is busy: the import would try again.
      return { status: 429, body: {} };
    }
    return plain(seen);
  });
});
afterAll(() => server.close());

function begin({ password = "right" } = {}) {
  file.write([{ claim: "alice@example.org", username: "mira", password }]);
  const env = { SEARCH_URL: server.url, OIDC_ISSUER: issuer, OIDC_CLIENT_ID: "console", OIDC_USERS: file.path };
  const context = testContext(env);
  return {
    context,
    scope: { context, session: { id: "a-session", url: server.url, username: "mira", password, oidc: alice } },
  };
}

/** A job that deletes ten documents one after the other; `then` runs after the third. */
async function deleteTen(then: () => void) {
  const { context, scope } = begin();
  left = 10;
  onDelete = (now) => void (now === 7 && then());
  const id = addJob(scope, {
    kind: "delete-by-query",
    target: "films",
    label: "all",
    input: { query: "{}", count: 10 },
  });
  const { table, runner } = getJobs(context);
  await expect.poll(() => table.get(id ?? "")?.state).toMatch(/done|interrupted|failed/);
  await runner.close();
  return { row: table.get(id ?? ""), left };
}

describe("a job", () => {
  it.each([
    ["an empty file", []],
    ["a file of others", [{ claim: "bob@example.org", ...mira }]],
    [
      "a file that has its person as another user",
      [{ claim: "alice@example.org", username: "nils", password: "right" }],
    ],
  ])("ends with %s, before its next call, and says why", async (_, entries) => {
    const ended = await deleteTen(() => file.write(entries));
    expect(ended).toMatchObject({
      left: 7,
      row: { state: "interrupted", credentials: null, message: expect.stringContaining(gone) as string },
    });
  });

  it("goes on with the password that the file has now", async () => {
    const before = server.seen.length;
    const ended = await deleteTen(() =>
      file.write([{ claim: "alice@example.org", username: "mira", password: "a newer one" }]),
    );
    expect(ended).toMatchObject({ left: 0, row: { state: "done" } });
    const tokens = server.seen.slice(before).map(({ headers }) => headers.authorization);
    expect([...new Set(tokens)]).toEqual([basic("right"), basic("a newer one")]);
  });

  it("of somebody taken out while the console was away does not begin", async () => {
    const { context, scope } = begin();
    left = 3;
    const { table, runner } = getJobs(context);
    const id = table.create({
      kind: "delete-by-query",
      server: server.url,
      target: "films",
      owner: "",
      label: "all",
      input: { query: "{}", count: 3 },
    });
    table.setCredentials({
      id,
      owner: "alice@example.org (as mira)",
      credentials: sealCredentials({ session: scope.session, config: context.config }),
    });
    file.write([]);
    table.setState({ id, state: "queued" });
    runner.next();
    await expect.poll(() => table.get(id)?.state).toBe("interrupted");
    expect([left, table.get(id)?.message]).toEqual([3, expect.stringContaining(gone)]);
    await runner.close();
  });

  it("that sends rows ends too, and does not wait as for a busy server", async () => {
    const { context, scope } = begin();
    bulks = 0;
    onBulk = () => file.write([]);
    const path = join(mkdtempSync(join(tmpdir(), "oidc-import-")), "rows.csv");
    writeFileSync(path, "a\n1\n2\n");
    const store = createJobStore(openStore(context.config.dataDir));
    const job = store.create({ url: server.url, app: "films", username: "alice", name: "rows.csv", size: 6, path });
    const options = { format: "csv", encoding: "utf-8", gzip: false, delimiter: ",", header: true } as const;
    const field = {
      name: "a",
      type: "text",
      useCase: "search",
      dateFormat: "iso",
      list: false,
      include: true,
    } as const;
    store.setPlan({ id: job.id, plan: { options, columns: ["a"], fields: [field], idField: null } });
    startJob(scope, job.id);
    await expect.poll(() => store.get(job.id)?.state, { timeout: 5_000 }).toBe("interrupted");
    expect([bulks, store.get(job.id)?.message]).toEqual([1, expect.stringContaining(gone)]);
    await getJobs(context).runner.close();
  });
});

describe("credentials of a job", () => {
  it("have no password of who signed in by OpenID Connect", () => {
    const { context, scope } = begin({ password: "a-password-of-the-file" });
    const row = {
      server: server.url,
      credentials: sealCredentials({ session: scope.session, config: context.config }),
    };
    file.write([{ claim: "alice@example.org", username: "mira", password: "right" }]);
    const opened = openCredentials({ row, context });
    expect(opened).toEqual({ admit: expect.any(Function) as unknown });
    if (opened === null || !("admit" in opened)) throw new Error("asked for at each call");
    return expect(opened.admit()).resolves.toEqual({ token: basic("right").slice(6) });
  });

  it("of name and password, and those of older consoles, open as they did", () => {
    const { context } = begin();
    const token = basic("right").slice(6);
    const sealed = (text: string) =>
      seal({ text, purpose: "job credentials", secrets: sessionSecrets(context.config) });
    const session = { id: "s", url: server.url, ...mira };
    for (const [credentials, opened] of [
      [sealed(token), { token, proof: undefined }],
      [sealed(`${token}\nproof`), { token, proof: "proof" }],
      [sealCredentials({ session, config: context.config }), { token, proof: undefined }],
      [sealCredentials({ session: { ...session, proof: "p" }, config: context.config }), { token, proof: "p" }],
      [null, null],
      ["sealed by nobody", null],
    ] as const)
      expect(openCredentials({ row: { server: server.url, credentials }, context })).toEqual(opened);
  });
});

it("a refusal within a piece of an import is no answer of the server's", async () => {
  const { context, scope } = begin();
  const row = { server: server.url, credentials: sealCredentials({ session: scope.session, config: context.config }) };
  const opened = openCredentials({ row, context });
  const http = createJobClient({ baseUrl: server.url, ...opened, context });
  file.write([]);
  const sending = indexTarget({ http, index: "films" }).bulk({ body: "{}\n", signal: AbortSignal.timeout(2_000) });
  await expect(sending).rejects.toThrow(gone);
});

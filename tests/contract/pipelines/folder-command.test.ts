import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { UsageError } from "../../../scripts/command/usage";
import { readArguments } from "../../../scripts/pipelines/arguments";
import { PipelinesError } from "../../../scripts/pipelines/names";
import { check, pull, push } from "../../../scripts/pipelines/run";
import type { Environment } from "../../../scripts/pipelines/secrets";
import { openPipelines } from "../../../scripts/pipelines/server";
import { openGate, startTestBackend, type TestBackend } from "../../setup/backend";

// `npm run pipelines` against real back ends: pull, push and check of folders.

let here: TestBackend;
let there: TestBackend;
let folder: string;
beforeAll(async () => {
  [here, there] = await Promise.all([startTestBackend(), startTestBackend({ apart: true })]);
}, 60_000);
afterAll(() => Promise.all([here, there].map((server) => server.close())));
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "searchdeck-pipelines-"));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
  for (const { call } of [here, there]) for (const id of ["shoes", "hats"]) await call("DELETE", `/_pipeline/${id}`);
});

const SCRIPT = "function handleRequest() {\n  return {};\n}\n";
const yaml = (id: string, more = "") =>
  `# who may ask\nid: ${id}\nroutes:\n  - path: /${id}/ask # of ${id}\n    method: POST\n${more}stages:\n  - use: authorization\n  - id: rank\n    scriptRef: rank.js\n`;

async function file(path: string, text: string): Promise<void> {
  await mkdir(join(folder, path, ".."), { recursive: true });
  await writeFile(join(folder, path), text);
}

async function shoes(more = ""): Promise<void> {
  await file("shoes/pipeline.yaml", yaml("shoes", more));
  await file("shoes/rank.js", SCRIPT);
}

function wishOf(
  { url, username, password }: Pick<TestBackend, "url" | "username" | "password">,
  env: Environment = {},
) {
  const told: string[] = [];
  const tell = (line: string) => void told.push(line);
  const server = openPipelines({ url, username, password });
  return { told, server, url, folder, only: undefined, env, tell, overwrite: false };
}
const toldBy = async (does: typeof push | typeof pull | typeof check, server: TestBackend, env?: Environment) => {
  const wish = wishOf(server, env);
  await does(wish);
  return wish.told;
};

test("a folder is pushed, pulled and pushed to an empty server, with comments and scripts as they were", async () => {
  await shoes();
  expect(await toldBy(push, here)).toEqual(["created    shoes"]);
  expect(await toldBy(push, here)).toEqual(["unchanged  shoes"]);
  await rm(join(folder, "shoes"), { recursive: true });
  expect(await toldBy(pull, here)).toEqual(["created    shoes"]);
  expect(await readFile(join(folder, "shoes/pipeline.yaml"), "utf8")).toBe(yaml("shoes"));
  expect(await readFile(join(folder, "shoes/rank.js"), "utf8")).toBe(SCRIPT);
  expect(await toldBy(push, there)).toEqual(["created    shoes"]);
  expect(await check(wishOf(there))).toBe(true);
});

test("check tells what differs and where a pipeline is missing; push changes only that", async () => {
  await shoes();
  await push(wishOf(here));
  await file("shoes/rank.js", `${SCRIPT}// more\n`);
  await file(
    "hats/pipeline.json",
    JSON.stringify({ id: "hats", routes: [{ path: "/hats", method: "GET" }], stages: [{ use: "authorization" }] }),
  );
  const wish = wishOf(here);
  expect(await check(wish)).toBe(false);
  expect(wish.told).toEqual(["only here       hats", "differs         shoes: rank.js"]);
  expect(await toldBy(push, here)).toEqual(["created    hats", "changed    shoes: rank.js"]);
  await rm(join(folder, "hats"), { recursive: true });
  expect(await toldBy(check, here)).toEqual(["same            shoes", "only on server  hats"]);
});

test("a secret comes from the environment; a missing one is named, none is printed, none is pulled", async () => {
  await shoes('envs:\n  token: "${{ SHOES_TOKEN }}"\n');
  await expect(push(wishOf(here))).rejects.toThrow(/pipeline\.yaml: set SHOES_TOKEN in the environment/);
  expect((await here.call("GET", "/_pipeline/shoes")).status).toBe(404);
  const env = { SHOES_TOKEN: "s3cret: #1" };
  expect(await toldBy(push, here, env)).toEqual(["created    shoes"]);
  expect((await here.call("GET", "/_pipeline/shoes")).body).toMatchObject({
    content: expect.stringContaining('token: "s3cret: #1"'),
  });
  expect(await toldBy(pull, here, env)).toEqual(["unchanged  shoes"]);
  const other = { SHOES_TOKEN: "another-one" };
  await expect(pull(wishOf(here, other))).rejects.toThrow("whose values a pull would write");
  expect(await readFile(join(folder, "shoes/pipeline.yaml"), "utf8")).toContain("${{ SHOES_TOKEN }}");
  expect(await readFile(join(folder, ".pulled.json"), "utf8")).not.toContain("s3cret");
});

test.each(['a" \n  admin: "yes', 'say "x"'])(
  "a secret that would end its quotes is refused unprinted: %j",
  async (value) => {
    await shoes('envs:\n  token: "${{ SHOES_TOKEN }}"\n');
    const refused: unknown = await push(wishOf(here, { SHOES_TOKEN: value })).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(PipelinesError);
    expect(String(refused)).toContain("does not stand for itself");
    expect(String(refused)).not.toContain(value);
  },
);

test("a refusal of the server that quotes a secret is told without it", async () => {
  await shoes('trigger:\n  type: filter\n  expression: "${{ SHOES_TOKEN }}"\n');
  const refused: unknown = await push(wishOf(here, { SHOES_TOKEN: "$query === hushhush" })).catch(
    (error: unknown) => error,
  );
  expect(String(refused)).toContain("POST /_pipeline answered 400");
  expect(String(refused)).not.toContain("hushhush");
});

test("broken YAML is told with its line and column, and nothing is pushed", async () => {
  await file("hats/pipeline.yaml", "id: hats\nroutes: [\n");
  await shoes();
  await expect(push(wishOf(here))).rejects.toThrow(/hats\/pipeline\.yaml:\d+:\d+: /);
  await expect(check(wishOf(here))).rejects.toThrow(PipelinesError);
  expect((await here.call("GET", "/_pipeline/shoes")).status).toBe(404);
});

test("what somebody changed on the server since the pull is not written over unasked", async () => {
  await shoes();
  await push(wishOf(here));
  // Times of pipelines are whole seconds.
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  const form = new FormData();
  form.set("pipeline", yaml("shoes").replace("who may ask", "theirs"));
  const headers = { Authorization: `Basic ${here.token}` };
  expect((await fetch(`${here.url}/_pipeline/shoes`, { method: "PUT", body: form, headers })).status).toBe(200);
  await file("shoes/pipeline.yaml", yaml("shoes").replace("who may ask", "mine"));
  await expect(push(wishOf(here))).rejects.toThrow("shoes was changed on the server since the last pull");
  expect((await here.call("GET", "/_pipeline/shoes")).body).toMatchObject({
    content: expect.stringContaining("theirs"),
  });
  const wish = wishOf(here);
  await push({ ...wish, overwrite: true });
  expect(wish.told).toEqual(["changed    shoes: text"]);
});

test("a script whose name climbs, and a link out of the folder, are refused", async () => {
  await file("shoes/pipeline.yaml", yaml("shoes").replace("rank.js", "../rank.js"));
  await file("rank.js", SCRIPT);
  await expect(push(wishOf(here))).rejects.toThrow('"../rank.js" cannot be the name of a script\'s file');
  await shoes();
  await rm(join(folder, "shoes/rank.js"));
  await symlink("/etc/hosts", join(folder, "shoes/rank.js"));
  await expect(push(wishOf(here))).rejects.toThrow("neither a file nor a folder");
  await rm(join(folder, "shoes"), { recursive: true });
  await symlink(join(folder, "elsewhere"), join(folder, ".pulled.json"));
  await expect(pull(wishOf(here))).rejects.toThrow("neither a file nor a folder");
});

describe("a server that keeps names which climb", () => {
  const names = ["../x.js", "/etc/x.js", "a/../../b", "..\\x.js", "C:x.js", "..", "x\u0000.js", ".hidden.js"];
  const lying = async (
    answer: { id: string; ref: string },
    work: (wish: ReturnType<typeof wishOf>) => Promise<void>,
  ) => {
    const gate = await openGate(here.url);
    const content = JSON.stringify({
      routes: [{ path: "/climb", method: "POST" }],
      stages: [{ use: "authorization" }, { id: "rank", scriptRef: answer.ref }],
    });
    const all = [{ id: answer.id, content, _version: 1, updated_at: 1 }];
    gate.decide((path) => ({
      status: 200,
      body: JSON.stringify(path.includes("/scriptRef") ? { content: SCRIPT } : all),
    }));
    try {
      // One folder deeper, so that what climbs would be seen.
      await work({ ...wishOf({ ...here, url: gate.url }), folder: join(folder, "inner/pulled") });
    } finally {
      await gate.close();
    }
  };

  test.each(names)("writes nothing by a script called %j, and the refusal says whose it is", async (ref) => {
    await lying({ id: "climb", ref }, async (wish) => {
      const refused = String(await pull(wish).catch((error: unknown) => error));
      // A name without an ending gets one.
      expect(refused).toContain(`climb on the server: ${JSON.stringify(ref).slice(0, -1)}`);
      expect(refused).toContain("cannot be the name of a script's file");
    });
    expect(await readdir(folder)).toEqual([]);
  });

  test.each([...names, "a/b"])("writes nothing by a pipeline called %j", async (id) => {
    await lying({ id, ref: "rank.js" }, async (wish) => {
      await expect(pull(wish)).rejects.toThrow(`${JSON.stringify(id)} cannot be the name of a pipeline's folder`);
    });
    expect(await readdir(folder)).toEqual([]);
  });

  test("is pulled by names that stay", async () => {
    await lying({ id: "stays", ref: "rank" }, (wish) => pull(wish));
    expect(await readdir(folder)).toEqual(["inner"]);
    expect((await readdir(join(folder, "inner/pulled/stays"))).sort()).toEqual(["pipeline.json", "rank.js"]);
  });
});

test("ids that are one folder on some systems are refused", async () => {
  await shoes();
  await file("hats/pipeline.yaml", yaml("Shoes"));
  await file("hats/rank.js", SCRIPT);
  await expect(push(wishOf(here))).rejects.toThrow("are one name of a pipeline on some systems");
});

test("a server that fails, and a wrong password, are told", async () => {
  await shoes();
  const gate = await openGate(here.url);
  gate.decide(() => ({ status: 503, body: JSON.stringify({ error: { message: "no shards" } }) }));
  try {
    await expect(push(wishOf({ ...here, url: gate.url }))).rejects.toThrow(/GET \/_pipelines answered 503: no shards/);
  } finally {
    await gate.close();
  }
  await expect(pull(wishOf({ ...here, password: "wrong" }))).rejects.toThrow(/GET \/_pipelines answered 401/);
});

test.each([
  [[]],
  [["pull"]],
  [["mend", "x"]],
  [["pull", "x"]],
  [["pull", "x", "--server", "ftp://x"]],
  [["pull", "x", "--server", "http://a:b@x"]],
  [["pull", "x", "--server", "http://x", "--overwrite"]],
])("the command line %j cannot be obeyed", (args: string[]) => {
  expect(() => readArguments(args)).toThrow(UsageError);
});

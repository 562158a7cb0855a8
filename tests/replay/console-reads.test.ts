import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { getCredential, listCredentials } from "~/services/access-control/credentials/read.server";
import { toCreateCredential, toDeleteCredential } from "~/services/access-control/credentials/write.server";
import { createClient, type BackendAnswer } from "~/services/platform/http/client.server";
import { isBackendError } from "~/services/platform/http/errors.server";
import { getPublicKey, toSetPublicKey } from "~/services/access-control/roles/public-key.server";
import { listRoles } from "~/services/access-control/roles/roles.server";
import { getSyncInterval } from "~/services/access-control/sync/preferences.server";
import { listUsers, type User } from "~/services/access-control/users/read.server";
import { toCreateUser } from "~/services/access-control/users/write.server";
import { fetchIdentity } from "~/session/identity.server";
import { playServer, testContext } from "../setup/console";
import { type Case, readCases } from "./cases";

// Every recorded answer of a real server to the calls about users, credentials, roles and the plan, read by the
// console's own services.

let answer: Case["response"] = { status: 200, headers: {} };
let server: Awaited<ReturnType<typeof playServer>>;
beforeAll(async () => {
  server = await playServer(({ path }) => {
    // What is asked beside the recorded call answers as the open build does, which has no plan.
    if (path === "/arc/plan") return { status: 405, body: "" };
    return path === "/"
      ? { body: {} }
      : {
          status: answer.status,
          body: typeof answer.body === "string" ? answer.body : JSON.stringify(answer.body ?? {}),
        };
  });
});
afterAll(() => server.close());

const http = () =>
  createClient({
    baseUrl: server.url,
    token: "x",
    viewAs: undefined,
    context: testContext({ SEARCH_URL: server.url }),
  });
const recorded = ["users", "permissions", "auth", "meta", "logs"].flatMap(readCases);
const casesOf = (method: string, path: RegExp) =>
  recorded.filter(({ request }) => request.method === method && path.test(request.path));
const isRefusal = ({ response: { status } }: Case) => status >= 400;
const record = z.record(z.string(), z.unknown());
const namesIn = (body: unknown) =>
  z
    .array(z.object({ username: z.string() }))
    .parse(body)
    .map(({ username }) => username);

/** What a service makes of a recorded answer; the status of the failure it throws for a refusal. */
async function read<Value>(
  { response }: Case,
  ask: () => Promise<Value>,
): Promise<Value | { refused: number; detail: string | undefined }> {
  answer = response;
  try {
    return await ask();
  } catch (error) {
    if (!isBackendError(error)) throw error;
    expect(error.failure.kind).not.toBe("malformed");
    return { refused: error.failure.status, detail: error.failure.detail };
  }
}
const refusalOf = ({ response }: Case) => ({ refused: response.status, detail: expect.any(String) as unknown });

function expectUser(user: User, body: Record<string, unknown>) {
  expect(user).toMatchObject({
    username: body["username"],
    isAdmin: body["is_admin"],
    indices: body["indices"] ?? [],
    sources: body["sources"] ?? [],
  });
  if (body["is_admin"] !== true)
    expect(new Set(user.actions)).toEqual(new Set((body["allowed_actions"] as string[] | null) ?? []));
  expect(user.createdAt).toBeGreaterThan(0);
}

const some = (cases: Case[], least: number) => {
  expect(cases.length).toBeGreaterThanOrEqual(least);
  return cases;
};

describe("answers recorded from a real server", () => {
  it("lists of users", async () => {
    for (const one of some(casesOf("GET", /^\/_users$/), 5)) {
      const users = await read(one, () => listUsers({ http: http() }));
      if (isRefusal(one)) expect(users, one.id).toMatchObject(refusalOf(one));
      else
        (users as User[]).forEach((user, at) => expectUser(user, z.array(record).parse(one.response.body)[at] ?? {}));
    }
  });

  it("users, made and read one by one, each as a list of one", async () => {
    const cases = some(
      recorded.filter(
        ({ request, response }) => /^\/_user(\/|$)/.test(request.path) && [200, 201].includes(response.status),
      ),
      30,
    );
    for (const one of cases) {
      const { body } = one.response;
      if (!record.safeParse(body).success || !("username" in record.parse(body))) continue;
      const users = await read({ ...one, response: { ...one.response, status: 200, body: [body] } }, () =>
        listUsers({ http: http() }),
      );
      (users as User[]).forEach((user) => expectUser(user, record.parse(body)));
    }
  });

  it("the signed-in user, without a plan", async () => {
    for (const one of some(casesOf("GET", /^\/_user$/), 15)) {
      const who = await read(one, () => fetchIdentity(http()));
      if (isRefusal(one)) expect(who, one.id).toMatchObject(refusalOf(one));
      else
        expect(who, one.id).toMatchObject({
          username: (one.response.body as { username: string }).username,
          engineUnset: false,
        });
    }
  });

  it("lists of credentials, of all and by index, as credentials and as roles", async () => {
    for (const one of some(casesOf("GET", /_permissions$/), 9)) {
      const list = await read(one, () => listCredentials({ http: http() }));
      const roles = await read(one, () => listRoles({ http: http() }));
      if (isRefusal(one)) expect([list, roles], one.id).toMatchObject([refusalOf(one), refusalOf(one)]);
      else {
        expect((list as { name: string }[]).map(({ name }) => name)).toEqual(namesIn(one.response.body));
        expect((roles as { credential: string }[]).map(({ credential }) => credential).sort()).toEqual(
          namesIn(one.response.body).sort(),
        );
      }
    }
  });

  it("credentials, made and read one by one", async () => {
    for (const one of some(
      [...casesOf("GET", /^\/(_permission|_role)\//), ...casesOf("POST", /^\/(_permission$|_role\/)/)],
      30,
    )) {
      const found = await read(one, () => getCredential({ http: http() }, "x"));
      const body = record.parse(isRefusal(one) ? {} : one.response.body);
      if (one.response.status === 404) expect(found, one.id).toBeUndefined();
      else if (isRefusal(one)) expect(found, one.id).toMatchObject(refusalOf(one));
      else {
        const { username, ops, indices, ttl } = body;
        expect(found, one.id).toMatchObject({
          name: username,
          ops,
          indices: indices ?? [],
          ttl,
          password: expect.any(String) as unknown,
        });
        expect(found, one.id).toMatchObject({
          include_fields: body["include_fields"] ?? [],
          exclude_fields: body["exclude_fields"] ?? [],
          role: body["role"] ?? "",
        });
      }
    }
  });

  it("public keys, plans and sync preferences, and that there are none", async () => {
    for (const one of some(casesOf("GET", /^\/_public_key$/), 3)) {
      const key = await read(one, () => getPublicKey({ http: http() }));
      const body = one.response.body as { public_key: string; role_key: string };
      if (isRefusal(one)) expect(key).toMatchObject(refusalOf(one));
      else expect(key).toEqual({ pem: Buffer.from(body.public_key, "base64").toString("utf8"), claim: body.role_key });
    }
    for (const one of some(casesOf("GET", /^\/_sync\/preferences$/), 1))
      expect(await read(one, () => getSyncInterval({ http: http() }))).toBeNull();
    for (const { response } of some(casesOf("GET", /^\/arc\/plan$/), 2)) expect(response.status).toBe(405);
  });

  it("changes: each that was made is taken for one, and no refusal is", async () => {
    const rights = { email: "", isAdmin: false, actions: [], indices: [], acls: null, sources: [], depth: null };
    const readers: { cases: Case[]; take: (got: BackendAnswer) => unknown }[] = [
      {
        cases: some(casesOf("POST", /^\/_user$/), 30),
        take: toCreateUser({ username: "x", password: "x", ...rights }).read,
      },
      { cases: some(casesOf("POST", /^\/_permission$/), 30), take: toCreateCredential(content).read },
      {
        cases: some(
          recorded.filter(({ request }) =>
            /^(PATCH|DELETE) \/_(user|permission)/.test(`${request.method} ${request.path}`),
          ),
          30,
        ),
        take: toDelete.read,
      },
      { cases: some(casesOf("PUT", /^\/_public_key$/), 5), take: toSetPublicKey({ to: key, before: key }).read },
    ];
    for (const { cases, take } of readers) {
      for (const { id, response } of cases) {
        const made = () =>
          take({
            status: response.status,
            text: "",
            body: response.body as BackendAnswer["body"],
            failed: () => new Error("refused") as never,
          });
        if (response.status < 300) expect(made, id).not.toThrow();
        else expect(made, id).toThrow();
      }
    }
  });
});

const key = { pem: "", claim: "" };
const content = {
  ...{
    description: "",
    operations: [],
    categories: [],
    limits: {},
    referers: [],
    sources: [],
    source_depth: null,
    indices: [],
    include_fields: [],
  },
  ...{
    exclude_fields: [],
    search_include_fields_only: false,
    max_size: null,
    max_aggregation_size: null,
    query_dsl: true,
    expires_after: "never",
    role: "",
  },
};
const toDelete = toDeleteCredential({ name: "x", text: JSON.stringify(content), version: "" });

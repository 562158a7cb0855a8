import { createHash, createPublicKey, generateKeyPairSync } from "node:crypto";
import { SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import type { loader as rolesPage } from "~/routes/access-control/roles/roles";
import type { loader as syncPage } from "~/routes/access-control/sync/preferences";
import type { TokenReport } from "~/services/access-control/roles/token.server";
import { openGate, startTestBackend, type TestBackend } from "../../setup/backend";
import { playServer, searchServer } from "../../setup/console";
import { openScreen } from "../../setup/open-screen";
import { documentAt } from "../../setup/document-at";

let backend: TestBackend;
const pair = () =>
  generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
const [own, other] = [pair(), pair()];
const credentialSchema = z.object({ username: z.string(), role: z.string() });
let editor: string;
let reader: string;

async function credential(fields: object) {
  return credentialSchema.parse((await backend.call("POST", "/_permission", fields)).body).username;
}

beforeAll(async () => {
  backend = await startTestBackend();
  for (const index of ["films", "books"]) await backend.call("PUT", `/${index}`, {});
  editor = await credential({ description: "Editors", ops: ["read", "write"], indices: ["films"] });
  reader = await credential({ description: "Readers", ops: ["read"], indices: ["books"], role: "reader" });
});
afterAll(() => backend.close());

const open = (options: { form?: Record<string, string>; as?: Parameters<typeof openScreen>[1]["as"] } = {}) =>
  openScreen<typeof rolesPage>("role-based-access", { backend, ...options });
const saveKey = (key: string, claim = "role") => open({ form: { intent: "save-key", key, claim } });
/** One row of the table is changed for each. */
async function saveRoles(rows: [credential: string, role: string, was: string][]) {
  const fields = rows.flatMap(([name, role, was], at) => [
    [`roles[${at}].credential`, name],
    [`roles[${at}].role`, role],
    [`roles[${at}].was`, was],
  ]);
  return open({ form: { intent: "save-roles", ...(Object.fromEntries(fields) as Record<string, string>) } });
}
const rolesNow = async () =>
  Object.fromEntries((await open()).data?.roles.map(({ credential: name, role }) => [name, role]) ?? []);

type Signing = { claims: Record<string, unknown>; key?: string; algorithm?: string };
async function sign({ claims, key = own.privateKey, algorithm = "RS256" }: Signing) {
  const { createPrivateKey } = await import("node:crypto");
  return new SignJWT(claims)
    .setProtectedHeader({ alg: algorithm })
    .sign(algorithm.startsWith("HS") ? Buffer.from(own.publicKey) : createPrivateKey(key));
}
const later = () => Math.floor(Date.now() / 1000) + 600;

async function check(token: string) {
  const { data, status } = await openScreen("role-based-access/token", {
    backend,
    form: { intent: "check-token", token },
  });
  expect(status).toBe(200);
  return (data as { report: TokenReport }).report;
}

describe("the public key", () => {
  it.each([
    ["nothing of a key", "hello"],
    ["a private key", own.privateKey],
    ["a key with a line missing", own.publicKey.split("\n").toSpliced(2, 1).join("\n")],
    [
      "a key of another kind",
      generateKeyPairSync("ed25519", {
        publicKeyEncoding: { type: "spki", format: "pem" },
        privateKeyEncoding: { type: "pkcs8", format: "pem" },
      }).publicKey,
    ],
  ])("refuses %s beside the field, and stores nothing", async (_, text) => {
    const { status, errors } = await saveKey(text);
    expect(status).toBe(400);
    expect(errors["key"]?.[0]).toMatch(/\.$/);
    expect((await open()).data?.key?.pem).toBe("");
  });

  it("is saved, shown back with its fingerprint, and left alone where nothing changed", async () => {
    expect((await saveKey(own.publicKey.replaceAll("\n", "\r\n"), "rights")).flash).toContain("Public key saved");
    const { data } = await open();
    const spki = createPublicKey(own.publicKey).export({ type: "spki", format: "der" });
    expect(data?.key?.facts).toEqual({
      fingerprint: createHash("sha256").update(spki).digest("hex").match(/../g)?.join(":"),
      bits: 2048,
    });
    expect(data?.key?.claim).toBe("rights");
    expect((await saveKey(own.publicKey, "rights")).flash).toBe("Nothing changed.");
  });

  it("needs the permission", async () => {
    expect((await open({ as: { actions: ["develop"] } })).status).toBe(403);
  });
});

describe("roles", () => {
  it("are saved together; only what was changed on the page is sent", async () => {
    expect(
      (
        await saveRoles([
          [editor, "editor", ""],
          [reader, "reader", "reader"],
        ])
      ).flash,
    ).toBe("Role “editor” saved.");
    expect(
      (
        await saveRoles([
          [editor, "editor", "editor"],
          [reader, "reader", "reader"],
        ])
      ).flash,
    ).toBe("Nothing changed.");
    expect(await rolesNow()).toMatchObject({ [editor]: "editor", [reader]: "reader" });
  });

  it("move from one credential to another in one save, whatever their order", async () => {
    const moved = await saveRoles([
      [editor, "reader", "editor"],
      [reader, "", "reader"],
    ]);
    expect(moved.flash).toBe("2 roles saved.");
    expect(await rolesNow()).toMatchObject({ [editor]: "reader", [reader]: "" });
    expect(
      (
        await saveRoles([
          [reader, "reader", ""],
          [editor, "editor", "reader"],
        ])
      ).flash,
    ).toBe("2 roles saved.");
    expect(await rolesNow()).toMatchObject({ [editor]: "editor", [reader]: "reader" });
  });

  it("are refused beside the field where another credential has them, and nothing is saved", async () => {
    const third = await credential({ description: "Third", ops: ["read"], indices: ["books"] });
    const refused = await saveRoles([
      [third, "third", ""],
      [editor, "Reader", "editor"],
    ]);
    expect([refused.status, refused.errors]).toEqual([
      400,
      { "roles[1].role": ["The role “Reader” belongs to Readers already."] },
    ]);
    expect(await rolesNow()).toMatchObject({ [third]: "", [editor]: "editor" });
  });

  it("are left alone where somebody else was faster, and where the credential has gone", async () => {
    expect((await saveRoles([[editor, "mine", "older"]])).flash).toContain("changed in the meantime");
    expect((await saveRoles([["nobody", "x", ""]])).flash).toContain("deleted");
    expect(await rolesNow()).toMatchObject({ [editor]: "editor" });
    // One that somebody else changed and this page did not is no reason to stop, and is not set back.
    expect((await saveRoles([[editor, "older", "older"]])).flash).toBe("Nothing changed.");
  });
});

describe("a save that the server stops", () => {
  it("says which roles are saved and which is not", async () => {
    const names = await Promise.all(
      ["One", "Two"].map((description) => credential({ description, ops: ["read"], indices: ["books"] })),
    );
    const gate = await openGate(backend.url);
    const { username, password } = backend;
    const behind = { url: gate.url, username, password };
    const form = Object.fromEntries(
      names.flatMap((name, at) => [
        [`roles[${at}].credential`, name],
        [`roles[${at}].role`, `stopped-${at}`],
      ]),
    ) as Record<string, string>;
    const stopAt = (name = "") =>
      gate.decide((path, _bulk, { method = "" }) =>
        method === "PATCH" && path.includes(name) ? { status: 500, body: '{"error":{"message":"full"}}' } : "pass",
      );
    const save = () => openScreen("role-based-access", { backend: behind, form: { intent: "save-roles", ...form } });
    stopAt(names[0]);
    const none = await save();
    expect([none.status, none.errors[""]?.join(" ")]).toEqual([
      500,
      expect.stringContaining("The role of One was not saved."),
    ]);
    stopAt(names[1]);
    expect((await save()).flash).toMatch(/^1 role saved, then it stopped\. The role of Two was not saved\./);
    expect(await rolesNow()).toMatchObject({ [names[0] ?? ""]: "stopped-0", [names[1] ?? ""]: "" });
    await gate.close();
  });
});

describe("the page", () => {
  it("has one button to save for each of its two forms, and one primary one", async () => {
    const page = await documentAt({ backend, path: "/cluster/role-based-access" });
    const buttons = [...page.querySelectorAll("main button:not([aria-hidden])")];
    const saving = buttons.filter(({ textContent: text }) => text?.startsWith("Save"));
    expect(saving.map(({ textContent: text, className }) => [text, className.includes("bg-accent ")])).toEqual([
      ["Save key", true],
      ["Save roles", false],
    ]);
    expect(page.querySelectorAll("main form[method=post]")).toHaveLength(2);
    expect([...page.querySelectorAll("main h2")].map(({ textContent: text }) => text)).toEqual([
      "Public key",
      "Roles of credentials",
    ]);
  });
});

describe("a token", () => {
  const verdicts = ({ checks }: TokenReport) => Object.fromEntries(checks.map(({ name, ok }) => [name, ok]));

  it("gets exactly the rights of its role", async () => {
    const token = await sign({ claims: { rights: "reader", exp: later() } });
    const report = await check(`Bearer ${token}`);
    expect(report).toMatchObject({
      accepted: true,
      credential: { credential: reader, indices: ["books"], ops: ["read"] },
    });
    expect(verdicts(report)).toEqual({
      algorithm: true,
      signature: true,
      times: true,
      role: true,
      credential: true,
      server: true,
    });
    const as = (path: string, method = "GET") =>
      fetch(`${backend.url}${path}`, {
        method,
        headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
        ...(method === "GET" ? {} : { body: "{}" }),
      });
    expect(
      await Promise.all(
        [as("/books/_search"), as("/films/_search"), as("/books/_doc/1", "PUT")].map(
          async (call) => (await call).status,
        ),
      ),
    ).toEqual([200, 401, 401]);
  });

  it.each<[string, Signing, string]>([
    ["signed with another key", { claims: { rights: "reader", exp: later() }, key: other.privateKey }, "signature"],
    [
      "signed with the public key as a secret",
      { claims: { rights: "reader", exp: later() }, algorithm: "HS256" },
      "algorithm",
    ],
    ["expired", { claims: { rights: "reader", exp: 1_700_000_000 } }, "times"],
    ["not valid yet", { claims: { rights: "reader", nbf: later(), exp: later() } }, "times"],
    ["without a role", { claims: { sub: "mira", exp: later() } }, "role"],
    ["of a role that nobody has", { claims: { rights: "emperor", exp: later() } }, "credential"],
  ])("%s is refused, and the step is named", async (_, signing, step) => {
    const report = await check(await sign(signing));
    expect(report.accepted).toBe(false);
    expect(verdicts(report)).toMatchObject({ [step]: false, server: false });
  });

  it("of no algorithm, changed by a letter, or none at all is refused", async () => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const none = `${part({ alg: "none" })}.${part({ rights: "reader" })}.`;
    const good = await sign({ claims: { rights: "reader", exp: later() } });
    const [head = "", , signature = ""] = good.split(".");
    const changed = [head, part({ rights: "editor", exp: later() }), signature].join(".");
    for (const token of [none, changed, "no.token", "x"]) expect((await check(token)).accepted, token).toBe(false);
  });

  it("is found by a claim called role where the configured one is missing", async () => {
    expect(await check(await sign({ claims: { role: "reader", exp: later() } }))).toMatchObject({
      accepted: true,
      credential: { credential: reader },
    });
  });

  it("is in no page and no log", async () => {
    const token = await sign({ claims: { rights: "reader", exp: later() } });
    const report = await check(token);
    expect(JSON.stringify(report)).not.toContain(token.split(".")[2]);
    expect(JSON.stringify((await backend.call("GET", "/_logs?size=100&origin=true")).body)).not.toContain(
      token.split(".")[2],
    );
  });
});

describe("sync preferences", () => {
  const sync = (form?: Record<string, string>) =>
    openScreen<typeof syncPage>("sync-preferences", { backend, ...(form && { form }) });

  it("show the usual interval, take another one and refuse what the server refuses", async () => {
    expect((await sync()).data).toMatchObject({ kind: "form", interval: 60, gate: { ok: true } });
    expect((await sync({ intent: "set-sync", interval: "120" })).flash).toContain("120 seconds");
    expect((await sync()).data).toMatchObject({ interval: 120 });
    for (const interval of ["9", "3601", "1.5", "x", ""])
      expect((await sync({ intent: "set-sync", interval })).errors["interval"]?.[0]).toContain("10 to 3,600");
  });

  it("say so where a server has one node, or no such call", async () => {
    const plans = {
      one: { billing_type: "cluster", number_of_machines: 1, tier: "2021-starter", time_validity: 9e6 },
      old: null,
    };
    const user = { body: { username: "mira", is_admin: true } };
    for (const [name, kind] of [
      ["one", "alone"],
      ["old", "not-offered"],
    ] as const) {
      const server = await playServer(
        searchServer({
          "/_user": user,
          "/arc/plan": { body: plans[name] ?? {} },
          "/_sync/preferences": name === "old" ? { status: 405, body: "" } : { body: {} },
        }),
      );
      const { data } = await openScreen<typeof syncPage>("sync-preferences", {
        backend: { url: server.url, username: "mira", password: "right" },
      });
      expect(data).toMatchObject({ kind, facts: { sync: name === "old" ? null : 60 } });
      await server.close();
    }
  });
});

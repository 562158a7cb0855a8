import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import * as z from "zod";
import { PIPELINES_LIMITS } from "@common/limits/pipelines";
import type { loader as editorPage } from "~/routes/pipelines/editor/pipeline";
import { type Gate, openGate, startTestBackend, type TestBackend, type Verdict } from "../../setup/backend";
import { openScreen } from "../../setup/open-screen";

// The text of the editor is checked by the schema of its server, in both of its forms; one that lies, is slow or has no
// end costs the reader nothing but a line that says so.

const { schema: MOST, schemaTime } = PIPELINES_LIMITS;
const kept = (stages: string) => `id: shoes
routes:
  - path: /shoes/_reactivesearch
    method: POST
    classify: { category: reactivesearch }
stages:
${stages}`;
const SOUND = kept("  - use: authorization\n  - use: reactivesearchQuery\n");

let backend: TestBackend;
let gate: Gate;
/** A server whose answers do not end: one by many bytes, one by few. */
let endless: Server;
beforeAll(async () => {
  backend = await startTestBackend();
  gate = await openGate(backend.url);
  await backend.call("POST", "/_pipeline", { content: SOUND, extension: "yaml" });
  endless = createServer((_, outgoing) => {
    outgoing.writeHead(200, { "Content-Type": "application/json" }).write("[");
    const drip = setInterval(() => outgoing.write(" 1,"), 50);
    outgoing.once("close", () => clearInterval(drip));
  });
  await new Promise<void>((resolve) => endless.listen(0, "127.0.0.1", resolve));
}, 60_000);
afterAll(async () => {
  endless.closeAllConnections();
  endless.close();
  await gate.close();
  await backend.close();
});

const endlessUrl = () => `http://127.0.0.1:${z.object({ port: z.number() }).parse(endless.address()).port}`;

let elsewhere: string[] = [];
beforeEach(() => (elsewhere = []));

/** The editor of a pipeline of this text, at a server that answers so when it is asked for its schema. */
async function edited(schema: Verdict | (() => Promise<Verdict>), content = SOUND) {
  gate.decide(async (path) => {
    if (path === "/_pipeline/schema") return typeof schema === "function" ? schema() : schema;
    if (path.startsWith("/elsewhere")) elsewhere.push(path);
    if (!path.startsWith("/_pipeline/shoes")) return "pass";
    const { body } = await backend.call("GET", path);
    const text = (of: string) => JSON.stringify(of).slice(1, -1);
    return { status: 200, body: JSON.stringify(body).replaceAll(text(SOUND), text(content)) };
  });
  const { username, password } = backend;
  const opened = await openScreen<typeof editorPage>("pipelines/shoes?stage=sparkle", {
    backend: { url: gate.url, username, password },
  });
  expect(opened).toOpen();
  return opened.data!.page;
}
const json = (value: unknown): Verdict => ({ status: 200, body: JSON.stringify(value) });

const STAGES = {
  authorization: { title: "Authorization", description: "Signs in", inputs: null },
  sparkle: {
    title: "Sparkle",
    description: "Shines",
    inputs: {
      type: "object",
      properties: { glow: { type: "integer" }, hue: { type: ["string"] } },
      required: ["glow"],
    },
  },
};
const place = (use: object, more: object = {}) => ({
  type: "object",
  properties: { stages: { type: "array", items: { type: "object", properties: { use } } } },
  ...more,
});
const NAMES = Object.keys(STAGES);
const FORMS = {
  "beside use": place({ type: "string", enum: NAMES, stages: STAGES }),
  "in a definition": place(
    { type: "string" },
    { definitions: { PreBuiltStage: { enum: NAMES, additionalProperties: { stages: STAGES } } } },
  ),
  "in a definition that use refers to": place(
    { $ref: "#/definitions/PreBuiltStage" },
    { definitions: { PreBuiltStage: { enum: NAMES, additionalProperties: { stages: STAGES } } } },
  ),
};

describe.each(Object.entries(FORMS))("a schema of another server, with its stages %s", (_, schema) => {
  it("knows stages of its own: they are drawn, opened and checked", async () => {
    const page = await edited(
      json(schema),
      kept("  - use: authorization\n  - use: sparkle\n    inputs: { glow: 3 }\n"),
    );
    expect(page).toMatchObject({ checkedByOwn: null, faults: [], stage: { id: "sparkle", title: "Sparkle" } });
    expect(page.stage).toMatchObject({ description: "Shines", missing: null });
    expect(page.stage?.inputs).toMatchObject([
      { name: "glow", type: "integer", required: true, value: "3" },
      { name: "hue", type: "string", required: false, value: "" },
    ]);
    // What the server has can be added, and nothing else.
    expect(page.offered.map(({ name, title }) => [name, title])).toEqual([
      ["authorization", "Authorization"],
      ["sparkle", "Sparkle"],
    ]);
    expect(page.drawing.stages.map(({ does }) => does)).toEqual(["authorization", "sparkle"]);
  });

  it("says what is wrong, and where", async () => {
    const stages = [
      "  - use: authorization",
      "  - { id: a, use: sparkle }",
      "  - { id: b, use: sparkle, inputs: { glow: bright, hue: red } }",
      '  - { id: c, use: sparkle, inputs: { glow: "{{envs.glow}}", other: 1 } }',
      "  - { id: d, use: useCache }",
      "  - { id: e, script: 'function handleRequest() {}' }",
    ];
    const { faults } = await edited(json(schema), kept(stages.join("\n")));
    expect(faults).toEqual([
      { message: 'stages[1]: the stage sparkle needs the input "glow"', line: 8, column: expect.any(Number) },
      { message: "stages[2].inputs.glow: must be of the type integer", line: 9, column: expect.any(Number) },
      { message: 'stages[4].use: there is no stage "useCache" on this server', line: 11, column: expect.any(Number) },
    ]);
  });
});

describe("the schema of this product", () => {
  it("finds nothing wrong in a sound text, and each thing once in another", async () => {
    expect(await edited("pass")).toMatchObject({ checkedByOwn: null, faults: [] });
    const { faults } = await edited("pass", kept("  - { use: addFilter }\n  - { use: sortResults }\n"));
    expect(faults.map(({ message }) => message)).toEqual([
      'stages[0]: the stage addFilter needs the input "data"',
      'stages[1].use: there is no stage "sortResults" on this server',
    ]);
  });

  it("is taken to its largest size", async () => {
    const text = JSON.stringify(FORMS["beside use"]);
    const ofSize = (bytes: number): Verdict => ({ status: 200, body: text.padEnd(bytes, " ") });
    expect((await edited(ofSize(MOST.most))).checkedByOwn).toBeNull();
    expect((await edited(ofSize(MOST.most + 1))).checkedByOwn).toContain("larger than 1 MB");
  });
});

const UNREAD = "returned a schema of pipelines that cannot be read";
const SILENT = "did not return its schema of pipelines";
const LATE = "took too long to return its schema of pipelines";
const circle = place(
  { $ref: "#/definitions/a" },
  { definitions: { a: { $ref: "#/definitions/b" }, b: { $ref: "#/definitions/a" } } },
);
const lies: [what: string, verdict: () => Verdict | (() => Promise<Verdict>), says: string][] = [
  ["a server without one", () => ({ status: 404 }), "has no schema of pipelines"],
  ["a server that does not know the call", () => ({ status: 405 }), "has no schema of pipelines"],
  ["a server that fails", () => ({ status: 503 }), SILENT],
  ["a server that leads elsewhere", () => ({ status: 302, headers: { Location: "/elsewhere" } }), SILENT],
  ["a connection that breaks", () => "break", SILENT],
  ["half an answer", () => "half", SILENT],
  ["a web page", () => ({ status: 200, body: "<!doctype html><title>Hello</title>" }), UNREAD],
  ["JSON of another shape", () => json({ hello: ["world"] }), UNREAD],
  ["names that are none", () => json(place({ enum: [1, null, {}] })), UNREAD],
  ["deep brackets", () => ({ status: 200, body: "[".repeat(900_000) }), UNREAD],
  ["references in a circle", () => json(circle), UNREAD],
  ["a reference to another address", () => json(place({ $ref: `${gate.url}/elsewhere` })), UNREAD],
  ["a reference to a file", () => json(place({ $ref: "file:///etc/passwd" })), UNREAD],
  ["a reference to a prototype", () => json(place({ $ref: "#/__proto__/constructor" })), UNREAD],
  ["ten megabytes", () => ({ status: 200, body: `"${"x".repeat(10 * 1024 ** 2)}"` }), "larger than 1 MB"],
  ["an answer without an end", () => ({ to: endlessUrl() }), LATE],
  ["no answer", () => () => new Promise<Verdict>(() => {}), LATE],
];

it.each(lies)("%s: the text is checked by the console's own, and a line says so", async (_, verdict, says) => {
  const began = performance.now();
  const page = await edited(verdict());
  expect(page.checkedByOwn).toBe(`The server ${says.startsWith("larger") ? `returned a schema of pipelines ${says}` : says}. The text is checked by the console's own.`); // prettier-ignore
  expect(page).toMatchObject({ faults: [], content: SOUND });
  expect(page.drawing.stages).toHaveLength(2);
  expect(elsewhere).toEqual([]);
  // Not the time of the console's own patience with a call.
  expect(performance.now() - began).toBeLessThan(schemaTime.most + 6_000);
});

it("a schema that is all hostile names is read as names", async () => {
  const names = ["__proto__", "constructor", "toString", "<img src=x onerror=alert(1)>"];
  const table = JSON.parse(`{"__proto__": {"inputs": {"required": ["polluted"]}}}`) as unknown;
  const page = await edited(json(place({ enum: names, stages: table })));
  expect(page.checkedByOwn).toBeNull();
  expect(page.faults.map(({ message }) => message)).toEqual([
    'stages[0].use: there is no stage "authorization" on this server',
    'stages[1].use: there is no stage "reactivesearchQuery" on this server',
  ]);
  expect(Object.hasOwn(Object.prototype, "inputs")).toBe(false);
});

// Makes the data folder that later engines have to open: `node scripts/engine-folder/make.mjs --name v2 [--from
// ../another-checkout]`. Writes tests/fixtures/engine-folder/<name>.db.gz, and <name>.json with what the engine that
// wrote it answers. `--from` takes the engine of another checkout (`git worktree add --detach ../old <commit>`, with
// node_modules).
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { build, stop } from "esbuild";
import { root } from "../../server/launch/install.mjs";
import { questions, writes } from "./work.mjs";

const { values } = parseArgs({ options: { name: { type: "string" }, from: { type: "string", default: root } } });
if (values.name === undefined) throw new Error("--name is missing: v1, v2 …");
const outfile = join(root, ".cache/engine-folder/engine.mjs");
await build({
  absWorkingDir: resolve(values.from),
  entryPoints: ["backend/engine/embedded/open.ts"],
  outfile,
  bundle: true,
  platform: "node",
  target: "node20",
  format: "esm",
  packages: "external",
  logLevel: "warning",
});
await stop();
const { openEmbeddedEngine } = await import(pathToFileURL(outfile).href);

const folder = mkdtempSync(join(tmpdir(), "engine-folder-"));
const engine = await openEmbeddedEngine({ folder });
async function ask({ method, path, body }) {
  return engine.handle({
    method,
    path,
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
}
for (const call of writes()) {
  const { status, body } = await ask(call);
  if (status >= 300 || body.includes('"errors":true'))
    throw new Error(`${call.method} ${call.path} answered ${status}: ${body.slice(0, 500)}`);
}
// Merges begin a little after the last write.
await new Promise((done) => setTimeout(done, 2000));
const asked = [];
for (const request of questions()) {
  const { status, body } = await ask(request);
  if (status >= 300 && status !== 404)
    throw new Error(`${request.method} ${request.path} answered ${status}: ${body.slice(0, 500)}`);
  asked.push({ request, status, answer: body.replace(/"took":\d+/, '"took":0') });
}
await engine.close();

const target = join(root, "tests/fixtures/engine-folder");
mkdirSync(target, { recursive: true });
writeFileSync(join(target, `${values.name}.db.gz`), gzipSync(readFileSync(join(folder, "engine.db")), { level: 9 }));
writeFileSync(join(target, `${values.name}.json`), `${JSON.stringify(asked, null, 1)}\n`);
rmSync(folder, { recursive: true });

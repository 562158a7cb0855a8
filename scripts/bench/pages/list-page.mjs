// The index list of two builds in turns, for what one change saves: milliseconds of the processor a page, and its bytes.
//   node scripts/bench/pages/list-page.mjs [--turns 12] dist .cache/before/dist     folders with a built console in each
//   node scripts/bench/pages/list-page.mjs dist dist:--max-semi-space-size=32        the same with options of Node's own
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { load, percentile } from "../load.mjs";
import { processorTimeOf, startProgram } from "../processes.mjs";
import { growIndices, password, visit } from "./pages.mjs";

const WARM_PAGES = 1_000;
const PAGES = 60;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { turns: { type: "string", default: "12" }, out: { type: "string" } },
});
const dataDir = mkdtempSync(join(tmpdir(), "searchdeck-list-"));
const programs = [];
try {
  const backend = await startProgram({
    file: "dist/backend.js",
    env: { DATA_DIR: join(dataDir, "backend"), BACKEND_PORT: "0", ADMIN_PASSWORD: password },
  });
  programs.push(backend);
  const searchUrl = `http://127.0.0.1:${backend.message.port}`;
  await growIndices({ url: searchUrl, count: 50 });
  const sides = [];
  for (const side of positionals) {
    const [folder, ...flags] = side.split(/[: ]/);
    const env = { DATA_DIR: join(dataDir, `console-${sides.length}`), PORT: "0", SEARCH_URL: searchUrl };
    const console_ = await startProgram({ file: `${folder}/console.js`, env, flags });
    programs.unshift(console_);
    const { address } = console_.message;
    const options = { url: `${address}/cluster`, headers: { cookie: await visit({ address, searchUrl }) } };
    sides.push({ side, pid: console_.pid, options, times: [] });
  }
  for (let turn = 0; turn <= Number(values.turns); turn++) {
    for (const { pid, options, times } of sides) {
      const used = processorTimeOf(pid) ?? 0;
      const pages = turn === 0 ? WARM_PAGES : PAGES;
      await load({ clients: 4, pages, next: () => options });
      if (turn > 0) times.push(((processorTimeOf(pid) ?? 0) - used) / pages);
    }
  }
  for (const { side, options, times } of sides) {
    const html = await (await fetch(options.url, { headers: options.headers })).text();
    if (values.out) writeFileSync(join(values.out, `${side.replaceAll(/[/:]/g, "-")}.html`), html);
    const [least, quarter, middle] = [0, 0.25, 0.5].map((share) => percentile(times, share).toFixed(2));
    console.log(`${side}: ${least} / ${quarter} / ${middle} ms of the processor a page, ${html.length} characters`);
  }
} finally {
  for (const program of programs) await program.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

// Pages as a returning visitor gets them: rate on one core, time that the console adds to its back-end calls, beside a
// plain Node server with the same page.
import { createServer } from "node:http";
import { load, once, percentile } from "../load.mjs";
import { memoryOf, processorTimeOf, startProgram } from "../processes.mjs";
import { startRecorder } from "./recorder.mjs";
import { manyRoutes } from "./routes.mjs";

export const password = "bench-Passw0rd";
const basic = `Basic ${Buffer.from(`admin:${password}`).toString("base64")}`;

/** Milliseconds covered by intervals; calls that ran at the same time count once. */
function covered(intervals) {
  let total = 0;
  let end = -Infinity;
  for (const [from, to] of [...intervals].sort((a, b) => a[0] - b[0])) {
    total += Math.max(0, to - Math.max(from, end));
    end = Math.max(end, to);
  }
  return total;
}

const pairs = (headers) => headers.getSetCookie().map((cookie) => cookie.split(";")[0]);

/**
 * Signs in and opens a page, as a browser would; returns all cookies, that of the style sheets too: without it every
 * page is a first one and carries them.
 */
export async function visit({ address, searchUrl }) {
  const answer = await fetch(`${address}/login`, {
    method: "POST",
    redirect: "manual",
    headers: { Origin: address },
    body: new URLSearchParams({ intent: "sign-in", url: searchUrl, username: "admin", password, redirectTo: "/" }),
  });
  if (answer.status !== 302) throw new Error(`the sign-in answered ${answer.status}`);
  const session = pairs(answer.headers);
  const first = await fetch(`${address}/cluster`, { headers: { cookie: session.join("; ") } });
  const cookies = new Map([...session, ...pairs(first.headers)].map((pair) => [pair.split("=")[0], pair]));
  if (!cookies.has("sd_styles")) throw new Error("the first page set no cookie of its style sheets");
  return [...cookies.values()].join("; ");
}

export async function growIndices({ url, count }) {
  for (let index = 0; index < count; index += 1) {
    const { status } = await once({
      url: `${url}/bench-${String(index).padStart(4, "0")}`,
      method: "PUT",
      headers: { authorization: basic },
    });
    if (status !== 200) throw new Error(`creating an index answered ${status}`);
  }
}

/** The same bytes from a server that does nothing else. */
async function plainServer(html) {
  const body = Buffer.from(html);
  const server = createServer((_request, response) => {
    response.writeHead(200, { "Content-Type": "text/html; charset=utf-8", "Content-Length": body.length });
    response.end(body);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

const TURNS = 16;
const PAGES_A_TURN = 100;
const WARM_SECONDS = 12;
const WARM_PAGES = 1500;

/**
 * The index list by a console of today's routes and by one of 400, in turns: milliseconds of the processor for a page,
 * the lower quarter of the turns.
 */
async function compareRoutes({ few, dataDir, searchUrl }) {
  const { file, today, count } = await manyRoutes(400);
  const many = await startProgram({
    file,
    core: 0,
    env: { DATA_DIR: `${dataDir}/console-many`, PORT: "0", SEARCH_URL: searchUrl },
  });
  const sides = [];
  try {
    for (const [routes, { message, pid }] of [
      [today, few],
      [count, many],
    ]) {
      const cookie = await visit({ address: message.address, searchUrl });
      sides.push({ routes, pid, options: { url: `${message.address}/cluster`, headers: { cookie } }, times: [] });
    }
    for (let turn = 0; turn <= TURNS; turn += 1) {
      for (const { pid, options, times } of sides) {
        const used = processorTimeOf(pid);
        if (used === null) return null;
        await load({ clients: 4, pages: turn === 0 ? WARM_PAGES : PAGES_A_TURN, next: () => options });
        // The first turn is for the compiler of both.
        if (turn > 0) times.push((processorTimeOf(pid) - used) / PAGES_A_TURN);
      }
    }
    return sides.map(({ routes, times }) => ({ routes, milliseconds: percentile(times, 0.25) }));
  } finally {
    await many.stop();
  }
}

/**
 * Measures the pages; returns rows of a table, the memory of the console, and the same page with few and many routes
 * (null where the system does not tell).
 */
export async function benchPages({ dataDir, seconds }) {
  const backend = await startProgram({
    file: "dist/backend.js",
    env: { DATA_DIR: `${dataDir}/pages`, BACKEND_PORT: "0", ADMIN_PASSWORD: password },
  });
  const backendUrl = `http://127.0.0.1:${backend.message.port}`;
  await growIndices({ url: backendUrl, count: 50 });
  const recorder = await startRecorder(backendUrl);
  const console_ = await startProgram({
    file: "dist/console.js",
    core: 0,
    env: { DATA_DIR: `${dataDir}/console`, PORT: "0", SEARCH_URL: recorder.url },
  });
  const { address } = console_.message;
  const rows = [];
  try {
    const cookie = await visit({ address, searchUrl: recorder.url });
    const styles = /sd_styles=[^;]*/.exec(cookie)?.[0];
    for (const { name, path } of [
      { name: "index list, 50 indices", path: "/cluster" },
      { name: "sign-in form", path: "/login" },
    ]) {
      const options = { url: `${address}${path}`, headers: { cookie: path === "/login" ? styles : cookie } };
      // The compiler needs some thousand pages until it has done its best.
      await load({ clients: 4, seconds: WARM_SECONDS, next: () => options });
      const added = [];
      const whole = [];
      for (let round = 0; round < 150; round += 1) {
        recorder.calls.length = 0;
        const { milliseconds } = await once(options);
        // The recorder notes an end a moment after the page has it.
        await new Promise((resolve) => setTimeout(resolve, 2));
        whole.push(milliseconds);
        added.push(milliseconds - covered(recorder.calls.map(({ began, ended }) => [began, ended])));
      }
      const used = processorTimeOf(console_.pid);
      const busy = await load({ clients: 8, seconds, next: () => options });
      const processor = used === null ? null : (processorTimeOf(console_.pid) - used) / busy.count;
      const html = await (await fetch(options.url, { headers: options.headers })).text();
      const plain = await plainServer(html);
      const peer = await load({ clients: 8, seconds: Math.min(seconds, 4), next: () => ({ url: plain.url }) });
      plain.close();
      rows.push({
        name,
        kilobytes: html.length / 1000,
        whole: [percentile(whole, 0.5), percentile(whole, 0.95)],
        added: [percentile(added, 0.5), percentile(added, 0.95)],
        busy,
        processor,
        peer,
      });
    }
    const memory = memoryOf(console_.pid);
    return { rows, memory, routes: await compareRoutes({ few: console_, dataDir, searchUrl: recorder.url }) };
  } finally {
    await console_.stop();
    recorder.close();
    await backend.stop();
  }
}

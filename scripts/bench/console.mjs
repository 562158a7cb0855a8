// A built back end and console side by side, and what a person does there: signing in, sending the form of a page,
// following a job.
import { setTimeout as sleep } from "node:timers/promises";
import { JSDOM } from "jsdom";
import { startProgram } from "./processes.mjs";

export const password = "bench-Passw0rd";
export const headers = {
  authorization: `Basic ${Buffer.from(`admin:${password}`).toString("base64")}`,
  "content-type": "application/json",
};
const ENDED = ["done", "failed", "interrupted", "cancelled"];

/**
 * Starts both on a data folder and signs in; `env` is for the back end, `program` another build of it and
 * `consoleProgram` of the console, `through` gives the address by which the console reaches it. Returns their addresses and processes, the session's cookie, and `stop`.
 */
export async function startBoth({
  dataDir,
  env = {},
  program = "dist/backend.js",
  consoleProgram = "dist/console.js",
  through = (url) => url,
}) {
  const backend = await startProgram({
    file: program,
    env: { DATA_DIR: dataDir, BACKEND_PORT: "0", ADMIN_PASSWORD: password, ...env },
  });
  const searchUrl = `http://127.0.0.1:${backend.message.port}`;
  const reached = await through(searchUrl);
  const console_ = await startProgram({
    file: consoleProgram,
    env: { DATA_DIR: dataDir, PORT: "0", SEARCH_URL: reached },
  });
  const { address } = console_.message;
  const cookie = await signIn({ address, searchUrl: reached });
  const stop = async () => {
    await console_.stop();
    await backend.stop();
  };
  return { backend, console_, searchUrl, address, cookie, stop };
}

/** Signs the admin in; the cookie of the session. */
async function signIn({ address, searchUrl }) {
  const body = new URLSearchParams({ intent: "sign-in", url: searchUrl, username: "admin", password, redirectTo: "/" });
  const answer = await fetch(`${address}/login`, {
    method: "POST",
    redirect: "manual",
    headers: { Origin: address },
    body,
  });
  return answer.headers
    .getSetCookie()
    .map((value) => value.split(";")[0])
    .join("; ");
}

/**
 * Sends a form of a page as it was found, but for some values; the form is known by its intent. Returns the path that
 * the answer leads to.
 */
export async function sendForm({ address, cookie, path, intent, values = {} }) {
  const page = new URL(path, address);
  const { window } = new JSDOM(await (await fetch(page, { headers: { Cookie: cookie } })).text());
  const form = [...window.document.forms].find((one) => one.querySelector(`[name="intent"][value="${intent}"]`));
  if (!form)
    throw new Error(`${page.pathname} has no form ${intent}: ${window.document.querySelector("main")?.textContent}`);
  const body = new URLSearchParams([...new window.FormData(form)]);
  for (const [name, value] of Object.entries(values)) body.set(name, value);
  window.close();
  const answer = await fetch(page, {
    method: "POST",
    redirect: "manual",
    headers: { Cookie: cookie, Origin: address },
    body,
  });
  if (answer.status !== 302) throw new Error(`${page.pathname} answered ${answer.status} to ${intent}`);
  return answer.headers.get("location");
}

/**
 * Follows the events of a job to its end, or for so long; `path` has them. Returns its last view, and tells each before
 * to `seen`.
 */
export async function followJob({ address, cookie, path, minutes, seen = () => {} }) {
  const ending = AbortSignal.timeout(Math.round(minutes * 60_000));
  let view = { state: "queued" };
  while (!ENDED.includes(view.state) && !ending.aborted) {
    try {
      const events = await fetch(`${address}${path}`, { headers: { Cookie: cookie }, signal: ending });
      let text = "";
      for await (const chunk of events.body.pipeThrough(new TextDecoderStream())) {
        const parts = (text + chunk).split("\n\n");
        text = parts.pop() ?? "";
        for (const part of parts) {
          if (!part.startsWith("data: ")) continue;
          view = [JSON.parse(part.slice(6))].flat()[0] ?? view;
          seen(view);
        }
      }
    } catch (error) {
      if (!ending.aborted) throw error;
    }
    if (!ENDED.includes(view.state)) await sleep(500);
  }
  return view;
}

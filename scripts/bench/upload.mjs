// 1 GiB through the console's import, from the upload form to the job's end, with the memory of console and back end measured.
import { setTimeout as sleep } from "node:timers/promises";
import { JSDOM } from "jsdom";
import { uploadFile } from "../../tests/system/upload.mjs";
import { memoryOf, startProgram } from "./processes.mjs";

const password = "bench-Passw0rd";
const index = "large";

async function signIn({ address, searchUrl }) {
  const answer = await fetch(`${address}/login`, {
    method: "POST",
    redirect: "manual",
    headers: { Origin: address },
    body: new URLSearchParams({ intent: "sign-in", url: searchUrl, username: "admin", password, redirectTo: "/" }),
  });
  return answer.headers
    .getSetCookie()
    .map((value) => value.split(";")[0])
    .join("; ");
}

/** Starts the import with the fields as they were found, by the page's own form. Returns the id of the job. */
async function startImport({ address, cookie, location }) {
  const page = new URL(location, address);
  const { window } = new JSDOM(await (await fetch(page, { headers: { Cookie: cookie } })).text());
  const form = [...window.document.forms].find((one) => one.querySelector('[name="intent"][value="start-import"]'));
  if (!form) throw new Error(`${page.pathname} has no form that starts the import`);
  const body = new URLSearchParams([...new window.FormData(form)]);
  const answer = await fetch(page, { method: "POST", redirect: "manual", headers: { Cookie: cookie, Origin: address }, body });
  if (answer.status !== 302) throw new Error(`the import was not started: ${answer.status}`);
  return page.pathname.split("/").at(-2);
}

/** Follows the events of a job to its end, or for so long. Returns its last view. */
async function followJob({ address, cookie, id, minutes }) {
  const ending = AbortSignal.timeout(minutes * 60_000);
  let view = { state: "queued" };
  while (!["done", "failed", "interrupted", "cancelled"].includes(view.state) && !ending.aborted) {
    try {
      const events = await fetch(`${address}/resources/import/${id}/events`, { headers: { Cookie: cookie }, signal: ending });
      let text = "";
      for await (const chunk of events.body.pipeThrough(new TextDecoderStream())) {
        const parts = (text + chunk).split("\n\n");
        text = parts.pop() ?? "";
        for (const part of parts) if (part.startsWith("data: ")) view = JSON.parse(part.slice(6));
      }
    } catch (error) {
      if (!ending.aborted) throw error;
    }
    await sleep(500);
  }
  return view;
}

/** Imports `UPLOAD_MB` (1,024) megabytes within `minutes`; returns seconds of upload and job, rows, and the highest resident memory of both processes in MB. */
export async function benchUpload({ dataDir, minutes }) {
  const megabytes = Number(process.env.UPLOAD_MB ?? 1024);
  const env = { DATA_DIR: `${dataDir}/upload` };
  const backend = await startProgram({ file: "dist/backend.js", env: { ...env, BACKEND_PORT: "0", ADMIN_PASSWORD: password } });
  const searchUrl = `http://127.0.0.1:${backend.message.port}`;
  const console_ = await startProgram({ file: "dist/console.js", env: { ...env, PORT: "0", SEARCH_URL: searchUrl } });
  const { address } = console_.message;
  const peakOf = ({ pid }) => memoryOf(pid)?.peak ?? "an unknown number of";
  try {
    const cookie = await signIn({ address, searchUrl });
    const upload = await uploadFile({ address, index, cookie, bytes: megabytes * 1024 * 1024 });
    if (upload.status !== 302) throw new Error(`the upload answered ${upload.status}`);
    const received = peakOf(console_);
    const id = await startImport({ address, cookie, location: upload.location });
    const began = performance.now();
    const view = await followJob({ address, cookie, id, minutes });
    const seconds = (performance.now() - began) / 1000;
    return {
      megabytes,
      upload: { seconds: upload.seconds, rows: upload.rows, peak: received },
      job: { state: view.state, seconds, rows: view.rowsRead ?? 0, failed: view.failed ?? 0, console: peakOf(console_), backend: peakOf(backend) },
    };
  } finally {
    await console_.stop();
    await backend.stop();
  }
}

// 1 GiB through the console's import form, with its memory measured.
import { uploadFile } from "../../tests/system/upload.mjs";
import { memoryOf, startProgram } from "./processes.mjs";

const password = "bench-Passw0rd";

/** Uploads `UPLOAD_MB` (1,024) megabytes; returns seconds, rows and the highest resident memory of the console in MB. */
export async function benchUpload({ dataDir }) {
  const megabytes = Number(process.env.UPLOAD_MB ?? 1024);
  const backend = await startProgram({
    file: "dist/backend.js",
    env: { DATA_DIR: `${dataDir}/upload`, BACKEND_PORT: "0", ADMIN_PASSWORD: password },
  });
  const searchUrl = `http://127.0.0.1:${backend.message.port}`;
  const console_ = await startProgram({
    file: "dist/console.js",
    env: { DATA_DIR: `${dataDir}/upload`, PORT: "0", SEARCH_URL: searchUrl },
  });
  const { address } = console_.message;
  try {
    const answer = await fetch(`${address}/login`, {
      method: "POST",
      redirect: "manual",
      headers: { Origin: address },
      body: new URLSearchParams({ intent: "sign-in", url: searchUrl, username: "admin", password, redirectTo: "/" }),
    });
    const cookie = answer.headers
      .getSetCookie()
      .map((value) => value.split(";")[0])
      .join("; ");
    const { status, rows, seconds } = await uploadFile({ address, index: "large", cookie, bytes: megabytes * 1024 * 1024 });
    if (status !== 302) throw new Error(`the upload answered ${status}`);
    return {
      megabytes,
      elapsed: seconds,
      peak: memoryOf(console_.pid)?.peak ?? "an unknown number of",
      rows: `${rows.toLocaleString("en")} rows`,
    };
  } finally {
    await console_.stop();
    await backend.stop();
  }
}

// A real OpenSearch beside ours.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../../server/launch/install.mjs";

/** Starts OpenSearch on a port of loopback; rejects with what it said where it cannot. */
export async function startOpenSearch({ dataDir, port }) {
  const child = spawn(
    process.execPath,
    [join(root, "scripts/real-engine/start.mjs"), "--port", String(port), "--data", join(dataDir, "opensearch")],
    {
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  const exited = new Promise((resolve) => child.once("exit", resolve));
  await new Promise((resolve, reject) => {
    child.stdout.on("data", (chunk) => String(chunk).includes("answers on") && resolve());
    void exited.then(() => reject(new Error("OpenSearch did not start; what it said is above.")));
  });
  const [java = 0] = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, "utf8")
    .trim()
    .split(" ")
    .map(Number);
  return {
    url: `http://127.0.0.1:${port}`,
    pid: java,
    stop: async () => {
      child.kill("SIGTERM");
      await exited;
    },
  };
}

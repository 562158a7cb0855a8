import { type ChildProcess, spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { makeScratchFolder } from "../../scripts/real-engine/scratch.mjs";
import { childrenOf, freePort } from "../system/processes";

const NODES = 3;

/**
 * Three real OpenSearch nodes on loopback that can be closed one by one, or all ended and started again on their data.
 */
export type Cluster = {
  urls: readonly string[];
  /** Closes one node, counted from 1. */
  closeNode: (number: number) => void;
  /** Ends all nodes at once, as a power cut does. */
  kill: () => Promise<void>;
  /** Starts them again; resolves once all three have found each other. */
  start: () => Promise<void>;
  /** Ends them and takes their data away. */
  close: () => Promise<void>;
};

/** Starts the nodes. Rejects with what they said where they do not start. */
export async function openCluster(): Promise<Cluster> {
  const folder = makeScratchFolder("searchdeck-faults-");
  // The ports follow each other, and those between the nodes are 100 further on.
  const port = await freePort();
  let child: ChildProcess | undefined;

  async function start(): Promise<void> {
    const script = fileURLToPath(new URL("../../scripts/real-engine/start.mjs", import.meta.url));
    const started = spawn(
      process.execPath,
      [script, "--brief", "--nodes", String(NODES), "--port", String(port), "--data", folder],
      {
        stdio: ["pipe", "pipe", "ignore"],
      },
    );
    child = started;
    let printed = "";
    await new Promise<void>((resolve, reject) => {
      started.stdout.on("data", (chunk: Buffer) => {
        printed = `${printed}${chunk.toString()}`.slice(-5000);
        if (printed.includes("answers on")) resolve();
      });
      started.once("exit", () => reject(new Error(`the nodes ended: ${printed}`)));
    });
  }

  async function end(how: (running: ChildProcess) => void): Promise<void> {
    const running = child;
    if (!running || running.exitCode !== null || running.signalCode !== null) return;
    const ended = new Promise((resolve) => running.once("exit", resolve));
    how(running);
    await ended;
  }

  await start();
  return {
    urls: Array.from({ length: NODES }, (_, at) => `http://127.0.0.1:${port + at}`),
    closeNode: (number) => void child?.stdin?.write(`close ${number}\n`),
    start,
    // The starter ends with its Java.
    kill: () => end(({ pid = 0 }) => childrenOf(pid, "java").forEach((java) => process.kill(java, "SIGKILL"))),
    close: async () => {
      await end((running) => running.kill("SIGTERM"));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

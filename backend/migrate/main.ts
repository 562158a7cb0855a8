import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { readConfig, type BackendConfig } from "../config";
import { ConfigError } from "../engine-config";
import { openEmbeddedEngine } from "../engine/embedded/open";
import { openRemoteEngine, type OpenedEngine } from "../engine/remote/open";
import { readArguments, USAGE, UsageError, type Arguments } from "./arguments";
import { reasonOf, type Caller } from "./call";
import { engineSource } from "./engine-source";
import { openFolderSource } from "./folder-source";
import { nameFilter } from "./pattern";
import { migrate } from "./run";
import { productOf, type Target } from "./target";
import { MigrationError, type Source } from "./types";

// `npm run migrate`. Ends with 0 when both sides are equal (with --dry-run: when nothing speaks against it), 1 when
// refused, failed or different, 2 for a command line that cannot be obeyed, 130 when it was stopped.

/** How long a call is made again when the engine is busy or gone (ms). */
const PATIENCE_MS = 5 * 60_000;

class Stopped extends Error {}

type Sides = { source: Source; target: Target; close: () => Promise<void> };

async function openRemote({
  config,
  url,
  signal,
}: {
  config: BackendConfig;
  url: string;
  signal: AbortSignal;
}): Promise<{ opened: OpenedEngine; caller: Caller; product: Target["product"] }> {
  if (!config.engine) throw new MigrationError(`${url} is no address of an engine.`);
  const opened = openRemoteEngine(config.engine);
  try {
    const product = await productOf(opened.engine);
    return { opened, product, caller: { engine: opened.engine, patience: PATIENCE_MS, signal } };
  } catch (error) {
    await opened.close();
    throw new MigrationError(`${url}: ${reasonOf(error)}`);
  }
}

async function openSides({
  config,
  wish: { direction, url, dryRun },
  signal,
}: {
  config: BackendConfig;
  wish: Arguments;
  signal: AbortSignal;
}): Promise<Sides> {
  const folder = join(resolve(config.DATA_DIR), "engine");
  if (direction === "to") {
    const source = openFolderSource(folder);
    try {
      const { opened, caller, product } = await openRemote({ config, url, signal });
      return { source, target: { caller, product, label: url }, close: () => opened.close() };
    } catch (error) {
      await source.close();
      throw error;
    }
  }
  const { opened, caller, product } = await openRemote({ config, url, signal });
  try {
    // A dry run makes no data folder: an empty one elsewhere tells as much.
    const aside =
      dryRun && !existsSync(join(folder, "engine.db")) ? mkdtempSync(join(tmpdir(), "searchdeck-dry-run-")) : undefined;
    const embedded = await openEmbeddedEngine({ folder: aside ?? folder });
    const target: Target = {
      caller: { engine: embedded.handle, patience: 0, signal },
      product: await productOf(embedded.handle),
      label: folder,
    };
    const close = async () => {
      await embedded.close();
      if (aside !== undefined) rmSync(aside, { recursive: true, force: true });
    };
    return { source: engineSource({ caller, product, label: url, close: () => opened.close() }), target, close };
  } catch (error) {
    await opened.close();
    throw error instanceof Error && error.message.includes("in use by another engine")
      ? new MigrationError(error.message)
      : error;
  }
}

function stopOnSignals(stop: AbortController): void {
  // The first one counts: what is under way is ended in order, however often one asks.
  const onSignal = () => {
    if (stop.signal.aborted) return;
    process.stderr.write("\nStopping …\n");
    stop.abort(new Stopped());
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, onSignal);
}

function next({ direction, url }: Arguments): string {
  return direction === "to"
    ? `Everything is in the target. Start with it: ENGINE_URL=${url} npm start`
    : "Everything is in the data folder. Start with it, without ENGINE_URL: npm start";
}

async function run({
  wish,
  config,
  stop,
}: {
  wish: Arguments;
  config: BackendConfig;
  stop: AbortController;
}): Promise<number> {
  const sides = await openSides({ config, wish, signal: stop.signal });
  const { source, target } = sides;
  const output = { live: process.stdout.isTTY, write: (text: string) => void process.stdout.write(text) };
  try {
    output.write(`From ${source.label} to ${target.label} (${target.product.name} ${target.product.version})\n`);
    const options = {
      wanted: nameFilter(wish.only),
      part: wish.only !== undefined,
      intoExisting: wish.intoExisting,
      dryRun: wish.dryRun,
    };
    const good = await migrate({ source, target, options, output, stop });
    if (wish.dryRun)
      output.write(`${good ? "All of this can be copied" : "This cannot be copied as it is"}. Nothing was changed.\n`);
    else if (good) output.write(`${next(wish)}\n`);
    else
      process.stderr.write(
        "The two sides are not equal. Running the same command again goes over every document of the indices that differ.\n",
      );
    return good ? 0 : 1;
  } finally {
    await source.close();
    await sides.close();
  }
}

async function main(): Promise<number> {
  const stop = new AbortController();
  try {
    const wish = readArguments(process.argv.slice(2));
    if (!wish) {
      process.stdout.write(`${USAGE}\n`);
      return 0;
    }
    stopOnSignals(stop);
    return await run({ wish, config: readConfig({ ...process.env, ENGINE_URL: wish.url }), stop });
  } catch (error) {
    const reason: unknown = stop.signal.aborted ? stop.signal.reason : error;
    if (reason instanceof Stopped) {
      process.stderr.write("Stopped. The same command goes on from here.\n");
      return 130;
    }
    if (reason instanceof UsageError) process.stderr.write(`${reason.message}\n\n${USAGE}\n`);
    else if (reason instanceof MigrationError || reason instanceof ConfigError)
      process.stderr.write(`${reason.message}\n`);
    else process.stderr.write(`${reason instanceof Error ? (reason.stack ?? reason.message) : String(reason)}\n`);
    return reason instanceof UsageError ? 2 : 1;
  }
}

// Pending timers and connections must not keep a finished run from ending.
process.exit(await main());

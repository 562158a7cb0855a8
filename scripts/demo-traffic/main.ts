import { fileURLToPath } from "node:url";
import { type Arguments, readArguments, USAGE, UsageError } from "./arguments";
import { makeTraffic, type Output, removeTraffic } from "./run";
import { openServer, TrafficError } from "./server";

// `npm run demo:traffic`. Ends with 0 when done, 1 when refused or failed, 2 for a command line that cannot be obeyed,
// 130 when it was stopped.

const output: Output = { live: process.stdout.isTTY, write: (text) => void process.stdout.write(text) };
let stopped = false;

// The first one lets what is under way finish; the second one does not.
function stopOnSignals(): void {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.on(signal, () => {
      if (stopped) process.exit(130);
      stopped = true;
      process.stderr.write("\nStopping …\n");
    });
}

async function run(wish: Arguments): Promise<number> {
  const { ADMIN_USERNAME, ADMIN_PASSWORD } = process.env;
  if (!ADMIN_PASSWORD)
    throw new UsageError("Set ADMIN_PASSWORD, and ADMIN_USERNAME if the admin is called otherwise than admin.");
  const server = openServer({
    url: wish.url,
    username: ADMIN_USERNAME || "admin",
    password: ADMIN_PASSWORD,
    rate: wish.rate,
  });
  if (wish.remove) {
    await removeTraffic({ server, output });
    return 0;
  }
  stopOnSignals();
  const sampleFile = fileURLToPath(new URL("../samples/movies.json.gz", import.meta.url));
  await makeTraffic({ server, wish, output, isStopped: () => stopped, sampleFile });
  output.write(
    "All of it is marked by the custom event searchdeck_demo = traffic. To remove it: npm run demo:traffic -- --remove\n",
  );
  return stopped ? 130 : 0;
}

async function main(): Promise<number> {
  try {
    const wish = readArguments(process.argv.slice(2), process.env);
    if (wish) return await run(wish);
    output.write(`${USAGE}\n`);
    return 0;
  } catch (error) {
    if (error instanceof UsageError) process.stderr.write(`${error.message}\n\n${USAGE}\n`);
    else if (error instanceof TrafficError) process.stderr.write(`${error.message}\n`);
    else process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    return error instanceof UsageError ? 2 : 1;
  }
}

process.exit(await main());

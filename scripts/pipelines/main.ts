import { UnreachableError } from "../command/call";
import { credentials, harmless, UsageError } from "../command/usage";
import { readArguments, USAGE } from "./arguments";
import { PipelinesError } from "./names";
import { check, pull, push } from "./run";
import { openPipelines } from "./server";

// `npm run pipelines`. Ends with 0 when done or the same, 1 where `check` found a difference, 2 when refused or failed.

const tell = (line: string) => void process.stderr.write(`${line}\n`);

async function main(): Promise<number> {
  try {
    const wish = readArguments(process.argv.slice(2));
    if (!wish) {
      process.stdout.write(`${USAGE}\n`);
      return 0;
    }
    const all = { ...wish, server: openPipelines({ url: wish.url, ...credentials() }), env: process.env, tell };
    if (wish.does === "check") return (await check(all)) ? 0 : 1;
    await (wish.does === "pull" ? pull(all) : push(all));
    return 0;
  } catch (error) {
    if (error instanceof UsageError) tell(`${error.message}\n\n${USAGE}`);
    else if (error instanceof PipelinesError || error instanceof UnreachableError)
      for (const line of error.message.split("\n")) tell(harmless(line));
    else tell(error instanceof Error && !("syscall" in error) ? (error.stack ?? error.message) : String(error));
    return 2;
  }
}

process.exitCode = await main();

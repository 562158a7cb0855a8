import { readFileSync, writeFileSync } from "node:fs";
import { isBackendError } from "~/services/platform/http/errors.server";
import { credentials, harmless, UsageError } from "../command/usage";
import { readArguments, USAGE } from "./arguments";
import { FileError, runFile } from "./run";

// `npm run relevance-tests`. Ends with 0 where all pass, 1 where one fails or nothing could be run, 2 for a command
// line that cannot be obeyed.

const tell = (line: string) => void process.stderr.write(`${line}\n`);

async function main(): Promise<number> {
  let server = "the server";
  try {
    const wish = readArguments(process.argv.slice(2));
    if (!wish) {
      process.stdout.write(`${USAGE}\n`);
      return 0;
    }
    server = wish.url;
    const { passed, junit } = await runFile({ ...wish, ...credentials(), text: readFileSync(wish.file, "utf8"), tell });
    if (wish.junit === "-") process.stdout.write(junit);
    else if (wish.junit !== undefined) writeFileSync(wish.junit, junit);
    return passed ? 0 : 1;
  } catch (error) {
    if (error instanceof UsageError) tell(`${error.message}\n\n${USAGE}`);
    else if (isBackendError(error)) tell(harmless(`Nothing was run on ${server}: ${error.message}`));
    else if (error instanceof FileError || (error instanceof Error && "syscall" in error)) tell(error.message);
    else tell(error instanceof Error ? (error.stack ?? error.message) : String(error));
    return error instanceof UsageError ? 2 : 1;
  }
}

process.exitCode = await main();

import { readFileSync, writeFileSync } from "node:fs";
import { isBackendError } from "~/services/platform/http/errors.server";
import { readArguments, USAGE, UsageError } from "./arguments";
import { FileError, harmless, runFile } from "./run";

// `npm run relevance-tests`. Ends with 0 where all pass, 1 where one fails or nothing could be run, 2 for a command
// line that cannot be obeyed.

const tell = (line: string) => void process.stderr.write(`${line}\n`);

function credentials(): { username: string; password: string } {
  const { SEARCHDECK_USERNAME, SEARCHDECK_PASSWORD, ADMIN_USERNAME, ADMIN_PASSWORD } = process.env;
  if (SEARCHDECK_USERNAME && SEARCHDECK_PASSWORD)
    return { username: SEARCHDECK_USERNAME, password: SEARCHDECK_PASSWORD };
  if (ADMIN_PASSWORD) return { username: ADMIN_USERNAME || "admin", password: ADMIN_PASSWORD };
  throw new UsageError("Set SEARCHDECK_USERNAME and SEARCHDECK_PASSWORD.");
}

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

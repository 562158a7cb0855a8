import { createReadStream, writeFileSync } from "node:fs";
import { LARGEST_FILE } from "@common/search-relevance/settings-bundle/read";
import { BundleError } from "@common/search-relevance/settings-bundle/schema";
import { credentials, UsageError } from "../command/usage";
import { type Arguments, readArguments, USAGE } from "./arguments";
import { exportSettings, importSettings } from "./run";
import { openServer } from "./server";

// `npm run settings`. Ends with 0 when done, 1 when refused or failed, 2 for a command line that cannot be obeyed.

const tell = (line: string) => void process.stderr.write(`${line}\n`);

async function textOf(file: string): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  const source: AsyncIterable<Buffer> = file === "-" ? process.stdin : createReadStream(file);
  for await (const chunk of source) {
    size += chunk.length;
    if (size > LARGEST_FILE) throw new BundleError(`the file is larger than ${LARGEST_FILE / 1024 / 1024} MB`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

async function run({ direction, url, file, index, parts, dryRun }: Arguments): Promise<boolean> {
  const callServer = openServer({ url, ...credentials() });
  if (direction === "to") return importSettings({ callServer, parts, text: await textOf(file), index, dryRun, tell });
  const text = await exportSettings({
    callServer,
    parts,
    index: index ?? "",
    format: file.endsWith(".json") ? "json" : "yaml",
    tell,
  });
  if (file === "-") process.stdout.write(text);
  else writeFileSync(file, text);
  return true;
}

function isAboutFile(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "syscall" in error;
}

async function main(): Promise<number> {
  try {
    const wish = readArguments(process.argv.slice(2));
    if (wish) return (await run(wish)) ? 0 : 1;
    process.stdout.write(`${USAGE}\n`);
    return 0;
  } catch (error) {
    if (error instanceof UsageError) tell(`${error.message}\n\n${USAGE}`);
    else if (error instanceof BundleError || isAboutFile(error)) tell(error.message);
    else tell(error instanceof Error ? (error.stack ?? error.message) : String(error));
    return error instanceof UsageError ? 2 : 1;
  }
}

process.exitCode = await main();

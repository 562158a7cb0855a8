import { parseArgs } from "node:util";

/** What the command line asks for. */
export type Arguments = { url: string; index: string; file: string; junit: string | undefined };

/** A command line that cannot be obeyed; the message is for the operator. */
export class UsageError extends Error {}

export const USAGE = [
  "npm run relevance-tests -- --to URL --index NAME --file FILE [--junit FILE]    runs relevance tests against a server",
  "  --file FILE      tests as JSON, as the console exports them",
  "  --junit FILE     writes the results as JUnit XML; - is the output",
  "  Name and password come from SEARCHDECK_USERNAME and SEARCHDECK_PASSWORD, else from ADMIN_USERNAME (admin) and ADMIN_PASSWORD.",
  "  Ends with 0 where all tests pass, 1 where one fails or could not be run, 2 for a command line that cannot be obeyed.",
].join("\n");

/** Reads the command line; undefined where help is asked for. Throws `UsageError`. */
export function readArguments(args: readonly string[]): Arguments | undefined {
  const text = { type: "string" } as const;
  let values: { to?: string; index?: string; file?: string; junit?: string; help?: boolean };
  try {
    values = parseArgs({
      args: [...args],
      options: { to: text, index: text, file: text, junit: text, help: { type: "boolean" } },
    }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error));
  }
  const { to, index, file, junit, help } = values;
  if (help) return undefined;
  if (!to) throw new UsageError("Say with --to URL which server.");
  const url = URL.canParse(to) ? new URL(to) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) throw new UsageError(`${to} is not an http or https URL.`);
  if (url.username !== "" || url.password !== "")
    throw new UsageError(
      "A password on the command line can be read by others: set SEARCHDECK_USERNAME and SEARCHDECK_PASSWORD instead.",
    );
  if (!index) throw new UsageError("Say with --index NAME which index.");
  if (!file) throw new UsageError("Say with --file FILE which tests.");
  return { url: to.replace(/\/+$/, ""), index, file, junit };
}

import { parseArgs } from "node:util";

/** What the command line asks for. */
export type Arguments = {
  url: string;
  index: string;
  searches: number;
  days: number;
  seed: number;
  rate: number;
  sample: boolean;
  remove: boolean;
};

/** A command line that cannot be obeyed; the message is for the operator. */
export class UsageError extends Error {}

export const USAGE = [
  "npm run demo:traffic                 searches, clicks and conversions of made visitors, marked as demo",
  "npm run demo:traffic -- --remove     removes everything that is so marked",
  "  --url URL        the server; SEARCH_URL, else the back end on this machine",
  "  --index NAME     the index to search (movies)",
  "  --sample         fills the index from samples/ where it is missing",
  "  --searches N     how many searches, 100,000 at most (1000)",
  "  --days N         over how many days up to now, 400 at most (30); 0: all of them now",
  "  --seed N         the same number makes the same visitors (1)",
  "  --rate N         requests a second at most, up to 500 (100)",
  "  Name and password come from ADMIN_USERNAME (admin) and ADMIN_PASSWORD.",
].join("\n");

function options(args: string[]) {
  try {
    const text = { type: "string" } as const;
    const flag = { type: "boolean", default: false } as const;
    return parseArgs({
      args,
      options: {
        url: text,
        index: text,
        searches: text,
        days: text,
        seed: text,
        rate: text,
        sample: flag,
        remove: flag,
        help: flag,
      },
    }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error));
  }
}

function whole(
  name: string,
  { given, usual, least, most }: { given: string | undefined; usual: number; least: number; most: number },
): number {
  const value = given === undefined ? usual : Number(given);
  if (given?.trim() !== "" && Number.isInteger(value) && value >= least && value <= most) return value;
  throw new UsageError(`--${name} is a whole number from ${least} to ${most}.`);
}

function checkedUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) throw new UsageError(`${text} is not an http or https URL.`);
  if (url.username !== "" || url.password !== "")
    throw new UsageError(
      "A password on the command line can be read by others: set ADMIN_USERNAME and ADMIN_PASSWORD instead.",
    );
  return text.replace(/\/+$/, "");
}

/** Reads the command line; undefined where help is asked for. Throws `UsageError`. */
export function readArguments(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Arguments | undefined {
  const given = options([...args]);
  if (given.help) return undefined;
  const { sample, remove, index = "movies" } = given;
  return {
    url: checkedUrl(given.url ?? (env["SEARCH_URL"] || `http://127.0.0.1:${env["BACKEND_PORT"] || "9280"}`)),
    index,
    searches: whole("searches", { given: given.searches, usual: 1000, least: 1, most: 100_000 }),
    days: whole("days", { given: given.days, usual: 30, least: 0, most: 400 }),
    seed: whole("seed", { given: given.seed, usual: 1, least: 0, most: 2 ** 32 - 1 }),
    rate: whole("rate", { given: given.rate, usual: 100, least: 1, most: 500 }),
    sample,
    remove,
  };
}

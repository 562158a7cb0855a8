/** A command line that cannot be obeyed; the message is for the operator. */
export class UsageError extends Error {}

/** Where sentences go, each a line. */
export type Tell = (line: string) => void;

/** How every command of this folder is told whose rights it acts by. */
export const CREDENTIALS_USAGE =
  "  Name and password come from SEARCHDECK_USERNAME and SEARCHDECK_PASSWORD, else from ADMIN_USERNAME (admin) and ADMIN_PASSWORD.";

/** Name and password out of the environment. Throws `UsageError` where one is missing. */
export function credentials(): { username: string; password: string } {
  const { SEARCHDECK_USERNAME, SEARCHDECK_PASSWORD, ADMIN_USERNAME, ADMIN_PASSWORD } = process.env;
  if (SEARCHDECK_USERNAME && SEARCHDECK_PASSWORD)
    return { username: SEARCHDECK_USERNAME, password: SEARCHDECK_PASSWORD };
  if (ADMIN_PASSWORD) return { username: ADMIN_USERNAME || "admin", password: ADMIN_PASSWORD };
  throw new UsageError("Set SEARCHDECK_USERNAME and SEARCHDECK_PASSWORD.");
}

/** The address of a server, without slashes at its end. Throws `UsageError` for any other text, or one with a password. */
export function checkedUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) throw new UsageError(`${text} is not an http or https URL.`);
  if (url.username !== "" || url.password !== "")
    throw new UsageError(
      "A password on the command line can be read by others: set SEARCHDECK_USERNAME and SEARCHDECK_PASSWORD instead.",
    );
  return text.replace(/\/+$/, "");
}

/** A text out of a file or a server as it may stand in a terminal: nothing in it steers that. */
export const harmless = (text: string) => text.replace(/\p{Cc}/gu, "?");

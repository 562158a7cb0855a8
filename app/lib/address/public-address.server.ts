import type { Config } from "~/server/config.server";

type Configured = Pick<Config, "publicUrl">;

/**
 * Where people reach this console, for what is read elsewhere than in the page that asks (mails): PUBLIC_URL, and
 * nothing that a request says of itself, whose Host header anybody may write. Null where it is not set.
 */
export const publicOrigin = ({ publicUrl }: Configured): string | null => publicUrl;

/**
 * The same for an address that is shown to, or used by, the very browser that asks. Without PUBLIC_URL it is where that
 * browser is already, which it shows itself.
 */
export const originFor = ({ request, config }: { request: Request; config: Configured }): string =>
  config.publicUrl ?? new URL(request.url).origin;

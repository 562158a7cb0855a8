import { withoutSecrets } from "~/lib/address/address-secrets";
import { type ConsoleRequest, writeRequest } from "~/lib/data/console/parse";
import { isSecretName, keptText } from "~/services/platform/changes/mask.server";

const MASK = "••••••";

/**
 * A request as it may be kept: secrets masked by the names of their fields, in the address too; what cannot be read is
 * left out. `note` says what is missing.
 */
export function maskedRequest({
  method,
  server,
  path,
  search,
  body,
}: Pick<ConsoleRequest, "method" | "server" | "path" | "search" | "body">) {
  const parameters = [...new URLSearchParams(search)].map(([name]) => (isSecretName(name) ? `${name}=${MASK}` : null));
  const hidden = parameters.some((part) => part !== null);
  const shown = hidden
    ? search
        .split("&")
        .map((part, at) => parameters[at] ?? part)
        .join("&")
    : search;
  const kept = body === null ? null : keptText(body);
  // As it was typed, where nothing of it is hidden or cut.
  const text = kept === null ? null : kept.note === null ? body : kept.text;
  const note = [hidden ? "Secrets are masked." : null, kept?.note ?? null].find((one) => one !== null) ?? null;
  return { method, server, path: withoutSecrets(path), search: shown, body: text === "" ? null : text, note };
}

/** The same as it is written in the text of the console. */
export const maskedText = (request: ConsoleRequest) => writeRequest(maskedRequest(request));

import type { JsonObject } from "@common/text/json";
import { badRequest } from "@backend/gateway/platform/http/errors";
import type { User } from "@backend/gateway/platform/auth/user";

/** Where a cluster is, as somebody typed it; without a name it asks for no sign-in. */
export type Cluster = {
  backend: "elasticsearch" | "opensearch";
  url: string;
  signIn: { username: string; password: string } | null;
};
/** The engine that somebody wants: the bundled one, or a cluster. */
export type EngineChoice = { backend: "system" } | Cluster;

/** Why no call changes the engine, or what does it; that throws 400 with a sentence where it was not done. */
export type EngineConnection =
  { fixed: string } | { isBundled: boolean; connect: (choice: EngineChoice, admin: User) => Promise<void> };

const HERE = ["system", "elasticsearch", "opensearch"];

function textIn(body: JsonObject, name: string): string {
  const value = body[name] ?? "";
  if (typeof value !== "string" || value.length > 2_000) throw badRequest(`${name} must be a text`);
  return value.trim();
}

// A path, a sign-in or anything else would be sent along with each call.
function isHost(host: string, url: string): boolean {
  if (host === "" || /[^\x21-\x7e]|[/?#@\\,%<>"'`{}|^]/.test(host) || !URL.canParse(url)) return false;
  const { username, password, pathname, search, hash, hostname } = new URL(url);
  return hostname !== "" && pathname === "/" && [username, password, search, hash].every((part) => part === "");
}

/**
 * The choice in the body of `PUT /_update_backend_connection` (`backend`, `protocol`, `host`, `basic_auth` as
 * `user:password`). Throws 400 that names the member.
 */
export function choiceIn(body: JsonObject): EngineChoice {
  const backend = textIn(body, "backend");
  if (backend === "system") return { backend };
  if (backend !== "elasticsearch" && backend !== "opensearch")
    throw badRequest(`backend must be one of ${HERE.join(", ")}: this server works on no other`);
  const [protocol, host, auth] = [textIn(body, "protocol"), textIn(body, "host"), textIn(body, "basic_auth")];
  if (protocol !== "http" && protocol !== "https") throw badRequest("protocol must be http or https");
  const url = `${protocol}://${host}`;
  if (!isHost(host, url)) throw badRequest("host must be a name, with a port");
  if (auth === "") return { backend, url, signIn: null };
  const colon = auth.indexOf(":");
  if (colon < 1) throw badRequest("basic_auth must be user:password");
  return { backend, url, signIn: { username: auth.slice(0, colon), password: auth.slice(colon + 1) } };
}

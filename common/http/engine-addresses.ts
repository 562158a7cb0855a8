import { trimEndOf } from "../text/trim-end";
/**
 * Nodes of one cluster, as base URLs without a slash at the end and without a name, and the sign-in that stood in them.
 */
export type EngineAddresses = { nodes: string[]; signIn: { username: string; password: string } | null };

/** What a list of nodes may be, in words. */
export const ENGINE_ADDRESSES_ALLOWED =
  "one http or https URL, or several of the same kind by comma, a path before the API allowed";

function parseAddress(text: string): URL | null {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  return url.search === "" && url.hash === "" && url.hostname !== "" ? url : null;
}

/**
 * Reads the nodes of a cluster, by comma. Clusters are often given as `https://name:password@host:9200`, so a sign-in
 * may stand in them; it must be the same wherever it stands. Gives null where an address is none, http and https are
 * mixed, or two sign-ins differ.
 */
export function parseEngineAddresses(text: string): EngineAddresses | null {
  const urls = text.split(",").map((part) => parseAddress(part.trim()));
  const known = urls.filter((url) => url !== null);
  if (known.length !== urls.length || new Set(known.map(({ protocol }) => protocol)).size !== 1) return null;
  const signIns = new Set(
    known.filter(({ username }) => username !== "").map(({ username, password }) => `${username}:${password}`),
  );
  if (signIns.size > 1) return null;
  const named = known.find(({ username }) => username !== "");
  try {
    return {
      nodes: [...new Set(known.map(({ origin, pathname }) => `${origin}${trimEndOf(pathname, "/")}`))],
      signIn: named
        ? { username: decodeURIComponent(named.username), password: decodeURIComponent(named.password) }
        : null,
    };
  } catch {
    return null;
  }
}

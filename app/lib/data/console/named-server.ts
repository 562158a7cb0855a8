// Addresses in the text of the console: whole ones, as they are copied from elsewhere, name a server. Pure, for server
// and browser.

/**
 * A target, split: the server that it names as it is typed, without name and password, null for a path alone; and what
 * comes after it.
 */
export type Target = { server: string | null; rest: string };

const WITH_SCHEME = /^((?:[a-z][a-z0-9+.-]*:)?\/\/)(?:[^\s/?#@]*@)?([^\s/?#]*)((?:[\s/?#].*)?)$/is;
/** `localhost:9200/films`: no index has a colon in its name. */
const WITH_PORT = /^(?:[^\s/?#@]*@)?([a-z0-9._-]+:\d{1,5}|\[[0-9a-f:.]+\](?::\d{1,5})?)((?:[/?#].*)?)$/is;
/** What curl takes for a server where there is no scheme: all up to the first slash. */
const FIRST_PART = /^(?:[^\s/?#@]*@)?([^\s/?#]+)((?:[\s/?#].*)?)$/s;

/** Splits what is typed as an address. `ofCurl`: a first part without a slash before it is always a server there. */
export function targetIn(text: string, { ofCurl = false }: { ofCurl?: boolean } = {}): Target {
  const typed = text.trim();
  const whole = WITH_SCHEME.exec(typed);
  if (whole) return { server: `${whole[1]?.toLowerCase()}${whole[2]}`, rest: whole[3] ?? "" };
  const bare = WITH_PORT.exec(typed) ?? (ofCurl && !typed.startsWith("/") ? FIRST_PART.exec(typed) : null);
  return bare ? { server: bare[1] ?? "", rest: bare[2] ?? "" } : { server: null, rest: typed };
}

const USUAL_PORTS: Record<string, string> = { "http:": "80", "https:": "443" };
const placeOf = ({ hostname, port, protocol }: URL) => `${hostname}:${port === "" ? USUAL_PORTS[protocol] : port}`;

/**
 * Whether a server that is named is the one at `baseUrl`: the same host and port, the scheme that both speak given or
 * not.
 */
function isSame(server: string, baseUrl: string): boolean {
  const base = new URL(baseUrl);
  const address = /^https?:\/\//.test(server)
    ? server
    : server.startsWith("//")
      ? `${base.protocol}${server}`
      : `${base.protocol}//${server}`;
  return URL.canParse(address) && placeOf(new URL(address)) === placeOf(base);
}

/**
 * The path on the server at `baseUrl` of a request that may name a server: the folder of `baseUrl` is taken off.
 * `problem` where another server is named: what is meant for that one is not sent to this one.
 */
export function pathOn(
  baseUrl: string,
  { server, path }: { server: string | null; path: string },
): { path: string } | { problem: string } {
  if (server === null) return { path };
  if (!isSame(server, baseUrl))
    return {
      problem: `The request names ${server}, and this console is signed in to ${baseUrl}. It is not sent. Remove the address to send it here, or sign in to that server.`,
    };
  const folder = new URL(baseUrl).pathname.replace(/\/$/, "");
  if (folder === "" || path === folder || path.startsWith(`${folder}/`))
    return { path: path.slice(folder.length) || "/" };
  return {
    problem: `The address is not below ${baseUrl}, where this console is signed in. It is not sent. Remove the address to send the path here.`,
  };
}

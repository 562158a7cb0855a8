// Passwords that stand in an address: as a parameter, or before the host of a URL that a parameter holds. They must not
// be led to, shown or logged.

const secretName = /^(?:password|passwd|passphrase|pass|pwd)$/i;
/** Parameters whose value is the address of a server, with or without its scheme. */
const serverName = /^(?:url|cluster)$/i;
/** Addresses within addresses that are looked into; what is nested deeper goes. */
const DEEPEST = 4;

/** `name:password@host` as `host`. */
function withoutNames(server: string): string {
  const at = server.lastIndexOf("@");
  const colon = server.indexOf(":");
  return colon >= 0 && colon < at ? server.slice(at + 1) : server;
}

/** Takes name and password out of a URL, whatever its spelling; other text is given back as it is. */
export function withoutUserInfo(text: string): string {
  const cut = text.replace(
    /((?:https?:[\\/]*|[a-z][a-z0-9+.-]{0,30}:[\\/]{2}|^[\\/]{2}))([^\\/?#]+)/gi,
    (_, scheme: string, server: string) => scheme + withoutNames(server),
  );
  // A parser leaves out tabs and line breaks, which could part what is looked for above.
  if (!URL.canParse(cut)) return cut;
  const url = new URL(cut);
  if (url.password === "") return cut;
  url.username = "";
  url.password = "";
  return url.href;
}

/** The address of a server without anything that could be a name or password, also where it is no URL. */
function bareServer(text: string): string {
  const cut = withoutUserInfo(text);
  const server = /^[^/?#]*/.exec(cut)?.[0] ?? "";
  return withoutNames(server) + cut.slice(server.length);
}

function cleanValue({ name, value, depth }: { name: string; value: string; depth: number }): string {
  const bare = serverName.test(name) ? bareServer(value) : withoutUserInfo(value);
  const isAddress =
    bare.includes("?") && (/^[/\\]/.test(bare) || /^[a-z][a-z0-9+.-]*:/i.test(bare) || serverName.test(name));
  if (!isAddress) return bare;
  return depth >= DEEPEST ? (bare.split("?")[0] ?? "") : cleaned({ address: bare, depth: depth + 1 });
}

function cleaned({ address, depth }: { address: string; depth: number }): string {
  const [, path = "", query, hash = ""] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(address) ?? [];
  if (query === undefined) return address;
  const parts = query.split("&").flatMap((part) => {
    const [[name, value] = ["", ""]] = new URLSearchParams(part);
    if (secretName.test(name.trim())) return [];
    const clean = cleanValue({ name, value, depth });
    return [clean === value ? part : `${encodeURIComponent(name)}=${encodeURIComponent(clean)}`];
  });
  return `${path}${parts.length === 0 ? "" : `?${parts.join("&")}`}${hash}`;
}

/** An address (a path with its query, or a URL) without the passwords in it; what has none comes back to the letter. */
export function withoutSecrets(address: string): string {
  const clean = cleaned({ address, depth: 0 });
  return /^[a-z][a-z0-9+.-]*:/i.test(clean) ? withoutUserInfo(clean) : clean;
}

/** True for an address with a password in it. */
export function hasSecrets(address: string): boolean {
  return withoutSecrets(address) !== address;
}

/** A path without the secret that is part of it: what a shared link ends in, or the link at the end of a mail. */
export function withoutToken(path: string): string {
  return path.replace(/^(\/(?:shared|unsubscribe)\/)[^/?#]+/i, "$1[redacted]");
}

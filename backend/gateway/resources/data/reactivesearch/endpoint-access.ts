import { hidesPath, liesIn, plainAddress } from "@common/http/addresses";
import { lookup } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { Agent } from "undici";
import * as z from "zod";
import { fits } from "@common/text/glob";

/**
 * Where `endpoint` queries may go beside this server: a host, perhaps with wild cards and a port, and the beginning of
 * a path where an URL was given.
 */
export type EndpointRule = { protocol: string | null; host: string; port: string | null; path: string };
/** Tells whether an address may be called, and through which connections. */
export type EndpointAccess = { admits: (url: URL) => boolean; dispatcher: Agent; close: () => Promise<void> };

export const ENDPOINT_RULES_ALLOWED =
  "a list, by comma, of URLs (`https://api.example.org/v1/`) and hosts (`api.example.org`, `*.example.org`, `10.0.0.7:8080`)";

const HOST = /^(\[[0-9a-fA-F:.]+\]|[\w*.-]+)(?::(\d{1,5}))?$/;

function parseRule(text: string): EndpointRule | null {
  if (/^https?:\/\//i.test(text)) {
    const url = plainAddress(text);
    if (!url || hidesPath(url) || url.username || url.password || url.search || url.hash || url.hostname.includes("*"))
      return null;
    return { protocol: url.protocol, host: url.hostname, port: url.port, path: url.pathname };
  }
  const [, host, port = null] = HOST.exec(text) ?? [];
  return host === undefined ? null : { protocol: null, host: host.toLowerCase(), port, path: "/" };
}

/** Reads the list of an environment variable. */
export const EndpointRulesSchema = z
  .string()
  .default("")
  .transform((text, context): EndpointRule[] => {
    const parts = text
      .split(",")
      .map((part) => part.trim())
      .filter((part) => part !== "");
    const rules = parts.flatMap((part) => parseRule(part) ?? []);
    if (rules.length !== parts.length) context.addIssue({ code: "custom", message: "not a list of URLs and hosts" });
    return rules;
  });

const PRIVATE = new BlockList();
// Networks that are nobody's on the internet: this machine, private ones, link-local (with the metadata services of
// clouds), shared, multicast, reserved.
for (const [net, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const)
  PRIVATE.addSubnet(net, bits, "ipv4");
// Below `fc00::`, `fe80::` and `ff00::` stand ranges in which an IPv4 address is written, this machine's among them.
for (const [net, bits] of [
  ["fc00::", 7],
  ["fe80::", 10],
  ["ff00::", 8],
  ["::", 96],
  ["::ffff:0:0:0", 96],
  ["64:ff9b::", 96],
  ["64:ff9b:1::", 48],
  ["2001::", 32],
  ["2002::", 16],
  ["fec0::", 10],
] as const)
  PRIVATE.addSubnet(net, bits, "ipv6");

/**
 * True for an address of this machine or of a network of somebody's own. Mapped IPv4 addresses count as what they stand
 * for.
 */
export function isPrivateAddress(address: string): boolean {
  const bare = address.replace(/^\[|\]$/g, "");
  const family = isIP(bare);
  return family !== 0 && PRIVATE.check(bare, family === 6 ? "ipv6" : "ipv4");
}

function defaultPort(protocol: string): string {
  return protocol === "https:" ? "443" : "80";
}

function ruleAdmits({ protocol, host, port, path }: EndpointRule, url: URL): boolean {
  if (protocol !== null && protocol !== url.protocol) return false;
  if (!fits(host, url.hostname)) return false;
  // A URL names its port even by leaving it out; a host alone means every port.
  if (port !== null && (port || defaultPort(url.protocol)) !== (url.port || defaultPort(url.protocol))) return false;
  return liesIn(path, url) && (!path.endsWith("/") || url.pathname.startsWith(path));
}

/**
 * The rules of an operator. A private address is called only where a rule names its host in full: by a wild card nobody
 * reaches one, neither by number nor by a name that leads there, which is looked at again at each connection.
 */
export function createEndpointAccess(rules: readonly EndpointRule[]): EndpointAccess {
  const named = new Set(rules.filter(({ host }) => !host.includes("*")).map(({ host }) => host));

  const guardedLookup: LookupFunction = (hostname, options, callback) => {
    lookup(hostname, options, (error, address, family) => {
      const addresses = typeof address === "string" ? [address] : (address ?? []).map((one) => one.address);
      const closed = !error && !named.has(hostname.toLowerCase()) && addresses.some(isPrivateAddress);
      callback(closed ? new Error(`${hostname} leads to a private address`) : error, address, family);
    });
  };

  const dispatcher = new Agent({ connect: { lookup: guardedLookup, timeout: 10_000 } });

  function admits(url: URL): boolean {
    if (url.protocol !== "http:" && url.protocol !== "https:") return false;
    if (url.username !== "" || url.password !== "") return false;
    if (isPrivateAddress(url.hostname) && !named.has(url.hostname)) return false;
    return rules.some((rule) => ruleAdmits(rule, url));
  }

  return { admits, dispatcher, close: () => dispatcher.close() };
}

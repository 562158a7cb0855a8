import ipaddr from "ipaddr.js";
import type { IncomingHttpHeaders } from "node:http";
import { badRequest, unauthorized } from "../http/errors";
import type { Caller } from "../auth/types";

type Address = ipaddr.IPv4 | ipaddr.IPv6;

// Four decimal numbers without zeros before them: `010.0.0.1` and `10.1` mean one address to some programs and another
// one, or none, to others.
const IPV4 = /^(0|[1-9]\d{0,2})(\.(0|[1-9]\d{0,2})){3}(\/|$)/;

function isWellFormed(text: string): boolean {
  return text.includes(":") ? !text.includes("%") : IPV4.test(text);
}

function parseAddress(text: string): Address | null {
  const bare = text.trim().replace(/^\[(.*)\](:\d+)?$/, "$1");
  return isWellFormed(bare) && ipaddr.isValid(bare) ? ipaddr.process(bare) : null;
}

/** A network in CIDR notation as its address and how many bits of it count; null where it is none. */
export function parseNetwork(text: string): [Address, number] | null {
  return isWellFormed(text) && ipaddr.isValidCIDR(text) ? ipaddr.parseCIDR(text) : null;
}

function isPublic(address: Address): boolean {
  return address.range() === "unicast";
}

function headerText(value: string | string[] | undefined): string {
  return Array.isArray(value) ? value.join(",") : (value ?? "");
}

// Only public addresses of X-Forwarded-For count; 203.0.113.0/24 and its like are for documentation and count as public
// here [recorded].
function forwarded(headers: IncomingHttpHeaders): (Address | null)[] {
  return headerText(headers["x-forwarded-for"])
    .split(",")
    .map((part) => parseAddress(part))
    .map((address) => (address && counts(address) ? address : null));
}

function counts(address: Address): boolean {
  return isPublic(address) || isDocumentation(address);
}

function isDocumentation(address: Address): boolean {
  const blocks = ["192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24"];
  return address instanceof ipaddr.IPv4 && blocks.some((block) => address.match(ipaddr.IPv4.parseCIDR(block)));
}

/** Whether an address can be reached from everywhere, so that it says something of where somebody is. */
export function isPublicAddress(text: string): boolean {
  const address = parseAddress(text);
  return address !== null && counts(address);
}

/**
 * The caller's address. With a depth N, the N-th from the right of X-Forwarded-For, else the socket; without one the
 * first public address there, else X-Real-Ip (which may be private), else the socket [recorded].
 */
export function clientAddress({
  headers,
  socketAddress,
  depth,
}: {
  headers: IncomingHttpHeaders;
  socketAddress: string;
  depth: number | null;
}): string {
  const addresses = forwarded(headers);
  const isCounted = depth !== null && depth > 0;
  const chosen = isCounted ? addresses.at(-depth) : addresses.find((address) => address !== null);
  // Who counts proxies believes what they add to X-Forwarded-For, and not a header that may have come with the call.
  const told = isCounted ? null : parseAddress(headerText(headers["x-real-ip"]));
  return (chosen ?? told ?? parseAddress(socketAddress))?.toString() ?? socketAddress;
}

/**
 * The address of who signed in, by which his sources are checked and his records are kept: `clientAddress` at the depth
 * of his own record.
 */
export function callerAddress(
  caller: Caller,
  { headers, socketAddress }: { headers: IncomingHttpHeaders; socketAddress: string },
): string {
  const { sources_xff_value: depth } = caller.kind === "user" ? caller.user : caller.credential;
  return clientAddress({ headers, socketAddress, depth });
}

function covers(source: string, address: string): boolean {
  const [parsed, parts] = [parseAddress(address), parseNetwork(source)];
  if (!parsed || !parts) return false;
  const [network, bits] = parts;
  if (network.kind() !== parsed.kind()) return bits === 0;
  return parsed.match([network, bits] as [ipaddr.IPv4, number] & [ipaddr.IPv6, number]);
}

/**
 * Who calls through proxies that are trusted: the last address of X-Forwarded-For, or the connection, that is none of
 * them. Null where there is no other, the last proxy before it where it is no address.
 */
export function addressBehind({
  headers,
  socketAddress,
  trusted,
}: {
  headers: IncomingHttpHeaders;
  socketAddress: string;
  trusted: readonly string[];
}): string | null {
  const told = headerText(headers["x-forwarded-for"]);
  const hops = [...(told === "" ? [] : told.split(",")), socketAddress].reverse();
  for (const [place, hop] of hops.entries()) {
    const address = parseAddress(hop)?.toString();
    if (address === undefined) return hops[place - 1]?.trim() ?? socketAddress;
    if (!trusted.some((network) => covers(network, address))) return address;
  }
  return null;
}

/** True for a network that holds every address, those of the other family too. */
export function isOpen(network: string): boolean {
  return /\/0+$/.test(network) && parseNetwork(network)?.[1] === 0;
}

/** Refuses a caller whose address lies in none of the record's sources. */
export function checkSources({ caller, address }: { caller: Caller; address: string }): void {
  const record = caller.kind === "user" ? caller.user : caller.credential;
  const sources = record.sources ?? ["0.0.0.0/0"];
  if (sources.some((source) => covers(source, address))) return;
  if (caller.kind === "user")
    throw unauthorized(`username ${record.username} has an invalid IP. Detected IP = ${address}`);
  throw unauthorized(
    `permission with username ${record.username} is failing IP sources validation. reqIP = ${address}`,
  );
}

/** Refuses sources that are not in CIDR notation; `prefix` goes before the server's sentence. */
export function requireCidr(sources: readonly string[], prefix = ""): void {
  for (const source of sources) {
    if (!parseNetwork(source))
      throw badRequest(`${prefix}source "${source}" is not a valid CIDR notation: invalid CIDR address: ${source}`);
  }
}

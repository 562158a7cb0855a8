import ipaddr from "ipaddr.js";
import type { IncomingHttpHeaders } from "node:http";
import { badRequest, unauthorized } from "../http/errors";
import type { Caller } from "../auth/types";

type Address = ipaddr.IPv4 | ipaddr.IPv6;

function parseAddress(text: string): Address | null {
  const bare = text.trim().replace(/^\[(.*)\](:\d+)?$/, "$1");
  return ipaddr.isValid(bare) ? ipaddr.process(bare) : null;
}

function isPublic(address: Address): boolean {
  return address.range() === "unicast";
}

function headerText(value: string | string[] | undefined): string {
  return Array.isArray(value) ? value.join(",") : (value ?? "");
}

// Only public addresses of X-Forwarded-For count; 203.0.113.0/24 and its like are for documentation and count as public here [recorded].
function forwarded(headers: IncomingHttpHeaders): (Address | null)[] {
  return headerText(headers["x-forwarded-for"])
    .split(",")
    .map((part) => parseAddress(part))
    .map((address) => (address && (isPublic(address) || isDocumentation(address)) ? address : null));
}

function isDocumentation(address: Address): boolean {
  const blocks = ["192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24"];
  return address instanceof ipaddr.IPv4 && blocks.some((block) => address.match(ipaddr.IPv4.parseCIDR(block)));
}

/**
 * The caller's address. With a depth N, the N-th from the right of X-Forwarded-For, without one the first public address there;
 * else X-Real-Ip (which may be private), else the socket [recorded].
 */
export function clientAddress({ headers, socketAddress, depth }: { headers: IncomingHttpHeaders; socketAddress: string; depth: number | null }): string {
  const addresses = forwarded(headers);
  const chosen = depth && depth > 0 ? addresses.at(-depth) : addresses.find((address) => address !== null);
  const address = chosen ?? parseAddress(headerText(headers["x-real-ip"])) ?? parseAddress(socketAddress);
  return address?.toString() ?? socketAddress;
}

function covers(source: string, address: string): boolean {
  const parsed = parseAddress(address);
  if (!parsed || !ipaddr.isValidCIDR(source)) return false;
  const [network, bits] = ipaddr.parseCIDR(source);
  if (network.kind() !== parsed.kind()) return bits === 0;
  return parsed.match([network, bits] as [ipaddr.IPv4, number] & [ipaddr.IPv6, number]);
}

/** True for a network that holds every address, those of the other family too. */
export function isOpen(network: string): boolean {
  return ipaddr.isValidCIDR(network) && ipaddr.parseCIDR(network)[1] === 0;
}

/** Refuses a caller whose address lies in none of the record's sources. */
export function checkSources({ caller, address }: { caller: Caller; address: string }): void {
  const record = caller.kind === "user" ? caller.user : caller.permission;
  const sources = record.sources ?? ["0.0.0.0/0"];
  if (sources.some((source) => covers(source, address))) return;
  if (caller.kind === "user") throw unauthorized(`username ${record.username} has an invalid IP. Detected IP = ${address}`);
  throw unauthorized(`permission with username ${record.username} is failing IP sources validation. reqIP = ${address}`);
}

/** Refuses sources that are not in CIDR notation; `prefix` goes before the server's sentence. */
export function requireCidr(sources: readonly string[], prefix = ""): void {
  for (const source of sources) {
    if (!ipaddr.isValidCIDR(source)) throw badRequest(`${prefix}source "${source}" is not a valid CIDR notation: invalid CIDR address: ${source}`);
  }
}

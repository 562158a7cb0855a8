import ipaddr from "ipaddr.js";
import { illegalArgument } from "../../errors";

/** Sixteen bytes as hexadecimal digits: their order is that of the addresses. IPv4 is mapped into IPv6. */
function hexOf(address: ipaddr.IPv4 | ipaddr.IPv6): string {
  const wide = address.kind() === "ipv4" ? ipaddr.parse(`::ffff:${address.toString()}`) : address;
  return Buffer.from(wide.toByteArray()).toString("hex");
}

/** The stored term of an address. */
export function ipTerm(text: string): string {
  if (!ipaddr.isValid(text)) throw illegalArgument(`'${text}' is not an IP string literal.`);
  return hexOf(ipaddr.parse(text));
}

/** The first and last term of `10.0.0.0/8`. */
export function ipRange(text: string): { lower: string; upper: string } {
  const [address = "", length = ""] = text.split("/");
  if (!ipaddr.isValid(address) || !/^\d+$/.test(length)) throw illegalArgument(`'${text}' is not an IP string literal.`);
  const parsed = ipaddr.parse(address);
  const bits = BigInt(`0x${hexOf(parsed)}`);
  const fixed = Number(length) + (parsed.kind() === "ipv4" ? 96 : 0);
  const mask = (1n << BigInt(128 - fixed)) - 1n;
  const hex = (value: bigint) => value.toString(16).padStart(32, "0");
  return { lower: hex(bits & ~mask), upper: hex(bits | mask) };
}

/** The address of a stored term, as people write it. */
export function ipText(term: string): string {
  const address = ipaddr.fromByteArray([...Buffer.from(term, "hex")]);
  if (address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress()) return address.toIPv4Address().toString();
  return address instanceof ipaddr.IPv6 ? address.toRFC5952String() : address.toString();
}

import ipaddr from "ipaddr.js";
import { illegalArgument } from "../errors";

/**
 * An address as 32 hexadecimal digits, v4 in its v6 form, so that terms sort as addresses do and a network is a range.
 * Throws `illegal_argument_exception` in the peer's words.
 */
export function ipTerm(text: string): string {
  return Buffer.from(parse(text).toByteArray()).toString("hex");
}

function parse(text: string): ipaddr.IPv6 {
  // ipaddr.js also takes `1`, `0x7f.1` and the like; an address has four parts or a colon.
  if (!/^\d{1,3}(?:\.\d{1,3}){3}$/.test(text) && !text.includes(":")) throw notAnIp(text);
  try {
    const address = ipaddr.parse(text);
    return address instanceof ipaddr.IPv4 ? address.toIPv4MappedAddress() : address;
  } catch {
    throw notAnIp(text);
  }
}

function notAnIp(text: string): Error {
  return illegalArgument(`'${text}' is not an IP string literal.`);
}

/** The address of a stored term, as Elasticsearch shows it (v4 short, v6 with `::`). */
export function ipText(term: string): string {
  const address = new ipaddr.IPv6([...Buffer.from(term, "hex")]);
  return address.isIPv4MappedAddress() ? address.toIPv4Address().toString() : address.toString();
}

/** First and last term of a network in CIDR form; undefined when the text has no `/`. */
export function ipNetwork(text: string): { first: string; last: string } | undefined {
  const [address = "", length = "", ...others] = text.split("/");
  if (!text.includes("/")) return undefined;
  if (others.length > 0 || !/^\d+$/.test(length)) throw illegalArgument(`Expected [ip/prefix] but was [${text}]`);
  const bytes = parse(address).toByteArray();
  const v4 = !address.includes(":");
  if (Number(length) > (v4 ? 32 : 128))
    throw illegalArgument(`illegal prefixLength '${length}'. Must be 0-32 for IPv4 ranges, 0-128 for IPv6 ranges`);
  const bits = Number(length) + (v4 ? 96 : 0);
  const mask = (byte: number) => (0xff00 >> Math.min(8, Math.max(0, bits - byte * 8))) & 0xff;
  return {
    first: Buffer.from(bytes.map((value, place) => value & mask(place))).toString("hex"),
    last: Buffer.from(bytes.map((value, place) => (value & mask(place)) | (~mask(place) & 0xff))).toString("hex"),
  };
}

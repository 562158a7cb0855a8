import { isOpen, parseNetwork } from "../access/sources";

/** The addresses from which a record may be used: networks, and how many proxies are believed. */
export type Sources = { networks: readonly string[]; depth: number };
/** More networks than these are compared by their letters. */
const MAX_COMPARED = 1_000;

type Range = { kind: string; first: bigint; last: bigint };

function rangeOf(network: string): Range[] {
  const [address, bits] = parseNetwork(network) ?? [];
  if (!address || bits === undefined) return [];
  const bytes = address.toByteArray();
  const size = 1n << BigInt(bytes.length * 8 - bits);
  const number = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  const first = number - (number % size);
  return [{ kind: address.kind(), first, last: first + size - 1n }];
}

// The others in the order of their beginnings.
function isCovered(range: Range, others: readonly Range[]): boolean {
  let reached = range.first;
  for (const other of others) {
    if (other.kind !== range.kind) continue;
    if (other.first > reached) break;
    if (other.last >= reached) reached = other.last + 1n;
  }
  return reached > range.last;
}

function believesOthers(depth: number, other: number): boolean {
  return Math.max(depth, 0) !== Math.max(other, 0);
}

/**
 * The networks from which none of the others may be used. Where both are limited the others must believe as many
 * proxies: with another number the address is told by somebody else, perhaps by the caller.
 */
export function sourcesBeyond({ networks, depth }: Sources, others: readonly Sources[]): string[] {
  if (others.some((other) => other.networks.some(isOpen))) return [];
  const alike = [
    ...new Set(others.filter((other) => !believesOthers(depth, other.depth)).flatMap((other) => other.networks)),
  ];
  const known = new Set(alike);
  const unknown = [...new Set(networks)].filter((network) => !known.has(network));
  if (unknown.length + alike.length > MAX_COMPARED) return unknown;
  const ranges = alike.flatMap(rangeOf).sort((a, b) => (a.first < b.first ? -1 : a.first > b.first ? 1 : 0));
  return unknown.filter((network) => isOpen(network) || rangeOf(network).some((range) => !isCovered(range, ranges)));
}

import ipaddr from "ipaddr.js";

// A data file in MaxMind's format, written by the specification (https://maxmind.github.io/MaxMind-DB/): a binary tree
// of address bits, whose leaves point to records behind it, and the metadata at the end. For tests: the files that
// operators use are not ours to give away.

type Value = string | number | Buffer | readonly Value[] | { readonly [name: string]: Value };
type Leaf = { record: number };
type Node = [Node | Leaf | null, Node | Leaf | null];

const RECORD_BYTES = 3;
const MARK = Buffer.from("\xab\xcd\xefMaxMind.com", "latin1");

/** What a city file says of an address. */
export type Place = { country?: string; city?: string; latitude?: number; longitude?: number };

function head(type: number, size: number): Buffer {
  const [first, more] =
    size < 29 ? [size, []] : size < 285 ? [29, [size - 29]] : [30, [(size - 285) >> 8, (size - 285) & 255]];
  return type < 8 ? Buffer.from([(type << 5) | first, ...more]) : Buffer.from([first, type - 7, ...more]);
}

/** A number with a fraction, as it stands in the file. */
function double(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return Buffer.concat([head(3, 8), bytes]);
}

function encoded(value: Value): Buffer {
  if (Buffer.isBuffer(value)) return value;
  if (typeof value === "string") {
    const text = Buffer.from(value);
    return Buffer.concat([head(2, text.length), text]);
  }
  if (typeof value === "number") {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return Buffer.concat([head(6, 4), bytes]);
  }
  if (Array.isArray(value)) return Buffer.concat([head(11, value.length), ...value.map(encoded)]);
  const entries = Object.entries(value);
  return Buffer.concat([head(7, entries.length), ...entries.flatMap(([name, one]) => [encoded(name), encoded(one)])]);
}

/** The bits of a network in a tree of IPv6 addresses, in which those of IPv4 are the last 32 of 128. */
function bitsOf(network: string): number[] {
  const [address, length] = ipaddr.parseCIDR(network);
  const bytes = [...(address.kind() === "ipv4" ? Array<number>(12).fill(0) : []), ...address.toByteArray()];
  const bits = bytes.flatMap((byte) => [...byte.toString(2).padStart(8, "0")].map(Number));
  return bits.slice(0, length + (address.kind() === "ipv4" ? 96 : 0));
}

function recordOf({ country, city, latitude, longitude }: Place): Value {
  return {
    ...(country === undefined ? {} : { country: { names: { de: `${country} (de)`, en: country } } }),
    ...(city === undefined ? {} : { city: { names: { en: city } } }),
    ...(latitude === undefined || longitude === undefined
      ? {}
      : { location: { latitude: double(latitude), longitude: double(longitude) } }),
  };
}

/** The bytes of a city file that knows these networks, none within another. */
export function mmdb(networks: Readonly<Record<string, Place>>): Buffer {
  const root: Node = [null, null];
  const records: Buffer[] = [];
  for (const [network, place] of Object.entries(networks)) {
    const bits = bitsOf(network);
    let node = root;
    for (const bit of bits.slice(0, -1)) {
      const next = node[bit];
      if (next && "record" in next) throw new Error(`${network} lies within another network`);
      const below: Node = next ?? [null, null];
      node[bit] = below;
      node = below;
    }
    node[bits.at(-1) ?? 0] = { record: Buffer.concat(records).length };
    records.push(encoded(recordOf(place)));
  }
  const nodes: Node[] = [root];
  for (const node of nodes) for (const side of node) if (side && !("record" in side)) nodes.push(side);
  const places = new Map(nodes.map((node, place) => [node, place]));
  const tree = Buffer.alloc(nodes.length * 2 * RECORD_BYTES);
  for (const [place, node] of nodes.entries())
    for (const [right, side] of node.entries()) {
      const value =
        side === null ? nodes.length : "record" in side ? nodes.length + 16 + side.record : (places.get(side) ?? 0);
      tree.writeUIntBE(value, (place * 2 + right) * RECORD_BYTES, RECORD_BYTES);
    }
  const metadata = encoded({
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_760_000_000,
    database_type: "Test-City",
    description: { en: "for tests" },
    ip_version: 6,
    languages: ["de", "en"],
    node_count: nodes.length,
    record_size: RECORD_BYTES * 8,
  });
  return Buffer.concat([tree, Buffer.alloc(16), ...records, MARK, metadata]);
}

// Lucene's GeoEncodingUtils: a coordinate is kept in 32 bits, so distances agree with Elasticsearch's digit for digit.
const LAT_UNIT = 180 / 2 ** 32;
const LON_UNIT = 360 / 2 ** 32;
const LARGEST = 2 ** 31 - 1;

function encode(degrees: number, unit: number): number {
  return Math.max(-(2 ** 31), Math.min(LARGEST, Math.floor(degrees / unit)));
}

/** Latitude in degrees (-90 to 90) as a signed 32-bit number. */
export function encodeLatitude(degrees: number): number {
  return encode(degrees, LAT_UNIT);
}

/** Longitude in degrees (-180 to 180) as a signed 32-bit number. */
export function encodeLongitude(degrees: number): number {
  return encode(degrees, LON_UNIT);
}

export function decodeLatitude(encoded: number): number {
  return encoded * LAT_UNIT;
}

export function decodeLongitude(encoded: number): number {
  return encoded * LON_UNIT;
}

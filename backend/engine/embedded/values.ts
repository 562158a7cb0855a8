/** Orders two texts by the bytes of their UTF-8 form, as terms are ordered. */
export function compareTerms(a: string, b: string): number {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  let at = 0;
  while (at < length && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  if (at === length) return a.length - b.length;
  const x = a.charCodeAt(at);
  const y = b.charCodeAt(at);
  // A surrogate stands for a code point above every other unit.
  const surrogate = (unit: number) => unit >= 0xd800 && unit <= 0xdfff;
  if (surrogate(x) !== surrogate(y)) return surrogate(x) ? 1 : -1;
  return x - y;
}

/** The shortest decimal that reads back as the same 32-bit number: 1.2345678 instead of 1.2345678806304932. */
export function shortFloat(value: number): number {
  if (!Number.isFinite(value)) return value;
  for (let digits = 6; digits < 10; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return value;
}

/** A double as Java writes it in full: `3.0`, `1.0E10`, `1.0E-4`. */
export function doubleText(value: number): string {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value > 0 ? "Infinity" : "-Infinity";
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e7 || size < 1e-3)) {
    const [digits = "0", exponent = "0"] = value.toExponential().split("e");
    return `${digits.includes(".") ? digits : `${digits}.0`}E${Number(exponent)}`;
  }
  return Number.isInteger(value) ? `${value}.0` : String(value);
}

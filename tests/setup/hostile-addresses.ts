// Signs that parsers of addresses drop, turn round or read as something else.
const SIGNS = [
  "",
  "\t",
  "\n",
  "\r",
  " ",
  "\0",
  "\u0001",
  "\u001f",
  "\u007f",
  "\u0085",
  "\u00a0",
  "\u2028",
  "\u3000",
  "\ufeff",
  "\\",
  "/",
  ".",
  "..",
  "./",
  "../",
  "%09",
  "%2f",
  "%5c",
  "%2e%2e/",
  "@",
  ";",
  "?",
  "#",
  "\uff0f",
  "\u2215",
];

function around(sign: string, host: string): string[] {
  return [
    `/${sign}/${host}/x`, `${sign}//${host}/x`, `/${sign}${sign}/${host}/x`, `${sign}/${sign}/${sign}${host}/x`, `/.${sign}/${host}/x`, `/..${sign}//${host}/x`, `/a/..${sign}//${host}/x`,
    `\\${sign}\\${host}/x`, `/${sign}\\${host}/x`, `\\${sign}/${host}/x`, `${sign}\\\\${host}/x`, `//${sign}${host}/x`, `/${sign}/user:word@${host}/x`, `//own.test${sign}@${host}/x`,
    `http:${sign}//${host}/x`, `http:/${sign}/${host}/x`, `h${sign}ttp://${host}/x`, `${sign}http://${host}/x`, `http://own.test${sign}@${host}/x`, `http://${host}${sign}/x`, `http://own.test${sign}.${host}/x`, `http:${sign}${host}/x`,
  ]; // prettier-ignore
}

/**
 * Spellings of an address at `host` that pass for something else to who looks at the text instead of at what it stands
 * for.
 */
export function hostileAddresses(host: string): string[] {
  return [...new Set(SIGNS.flatMap((sign) => around(sign, host)))];
}

/** Ids that something on the way takes for something else: each with the one that it would become. */
export const oddIds = [
  ...["a/b", "a%2Fb", "a%252Fb", "50%41", "50A", "50%2541", "100%", "%zz", "%"],
  ...[
    "#1",
    "a#b",
    "?q=1",
    "a?b",
    "a b",
    " a",
    "a ",
    "a+b",
    "a&b=c",
    "a;b",
    "a,b",
    "*",
    "a:b",
    "@",
    "\\",
    "a\\b",
    "|",
    "^",
    "`",
    "{}",
    "[0]",
  ],
  ...[".", "..", "...", "~.", "~..", "~~..", "~", "~a", "a/../b", "../../_search", "/", "//", "/a", "a/", "./a"],
  ...[
    "_search",
    "_mapping",
    "_doc",
    "_bulk",
    "_id",
    "x.data",
    "a/x.data",
    ".data",
    "_root.data",
    "documents",
    "browse",
    "edit",
    "a/edit",
    "1/delete",
    "raw",
    "new",
    "New",
    "~new",
  ],
  ...[
    "é",
    "é/ü",
    "日本語",
    "🙂",
    "ß%C3%9F",
    '"quoted"',
    "'",
    "<b>bold</b>",
    "&amp;",
    "a\nb",
    "a\r\nb",
    "\rb",
    "\t",
    "\u0001",
    "\u0000x",
    "\u007f",
    "\u2028",
    "\u202egnp",
    "javascript:alert(1)",
  ],
  ...["x".repeat(512), "é".repeat(256), "/".repeat(512), "\u0001".repeat(512)],
];

/** Those of them that went wrong, or would have, in one place each: for tests in which each id takes long. */
export const worstIds = [
  "a/b",
  "a%2Fb",
  "50%41",
  "50A",
  "100%",
  "#1?q=1",
  "a b+c",
  "..",
  "~..",
  "../../_search",
  "/",
  "_mapping",
  "x.data",
  "<b>\"&'",
  "a\nb",
  "é日🙂",
];

const alphabet = [
  "/",
  "%",
  "#",
  "?",
  "+",
  " ",
  ".",
  "..",
  "%2F",
  "%41",
  "~",
  "_",
  "&",
  "=",
  '"',
  "'",
  "<",
  "\\",
  "\n",
  "é",
  "日",
  "🙂",
  "a",
  "Z",
  "0",
  ".data",
];

/** Ids of some odd pieces each, the same for the same seed. */
export function generatedIds(count: number, seed: number): string[] {
  let state = seed;
  // An LCG is random enough to put pieces together, and comes again.
  const next = (below: number) => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return Math.floor((state / 4294967296) * below);
  };
  const ids = new Set<string>();
  while (ids.size < count)
    ids.add(Array.from({ length: 1 + next(6) }, () => alphabet[next(alphabet.length)] ?? "").join(""));
  return [...ids];
}

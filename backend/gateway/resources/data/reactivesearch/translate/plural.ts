import pluralize from "pluralize";

const LONE_SIGNS = new Set(["'", "/", "{", "(", "[", "-", "+", ".", "^", ":", ",", "]", ")", "}"]);

// Words of which the server's port has a form of its own. They count only where they are all of the text.
const OF_THE_PORT: Readonly<Record<string, string>> = {
  canvas: "canvases",
  my: "our",
  our: "our",
  his: "their",
  her: "their",
  its: "their",
  their: "their",
};

function pluralOf(text: string): string {
  const plural = OF_THE_PORT[text.toLowerCase()];
  if (plural === undefined) return pluralize.plural(text);
  if (text === text.toLowerCase()) return plural;
  if (text === text.toUpperCase()) return plural.toUpperCase();
  return text.charAt(0) === text.charAt(0).toUpperCase()
    ? `${plural.charAt(0).toUpperCase()}${plural.slice(1)}`
    : plural;
}

/**
 * The text without signs that stand alone and without spare spaces: `android - black` gives `android black`,
 * `android-black` stays.
 */
export function withoutLoneSigns(text: string): string {
  return text
    .split(" ")
    .filter((word) => !LONE_SIGNS.has(word))
    .join(" ")
    .split(/\s+/)
    .filter((word) => word !== "")
    .join(" ");
}

/**
 * The text with its last word in the plural, as the real server asks it in its cross-field clause; unchanged where that
 * word holds anything but the letters a to z. The rules are those of the JavaScript package `pluralize`, of which the
 * server uses a port; they are given the whole text, so irregular words (`goose`) and words without a plural (`music`)
 * are known only when they are all of it.
 */
export function pluralText(text: string): string {
  const clean = withoutLoneSigns(text);
  const last = clean.slice(clean.lastIndexOf(" ") + 1);
  return /^[a-z]+$/i.test(last) ? pluralOf(clean) : clean;
}

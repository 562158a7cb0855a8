import { behindText } from "@common/text/json";

// Leaves members out of a source before it is parsed: a logged bulk request is a megabyte of text, and its list shows
// none of it.

type Names = Map<string, Names | null>;

/** The paths as a tree; null where all below goes. */
function treeOf(paths: readonly string[]): Names {
  const tree: Names = new Map();
  for (const path of paths) {
    const names = path.split(".");
    let at: Names = tree;
    for (const [place, name] of names.entries()) {
      const below = at.get(name);
      if (below === null) break;
      if (place === names.length - 1) at.set(name, null);
      else if (below) at = below;
      else {
        const next: Names = new Map();
        at.set(name, next);
        at = next;
      }
    }
  }
  return tree;
}

const STRUCTURE = /["{}[\]]/g;
const END_OF_SCALAR = /[\s,}\]]/g;
const BLANK = /\s*/y;

/** A walk over the text of valid JSON. */
class Walk {
  constructor(
    private readonly text: string,
    private at = 0,
  ) {}

  private blank(): void {
    BLANK.lastIndex = this.at;
    BLANK.exec(this.text);
    this.at = BLANK.lastIndex;
  }

  private string(): string {
    const from = this.at;
    this.at = behindText(this.text, from);
    return this.text.slice(from, this.at);
  }

  private skip(): void {
    const first = this.text[this.at];
    if (first === '"') return void this.string();
    if (first !== "{" && first !== "[") {
      END_OF_SCALAR.lastIndex = this.at;
      this.at = END_OF_SCALAR.exec(this.text)?.index ?? this.text.length;
      return;
    }
    let depth = 0;
    do {
      STRUCTURE.lastIndex = this.at;
      const found = STRUCTURE.exec(this.text);
      if (!found) throw new SyntaxError("an object is not closed");
      this.at = found.index;
      if (found[0] === '"') {
        this.string();
        continue;
      }
      depth += found[0] === "{" || found[0] === "[" ? 1 : -1;
      this.at++;
    } while (depth > 0);
  }

  /** The object that begins here, without what the tree names. */
  object(tree: Names): string {
    const kept: string[] = [];
    this.at++;
    for (this.blank(); this.text[this.at] !== "}"; this.blank()) {
      if (this.text[this.at] === ",") {
        this.at++;
        continue;
      }
      if (this.text[this.at] !== '"') throw new SyntaxError("a member has no name");
      const key = this.string();
      this.blank();
      this.at++;
      this.blank();
      const below = tree.get(key.includes("\\") ? (JSON.parse(key) as string) : key.slice(1, -1));
      const from = this.at;
      if (below && this.text[from] === "{") kept.push(`${key}:${this.object(below)}`);
      else {
        this.skip();
        if (below !== null) kept.push(`${key}:${this.text.slice(from, this.at)}`);
      }
    }
    this.at++;
    return `{${kept.join(",")}}`;
  }
}

/**
 * The text of a source without the members at these paths (names and dots, no star). Objects within lists, and names
 * with dots, stay: whoever filters the source filters what is left too. Takes the text of a JSON object.
 */
export function withoutMembers(text: string, paths: readonly string[]): string {
  const from = text.indexOf("{");
  return new Walk(text, from).object(treeOf(paths));
}

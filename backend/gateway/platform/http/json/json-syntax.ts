import { SEARCH_LIMITS } from "@common/limits/search";
import { Refusal } from "./refusal";

// Clients show these sentences, so they are those of the server in the field: Go's encoding/json names the first byte
// that cannot be.
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
// As deep as engines read. Go's decoder goes on to 10,000, for which there is no room on the stack here.
const MAX_DEPTH = SEARCH_LIMITS.apiDepth.most;

class Scanner {
  private at = 0;
  constructor(private readonly text: string) {}

  /** Throws a Refusal at the first byte that is no JSON. */
  check(): void {
    this.value(0);
    this.space();
    if (this.at < this.text.length) this.fail("after top-level value");
  }

  private fail(where: string): never {
    if (this.at >= this.text.length) throw new Refusal("unexpected end of JSON input");
    throw new Refusal(`invalid character ${quoted(this.text.codePointAt(this.at) ?? 0)} ${where}`);
  }

  private space(): void {
    while (this.at < this.text.length && " \t\r\n".includes(this.text.charAt(this.at))) this.at++;
  }

  private value(depth: number): void {
    this.space();
    if (depth > MAX_DEPTH) throw new Refusal("exceeded max depth");
    const first = this.text[this.at];
    if (first === "{") return this.object(depth);
    if (first === "[") return this.array(depth);
    if (first === '"') return this.string();
    if (first === "t") return this.literal("true");
    if (first === "f") return this.literal("false");
    if (first === "n") return this.literal("null");
    if (first === "-" || (first !== undefined && first >= "0" && first <= "9")) return this.number();
    this.fail("looking for beginning of value");
  }

  private object(depth: number): void {
    this.at++;
    this.space();
    if (this.text[this.at] === "}") {
      this.at++;
      return;
    }
    for (;;) {
      this.space();
      if (this.text[this.at] !== '"') this.fail("looking for beginning of object key string");
      this.string();
      this.space();
      if (this.text[this.at] !== ":") this.fail("after object key");
      this.at++;
      this.value(depth + 1);
      this.space();
      if (this.text[this.at] === "}") break;
      if (this.text[this.at] !== ",") this.fail("after object key:value pair");
      this.at++;
    }
    this.at++;
  }

  private array(depth: number): void {
    this.at++;
    this.space();
    if (this.text[this.at] === "]") {
      this.at++;
      return;
    }
    for (;;) {
      this.value(depth + 1);
      this.space();
      if (this.text[this.at] === "]") break;
      if (this.text[this.at] !== ",") this.fail("after array element");
      this.at++;
    }
    this.at++;
  }

  private string(): void {
    this.at++;
    for (;;) {
      const char = this.text[this.at];
      if (char === undefined || char < " ") this.fail("in string literal");
      this.at++;
      if (char === '"') return;
      if (char === "\\") this.escape();
    }
  }

  private escape(): void {
    const char = this.text[this.at];
    if (char === undefined || !'"\\/bfnrtu'.includes(char)) this.fail("in string escape code");
    this.at++;
    if (char !== "u") return;
    for (let digit = 0; digit < 4; digit++) {
      if (!/[\da-fA-F]/.test(this.text[this.at] ?? "")) this.fail("in \\u hexadecimal character escape");
      this.at++;
    }
  }

  private literal(word: string): void {
    for (const [place, char] of [...word].entries()) {
      if (this.text[this.at] !== char) this.fail(`in literal ${word} (expecting '${char}')`);
      if (place < word.length) this.at++;
    }
  }

  private number(): void {
    NUMBER.lastIndex = this.at;
    const match = NUMBER.exec(this.text);
    if (!match) {
      this.at++;
      this.fail("in numeric literal");
    }
    this.at = NUMBER.lastIndex;
    const next = this.text[this.at];
    if (next === ".") {
      this.at++;
      this.fail("after decimal point in numeric literal");
    }
    if (next === "e" || next === "E") {
      this.at++;
      if ("+-".includes(this.text[this.at] ?? " ")) this.at++;
      this.fail("in exponent of numeric literal");
    }
  }
}

function quoted(code: number): string {
  if (code === 39) return "'\\''";
  if (code === 34) return "'\"'";
  if (code === 92) return "'\\\\'";
  if (code === 10) return "'\\n'";
  if (code === 13) return "'\\r'";
  if (code === 9) return "'\\t'";
  if (code < 32) return `'\\x${code.toString(16).padStart(2, "0")}'`;
  // Go reads bytes, not characters: the first byte of the UTF-8 form is named as if it were Latin-1.
  const byte = code < 128 ? code : (Buffer.from(String.fromCodePoint(code)).at(0) ?? code);
  return `'${String.fromCodePoint(byte)}'`;
}

/**
 * Checks that a text is JSON. Throws a Refusal in the words of the real server, e.g. `unexpected end of JSON input`.
 */
export function checkJsonSyntax(text: string): void {
  new Scanner(text).check();
}

import { ENGINE_LIMITS } from "@common/limits/engine";

/** Jackson's limit of nesting (StreamReadConstraints). */
export const MAX_JSON_DEPTH: number = ENGINE_LIMITS.jsonDepth.most;
const LITERALS = "(JSON String, Number, Array, Object or token 'null', 'true' or 'false')";

type Trouble = {
  type: "json_parse_exception" | "json_e_o_f_exception" | "x_content_parse_exception";
  what: string;
  at: number;
};

/** Line and column as Jackson counts them: from 1, the column behind what was read. */
function source(text: string, at: number): string {
  const before = text.slice(0, at);
  const line = before.split("\n").length;
  const column = at - (before.lastIndexOf("\n") + 1) + 1;
  return `[Source: REDACTED (\`StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION\` disabled); line: ${line}, column: ${column}]`;
}

/** Walks a text that is not JSON to its first error, in the words of Elasticsearch's parser. */
class Walker {
  private at = 0;
  private readonly open: { kind: "Object" | "Array"; at: number }[] = [];

  constructor(private readonly text: string) {}

  private space(): void {
    while (this.at < this.text.length && " \t\r\n".includes(this.text[this.at] ?? "")) this.at++;
  }

  private ended(): Trouble {
    const top = this.open[this.open.length - 1];
    if (!top) return { type: "json_e_o_f_exception", what: "Unexpected end-of-input", at: this.text.length };
    return {
      type: "json_e_o_f_exception",
      what: `Unexpected end-of-input: expected close marker for ${top.kind} (start marker at ${source(this.text, top.at)})`,
      at: this.text.length,
    };
  }

  private unexpected(why: string): Trouble {
    const character = this.text[this.at] ?? "";
    return {
      type: "json_parse_exception",
      what: `Unexpected character ('${character}' (code ${character.codePointAt(0) ?? 0})): ${why}`,
      at: this.at + 1,
    };
  }

  private string(): Trouble | undefined {
    for (this.at++; this.at < this.text.length; this.at++) {
      const character = this.text[this.at] ?? "";
      if (character === '"') {
        this.at++;
        return undefined;
      }
      if (character < " ") {
        return {
          type: "json_parse_exception",
          what: `Illegal unquoted character ((CTRL-CHAR, code ${character.charCodeAt(0)})): has to be escaped using backslash to be included in string value`,
          at: this.at + 1,
        };
      }
      if (character !== "\\") continue;
      const escaped = this.text[++this.at] ?? "";
      if (escaped === "u" && !/^[0-9a-fA-F]{4}$/.test(this.text.slice(this.at + 1, this.at + 5))) {
        return {
          type: "json_parse_exception",
          what: "Unexpected character: expected a hex-digit for character escape sequence",
          at: this.at + 2,
        };
      }
      if (!'"\\/bfnrtu'.includes(escaped))
        return {
          type: "json_parse_exception",
          what: `Unrecognized character escape '${escaped}' (code ${escaped.charCodeAt(0)})`,
          at: this.at + 1,
        };
    }
    return { type: "json_e_o_f_exception", what: "Unexpected end-of-input in VALUE_STRING", at: this.text.length };
  }

  private scalar(): Trouble | undefined {
    const rest = this.text.slice(this.at, this.at + 400);
    const number = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?(?=[\s,\]}]|$)/.exec(rest);
    const word = number ?? /^(true|false|null)(?=[\s,\]}]|$)/.exec(rest);
    if (word) {
      this.at += word[0].length;
      return undefined;
    }
    const token = /^[\p{L}\p{N}_$]+/u.exec(rest)?.[0];
    if (token === undefined || /^\d/.test(token) || rest.startsWith("-"))
      return this.unexpected(`expected a valid value ${LITERALS}`);
    return {
      type: "json_parse_exception",
      what: `Unrecognized token '${token}': was expecting ${LITERALS}`,
      at: this.at + token.length,
    };
  }

  private value(): Trouble | undefined {
    this.space();
    const character = this.text[this.at];
    if (character === undefined) {
      const top = this.open[this.open.length - 1];
      if (!top) return this.ended();
      return {
        type: "json_e_o_f_exception",
        what: `Unexpected end-of-input within/between ${top.kind} entries`,
        at: this.text.length,
      };
    }
    if (character === '"') return this.string();
    if (character !== "{" && character !== "[") return this.scalar();
    this.open.push({ kind: character === "{" ? "Object" : "Array", at: this.at++ });
    if (this.open.length > MAX_JSON_DEPTH) {
      return {
        type: "x_content_parse_exception",
        what: `Document nesting depth (${this.open.length}) exceeds the maximum allowed (${MAX_JSON_DEPTH}, from \`StreamReadConstraints.getMaxNestingDepth()\`)`,
        at: this.at,
      };
    }
    return character === "{" ? this.entries("}") : this.entries("]");
  }

  private entries(close: "}" | "]"): Trouble | undefined {
    const object = close === "}";
    this.space();
    for (let first = true; this.text[this.at] !== close || !first; first = false) {
      this.space();
      if (this.at >= this.text.length) return this.ended();
      if (object) {
        if (this.text[this.at] !== '"') return this.unexpected("was expecting double-quote to start field name");
        const trouble = this.string();
        if (trouble) return trouble;
        this.space();
        if (this.at >= this.text.length) return this.value();
        if (this.text[this.at] !== ":")
          return this.unexpected("was expecting a colon to separate field name and value");
        this.at++;
      }
      const trouble = this.value();
      if (trouble) return trouble;
      this.space();
      if (this.at >= this.text.length) return this.ended();
      if (this.text[this.at] === close) break;
      if (this.text[this.at] !== ",")
        return this.unexpected(`was expecting comma to separate ${object ? "Object" : "Array"} entries`);
      this.at++;
    }
    this.at++;
    this.open.pop();
    return undefined;
  }

  /** The first error, or undefined when the text is JSON after all. */
  run(): Trouble | undefined {
    const trouble = this.value();
    if (trouble) return trouble;
    this.space();
    if (this.at >= this.text.length) return undefined;
    const character = this.text[this.at] ?? "";
    if (character !== "}" && character !== "]")
      return (
        this.scalar() ?? {
          type: "json_parse_exception",
          what: "Unexpected content after the end of the value",
          at: this.at,
        }
      );
    return {
      type: "json_parse_exception",
      what: `Unexpected close marker '${character}': expected '${character === "}" ? "]" : "}"}' (for root starting at [Source: REDACTED (\`StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION\` disabled); line: 1])`,
      at: this.at + 1,
    };
  }
}

/** What Elasticsearch says of a text that is not JSON; undefined where it finds nothing wrong. */
export function jsonTrouble(text: string): { type: string; reason: string } | undefined {
  const trouble = new Walker(text).run();
  return trouble && { type: trouble.type, reason: `${trouble.what}\n at ${source(text, trouble.at)}` };
}

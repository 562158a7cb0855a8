/**
 * Where what begins in a text of HTML ends. What has no end is remembered, so that a text of beginnings alone is read
 * through only once.
 */
export class TagEnds {
  private readonly missing = new Map<string, number>();
  /** Places outside quotes from which no tag ends any more. */
  private hopeless: Uint8Array | undefined;

  constructor(private readonly text: string) {}

  /** The place after a sign, -1 where it does not come any more. */
  after(sign: string, from: number): number {
    if (from >= (this.missing.get(sign) ?? Infinity)) return -1;
    const found = this.text.indexOf(sign, from);
    if (found >= 0) return found + sign.length;
    this.missing.set(sign, from);
    return -1;
  }

  /** The place after the end tag of an element. */
  ofElement(name: string, from: number): number {
    const sign = `</${name}`;
    if (from >= (this.missing.get(`${sign}>`) ?? Infinity)) return -1;
    for (let at = this.after(sign, from); at >= 0; at = this.after(sign, at)) {
      let end = at;
      while (/\s/.test(this.text[end] ?? "")) end++;
      if (this.text[end] === ">") return end + 1;
    }
    this.missing.set(`${sign}>`, from);
    return -1;
  }

  /** The place after the `>` that ends a tag: the first one outside quotes. */
  ofTag(from: number): number {
    const { text } = this;
    const outside: number[] = [];
    let at = from;
    while (at < text.length && this.hopeless?.[at] !== 1) {
      const char = text[at];
      if (char === ">") return at + 1;
      outside.push(at);
      const end = char === '"' || char === "'" ? this.after(char, at + 1) : at + 1;
      if (end < 0) break;
      at = end;
    }
    this.hopeless ??= new Uint8Array(text.length);
    for (const place of outside) this.hopeless[place] = 1;
    return -1;
  }
}

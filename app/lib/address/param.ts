// What a kind of parameter is made of. Screens use the kinds of `index.ts`; a screen with a notation of its own writes
// a `Param` itself.

/**
 * What a parameter decides, and so what a link that changes it drops: a filter (sort and size too) drops the page and
 * what concerns its rows, the page drops what concerns its rows, `look` drops nothing. `once` is gone with the next
 * link, whatever it changes.
 */
export type Part = "filter" | "page" | "rows" | "look" | "once";

/** One name and value of the query string. */
export type Pair = readonly [name: string, value: string];

/** What could not be read, and what is used instead, as a sentence for the page. */
export type Remark = { name: string; text: string };

export type Reader = {
  all(name: string): string[];
  /** The value of a parameter that may stand once; remarks on others. Undefined when it is not given. */
  one(name: string, label: string): string | undefined;
  /** All names that begin with `prefix`, each once. */
  names(prefix: string): string[];
  remark(name: string, text: string): void;
};

/**
 * A kind of parameter. `key` is the name under which the screen declares it; methods, so that parameters of all types
 * fit into one declaration.
 */
export type Param<Value> = {
  part: Part;
  initial: Value;
  owns(name: string, key: string): boolean;
  read(reader: Reader, key: string): Value;
  /** Only what differs from the default. */
  write(value: Value, key: string): Pair[];
};

/** Options that every kind has. */
export type Common = {
  /** The name in the address, when it is not the key. */
  name?: string | undefined;
  /** What remarks call it; the name with a capital letter unless given. */
  label?: string | undefined;
  part?: Part | undefined;
};

const MOST_REMARKS = 10;
const MOST_QUOTED = 60;

export const quoted = (text: string) =>
  `“${text.length > MOST_QUOTED ? `${text.slice(0, MOST_QUOTED).replace(/[\ud800-\udbff]$/, "")}…` : text}”`;

export function labelOf({ name, label }: Common, key: string) {
  const plain = label ?? name ?? key;
  return `${plain.slice(0, 1).toUpperCase()}${plain.slice(1)}`;
}

type OneName<Value> = {
  common: Common;
  initial: Value;
  /** What the address gives; `name` and `label` as remarks want them. */
  read(reader: Reader, at: { name: string; label: string }): Value;
  /** How a value that differs from the default is written. */
  text(value: Value): string;
};

/** A parameter of one name: what most kinds are. */
export function oneName<Value>({ common, initial, read, text }: OneName<Value>): Param<Value> {
  const nameOf = (key: string) => common.name ?? key;
  return {
    part: common.part ?? "filter",
    initial,
    owns: (name, key) => name === nameOf(key),
    read: (reader, key) => read(reader, { name: nameOf(key), label: labelOf(common, key) }),
    write: (value, key) => (value === initial ? [] : [[nameOf(key), text(value)]]),
  };
}

/** Choices for a remark; many of them are not listed. */
export function choicesText(choices: readonly (string | number)[]) {
  return choices.length <= 8 ? `one of ${choices.filter((choice) => choice !== "").join(", ")}` : "available";
}

export function readerOf(params: URLSearchParams) {
  const remarks: Remark[] = [];
  const reader: Reader = {
    all: (name) => params.getAll(name),
    one(name, label) {
      const [first, ...others] = params.getAll(name);
      if (first !== undefined && others.some((other) => other !== first)) {
        reader.remark(name, `${label} is given ${others.length + 1} times. Using the first value, ${quoted(first)}.`);
      }
      return first;
    },
    names: (prefix) => [...new Set([...params.keys()].filter((name) => name.startsWith(prefix)))],
    remark(name, text) {
      if (remarks.length < MOST_REMARKS) remarks.push({ name, text });
    },
  };
  return { reader, remarks };
}

import { type Common, labelOf, type Pair, type Param, type Part, quoted, type Reader } from "./param";

type ItemCodec<Item> = { read: (text: string) => NonNullable<Item> | undefined; write: (item: Item) => string };

type ListOptions<Item> = Common & {
  max?: number;
  /** The values that are allowed; without it any is. */
  known?: ReadonlySet<string> | undefined;
  /** An item out of its text, undefined when the text is none; items that are texts need neither. */
  item?: ItemCodec<Item>;
};

type Read = { reader: Reader; name: string; label: string; max: number; /** What a bad value is not. */ be: string };

function readTexts({ reader, name, label, max, be }: Read, fits: (text: string) => boolean): string[] {
  const given = [...new Set(reader.all(name).filter((text) => text !== ""))];
  const bad = given.filter((text) => !fits(text));
  if (bad.length > 0) {
    const named = bad.slice(0, 3).map(quoted).join(", ");
    const more = bad.length > 3 ? ` and ${bad.length - 3} more` : "";
    reader.remark(name, `${label} ${named}${more} ${bad.length === 1 ? `is not ${be}. It was` : `are not ${be}. They were`} ignored.`);
  }
  const good = given.filter(fits);
  if (good.length > max) reader.remark(name, `${label} is given ${good.length} times. Using the first ${max}.`);
  return good.slice(0, max);
}

/** A parameter that may stand several times; each value counts once, empty ones do not. The default is an empty list. */
export function list(options?: ListOptions<string> & { item?: undefined }): Param<string[]>;
export function list<Item>(options: ListOptions<Item> & { item: ItemCodec<Item> }): Param<Item[]>;
export function list<Item>({ max = 100, known, item, part = "filter", ...common }: ListOptions<Item> = {}): Param<Item[]> | Param<string[]> {
  const nameOf = (key: string) => common.name ?? key;
  const isKnown = (text: string) => known === undefined || known.has(text);
  const texts = (reader: Reader, key: string, fits: (text: string) => boolean) =>
    readTexts({ reader, name: nameOf(key), label: labelOf(common, key), max, be: item === undefined ? "available" : "valid" }, fits);
  const owns = (name: string, key: string) => name === nameOf(key);
  if (item === undefined) {
    return {
      part,
      initial: [],
      owns,
      read: (reader: Reader, key: string) => texts(reader, key, isKnown),
      write: (value: string[], key: string): Pair[] => value.map((text) => [nameOf(key), text]),
    };
  }
  return {
    part,
    initial: [],
    owns,
    read: (reader: Reader, key: string) =>
      texts(reader, key, (text) => isKnown(text) && item.read(text) !== undefined).flatMap((text) => item.read(text) ?? []),
    write: (value: Item[], key: string): Pair[] => value.map((one) => [nameOf(key), item.write(one)]),
  };
}

/** The columns of a table in their order; none stands for the default ones. Changing them drops no page. */
export function columns({ name = "column", label = "Column", max = 30, part = "look", known }: Omit<ListOptions<string>, "item"> = {}): Param<string[]> {
  return list({ name, label, max, part, known });
}

type MapOptions = { part?: Part; /** The keys that are allowed; without it any is. */ known?: ReadonlySet<string> | undefined; max?: number; label?: string };

/** Parameters with a common beginning, `is.genre=Drama` under `is.`: one value for each key. Keys stand in the order of the alphabet; defaults are left out. */
export function map<Value>(
  prefix: string,
  each: Param<Value>,
  { part = each.part, known, max = 100, label = "Filter" }: MapOptions = {},
): Param<Record<string, Value>> {
  return {
    part,
    initial: {},
    owns: (name) => name.startsWith(prefix) && name.length > prefix.length,
    read(reader) {
      const names = reader
        .names(prefix)
        .filter((name) => name.length > prefix.length)
        .sort();
      const fits = (name: string) => known === undefined || known.has(name.slice(prefix.length));
      for (const name of names.filter((other) => !fits(other))) {
        if (reader.all(name).some((value) => value !== ""))
          reader.remark(name, `${label} ${quoted(name.slice(prefix.length))} is not available. It was ignored.`);
      }
      const found = names.filter(fits).flatMap((name): [string, Value][] => {
        const value = each.read(reader, name);
        return each.write(value, name).length === 0 ? [] : [[name.slice(prefix.length), value]];
      });
      if (found.length > max) reader.remark(prefix, `${label} is given ${found.length} times. Using the first ${max}.`);
      return Object.fromEntries(found.slice(0, max));
    },
    write: (value) =>
      Object.keys(value)
        .sort()
        .flatMap((key) => {
          const one = value[key];
          return one === undefined ? [] : each.write(one, `${prefix}${key}`);
        }),
  };
}

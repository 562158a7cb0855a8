import { type Common, labelOf, type Pair, type Param, quoted, type Reader } from "./param";

type ItemCodec<Item> = { read: (text: string) => NonNullable<Item> | undefined; write: (item: Item) => string };

type ListOptions<Item> = Common & {
  max?: number;
  /** The values that are allowed; without it any is. */
  known?: ReadonlySet<string> | undefined;
  /** An item out of its text, undefined when the text is not one; items that are texts need neither. */
  item?: ItemCodec<Item>;
};

type Read = { reader: Reader; name: string; label: string; max: number; /** What a bad value is not. */ be: string };

function readTexts({ reader, name, label, max, be }: Read, fits: (text: string) => boolean): string[] {
  const given = [...new Set(reader.all(name).filter((text) => text !== ""))];
  const bad = given.filter((text) => !fits(text));
  if (bad.length > 0) {
    const named = bad.slice(0, 3).map(quoted).join(", ");
    const more = bad.length > 3 ? ` and ${bad.length - 3} more` : "";
    reader.remark(
      name,
      `${label} ${named}${more} ${bad.length === 1 ? `is not ${be}. It was` : `are not ${be}. They were`} ignored.`,
    );
  }
  const good = given.filter(fits);
  if (good.length > max) reader.remark(name, `${label} is given ${good.length} times. Using the first ${max}.`);
  return good.slice(0, max);
}

/**
 * A parameter that may stand several times; each value counts once, empty ones do not. The default is an empty list.
 */
export function list(options?: ListOptions<string> & { item?: undefined }): Param<string[]>;
export function list<Item>(options: ListOptions<Item> & { item: ItemCodec<Item> }): Param<Item[]>;
export function list<Item>({ max = 100, known, item, part = "filter", ...common }: ListOptions<Item> = {}):
  Param<Item[]> | Param<string[]> {
  const nameOf = (key: string) => common.name ?? key;
  const isKnown = (text: string) => known === undefined || known.has(text);
  const texts = (reader: Reader, key: string, fits: (text: string) => boolean) =>
    readTexts(
      { reader, name: nameOf(key), label: labelOf(common, key), max, be: item === undefined ? "available" : "valid" },
      fits,
    );
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
      texts(reader, key, (text) => isKnown(text) && item.read(text) !== undefined).flatMap(
        (text) => item.read(text) ?? [],
      ),
    write: (value: Item[], key: string): Pair[] => value.map((one) => [nameOf(key), item.write(one)]),
  };
}

/** The columns of a table in their order; none stands for the default ones. Changing them drops no page. */
export function columns({
  name = "column",
  label = "Column",
  max = 30,
  part = "look",
  known,
}: Omit<ListOptions<string>, "item"> = {}): Param<string[]> {
  return list({ name, label, max, part, known });
}

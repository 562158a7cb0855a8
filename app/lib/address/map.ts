import { type Param, type Part, quoted } from "./param";

type MapOptions = {
  part?: Part;
  /** The keys that are allowed; without it any is. */ known?: ReadonlySet<string> | undefined;
  max?: number;
  label?: string;
};

/**
 * Parameters with a common beginning, `is.genre=Drama` under `is.`: one value for each key. Keys stand in the order of
 * the alphabet; defaults are left out.
 */
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

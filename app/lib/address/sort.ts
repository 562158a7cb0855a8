import { choicesText, type Common, labelOf, type Param, quoted } from "./param";

export type Order<By extends string = string> = { by: By; order: "asc" | "desc" };

type SortOptions<By extends string> = Omit<Common, "name"> & {
  /**
   * What may be sorted by, "" for the order in which things come; without it anything: for links of a page whose loader
   * knows them.
   */
  by?: readonly By[] | undefined;
  initial: NoInfer<By> | Order<NoInfer<By>>;
  /** What the default is called in a remark. */
  initialLabel?: string;
};

/** The order of a list: `sort=documents&order=desc`. Ascending is left out, as is the whole of the default. */
export function sort<const By extends string>({
  by,
  initial,
  initialLabel,
  part = "filter",
  ...common
}: SortOptions<By>): Param<Order<By>> {
  const none: Order<By> = typeof initial === "string" ? { by: initial, order: "asc" } : initial;
  const usual = (name: string) => (name === none.by ? none.order : "asc");
  const names = { by: "sort", order: "order" };
  return {
    part,
    initial: none,
    owns: (name) => name === names.by || name === names.order,
    read(reader, key) {
      const label = labelOf({ label: "Sort", ...common }, key);
      const given = reader.one(names.by, label);
      const found =
        given === undefined || given === ""
          ? none.by
          : by === undefined
            ? (given as By)
            : by.find((choice) => choice === given);
      if (found === undefined) {
        const instead = initialLabel ?? none.by;
        reader.remark(
          names.by,
          `${label} ${quoted(given ?? "")} is not ${choicesText(by ?? [])}. ${instead === "" ? "It was ignored." : `Using ${instead} instead.`}`,
        );
        return none;
      }
      const order = reader.one(names.order, "Order") ?? "";
      if (order !== "" && order !== "asc" && order !== "desc")
        reader.remark(names.order, `Order ${quoted(order)} is not asc or desc. Using ${usual(found)} instead.`);
      // Without a field there is nothing to turn round.
      return { by: found, order: (order === "asc" || order === "desc") && found !== "" ? order : usual(found) };
    },
    write: (value) => [
      ...(value.by === none.by ? [] : [[names.by, value.by] as const]),
      ...(value.order === usual(value.by) ? [] : [[names.order, value.order] as const]),
    ],
  };
}

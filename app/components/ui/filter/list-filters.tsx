import type { Remark } from "~/lib/address";
import { Remarks } from "../message/remarks";
import { type Chip, FilterBar, type FilterBarProps, FilterInput, FilterSelect } from "./filter-bar";

type Option = { value: string; label: string };

export type Filter<State> = {
  /** The parameter that it sets. */
  name: keyof State & string;
  label: string;
  /** What an empty control shows, where the label is too long for one. */
  placeholder?: string;
  /** What is chosen from; without it a text is typed. */
  options?: readonly (string | Option)[];
  /** What a menu says of no filter: "Anybody". */
  any?: string;
  /** Its chip, from what was typed or the label of what was chosen; that alone where left out. */
  chip?: (chosen: string) => string;
  /** The page is about what is chosen: a chip would say it again. */ bare?: true;
};

type ListFiltersProps<State> = Pick<FilterBarProps<State>, "here" | "aside" | "submitLabel"> & {
  filters: readonly Filter<State>[];
  /** What is chosen elsewhere on the page and holds now, as chips: a range. */
  further?: readonly { name: keyof State & string; label: string }[];
  /** What the loader has to say of the address besides. */
  remarks?: readonly Remark[];
};

/**
 * The filters of a list from one declaration: a control for each, its chip, "Clear all", and what could not be read of
 * the address.
 */
export function ListFilters<State>({ here, filters, further = [], remarks = [], ...rest }: ListFiltersProps<State>) {
  const own = filters.map((filter) => ({
    ...filter,
    value: textOf(here.state[filter.name]),
    options: filter.options?.map(optionOf),
  }));
  const names = filters.map(({ name }) => name);
  const all = [...names, ...further.map(({ name }) => name)];
  const chips = own.flatMap(({ name, value, options, bare, chip = (chosen) => chosen }) =>
    value === "" || bare
      ? []
      : [chipOf<State>(name, chip(options?.find((option) => option.value === value)?.label ?? value))],
  );
  return (
    <>
      <FilterBar
        here={here}
        controls={names}
        chips={[...chips, ...further.map(({ name, label }) => chipOf<State>(name, label))]}
        // The chip of an only filter says it all.
        clears={all.length > 1 ? all : []}
        {...rest}
      >
        {own.map(({ name, label, placeholder = label, value, options, any = "" }) =>
          options === undefined ? (
            <FilterInput key={name} name={name} label={label} placeholder={placeholder} defaultValue={value} wide />
          ) : (
            <FilterSelect
              key={name}
              name={name}
              label={label}
              defaultValue={value}
              options={[{ value: "", label: any }, ...options]}
            />
          ),
        )}
      </FilterBar>
      <Remarks of={[...here.remarks, ...remarks]} />
    </>
  );
}

const textOf = (value: unknown) => (typeof value === "string" ? value : "");
const optionOf = (option: string | Option): Option =>
  typeof option === "string" ? { value: option, label: option } : option;

function chipOf<State>(name: keyof State & string, label: string): Chip<State> {
  const chip: Chip<State> = { label, without: {} };
  chip.without[name] = undefined;
  return chip;
}

import { choicesText, type Common, labelOf, oneName, type Param, quoted } from "./param";

type NumberOptions<Initial> = Common & {
  min?: number;
  max?: number;
  initial: Initial;
  /** Whole numbers only, unless false. */
  whole?: boolean;
};

const shown = (value: number) => value.toLocaleString("en", { maximumFractionDigits: 6 });

function boundsText({ min, max, whole }: { min: number; max: number; whole: boolean }) {
  const kind = whole ? "a whole number" : "a number";
  if (Number.isFinite(min) && Number.isFinite(max)) return `${kind} from ${shown(min)} to ${shown(max)}`;
  if (Number.isFinite(min)) return `${kind} of at least ${shown(min)}`;
  return Number.isFinite(max) ? `${kind} of at most ${shown(max)}` : kind;
}

/** A number within bounds; `initial: null` for one that need not be given. */
export function number<const Initial extends number | null>({
  min = Number.NEGATIVE_INFINITY,
  max = Number.POSITIVE_INFINITY,
  initial,
  whole = true,
  ...common
}: NumberOptions<Initial>): Param<number | Initial> {
  const written = whole ? /^-?\d{1,15}$/ : /^-?\d{1,15}(\.\d{1,12})?$/;
  return oneName<number | Initial>({
    common,
    initial,
    read(reader, { name, label }) {
      const given = reader.one(name, label)?.trim() ?? "";
      if (given === "") return initial;
      const value = Number(given);
      if (written.test(given) && value >= min && value <= max) return value;
      reader.remark(
        name,
        `${label} ${quoted(given)} is not ${boundsText({ min, max, whole })}. ${initial === null ? "It was ignored." : `Using ${initial} instead.`}`,
      );
      return initial;
    },
    text: String,
  });
}

/** The page of a list, from 1. What is found decides where it ends: `pageOf`. */
export function page({ max = 1_000_000, ...common }: Common & { max?: number } = {}): Param<number> {
  return number({ min: 1, max, initial: 1, part: "page", label: "Page", ...common });
}

export const pageSizes = [10, 25, 50, 100] as const;

/** Rows per page, one of a few. */
export function size({
  choices = pageSizes,
  initial = 25,
  ...common
}: Common & { choices?: readonly number[]; initial?: number } = {}): Param<number> {
  const label = "Rows per page";
  const one = number({ min: 1, max: 1_000_000, initial, label, ...common });
  return {
    ...one,
    read(reader, key) {
      const value = one.read(reader, key);
      if (value === initial || choices.includes(value)) return value;
      const name = common.name ?? key;
      reader.remark(
        name,
        `${labelOf({ label, ...common }, key)} “${value}” is not ${choicesText(choices)}. Using ${initial} instead.`,
      );
      return initial;
    },
  };
}

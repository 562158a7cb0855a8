import { formatNumber } from "../values/numbers";
import { choicesText, type Common, oneName, type Param, quoted } from "./param";

type TextOptions = Common & { initial?: string; /** In characters. */ max?: number };

/** Free text, trimmed. */
export function text({ initial = "", max = 500, ...common }: TextOptions = {}): Param<string> {
  return oneName({
    common,
    initial,
    read(reader, { name, label }) {
      const given = reader.one(name, label)?.trim() ?? initial;
      if (given.length <= max) return given;
      reader.remark(
        name,
        `${label} is longer than ${formatNumber(max)} characters. Using the first ${formatNumber(max)}.`,
      );
      return given
        .slice(0, max)
        .replace(/[\ud800-\udbff]$/, "")
        .trim();
    },
    text: (value) => value,
  });
}

type OneOfOptions = Common & { /** What the default is called in a remark. */ initialLabel?: string };

/**
 * One of several words; the default is `initial`, "" stands for none of them. Without `choices` any word is taken: for
 * links of a page whose loader knows them.
 */
export function oneOf<const Choice extends string>(
  choices: readonly Choice[] | undefined,
  options?: OneOfOptions,
): Param<Choice | "">;
export function oneOf<const Choice extends string>(
  choices: readonly Choice[] | undefined,
  options: OneOfOptions & { initial: NoInfer<Choice> },
): Param<Choice>;
export function oneOf(
  choices: readonly string[] | undefined,
  { initial = "", initialLabel = initial, ...common }: OneOfOptions & { initial?: string } = {},
): Param<string> {
  return oneName({
    common,
    initial,
    read(reader, { name, label }) {
      const given = reader.one(name, label) ?? "";
      if (given === "" || given === initial || choices === undefined || choices.includes(given))
        return given === "" ? initial : given;
      const instead = initialLabel === "" ? "It was ignored." : `Using ${initialLabel} instead.`;
      reader.remark(name, `${label} ${quoted(given)} is not ${choicesText(choices)}. ${instead}`);
      return initial;
    },
    text: (value) => value,
  });
}

type FlagOptions = Common & { initial?: boolean };

/** On or off: `1` or `0`. A checkbox behind a hidden `0` gives both; the last one counts. */
export function flag({ initial = false, ...common }: FlagOptions = {}): Param<boolean> {
  return oneName({
    common,
    initial,
    read(reader, { name, label }) {
      const given = reader.all(name).at(-1) ?? "";
      if (given === "") return initial;
      if (given === "1" || given === "0") return given === "1";
      reader.remark(name, `${label} ${quoted(given)} is not 1 or 0. Using ${initial ? "1" : "0"} instead.`);
      return initial;
    },
    text: (value) => (value ? "1" : "0"),
  });
}

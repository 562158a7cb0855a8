// How much a rank feature of a document counts: from a record and back. Pure, shared with the browser.
import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";

export const rankFunctions = ["saturation", "log", "sigmoid"] as const;
export type RankFunction = (typeof rankFunctions)[number];
export type RankParameter = "pivot" | "scaling_factor" | "exponent";
/** One feature as a draft has it; numbers as text with one decimal place, as settings keep them. */
export type Rank = { function: RankFunction; boost: string } & Partial<Record<RankParameter, string>>;

export type RankNumber = "boost" | RankParameter;
/**
 * What a number may be, and what it is where nobody said; a search engine works out the pivot of a saturation by
 * itself.
 */
export const rankNumbers: Record<RankNumber, { label: string; min: number; max?: number; initial: string }> = {
  boost: { label: "Boost", min: 0, initial: "1.0" },
  pivot: { label: "Pivot", min: 1, initial: "1.0" },
  scaling_factor: { label: "Scaling factor", min: 1, initial: "1.0" },
  exponent: { label: "Exponent", min: 0.5, max: 1, initial: "0.5" },
};
/** The parameters of a function, and whether one may be left out. */
export const rankParameters: Record<RankFunction, readonly { name: RankParameter; optional?: boolean }[]> = {
  saturation: [{ name: "pivot", optional: true }],
  log: [{ name: "scaling_factor" }],
  sigmoid: [{ name: "pivot" }, { name: "exponent" }],
};
export const rankFunctionNames: Record<RankFunction, string> = {
  saturation: "Saturation",
  log: "Logarithm",
  sigmoid: "Sigmoid",
};

const objectOf = (value: JsonValue | undefined): JsonObject =>
  value !== undefined && isJsonObject(value) ? value : {};
const isSaid = (value: JsonValue | undefined): value is JsonValue => value !== undefined && value !== null;
export const isRankFunction = (name: string): name is RankFunction => rankFunctions.some((known) => known === name);

/** A number as settings have it: with one decimal place, where one is enough. Of what is no number the text itself. */
export function sentNumber(value: JsonValue): string {
  const number = Number(value);
  if (Number.isNaN(number)) return typeof value === "string" ? value : "0.0";
  return Number.isInteger(number * 10) ? number.toFixed(1) : String(number);
}

/**
 * The features of a record's `rankFeature`, by path. Those that say nothing of a function are saturations, as engines
 * have it.
 */
export function ranksIn(rankFeature: JsonValue | undefined): JsonObject {
  const ranks = Object.entries(objectOf(rankFeature)).map(([path, options]): [string, JsonObject] => {
    const said = objectOf(options);
    const name = rankFunctions.find((known) => isSaid(said[known])) ?? "saturation";
    const given = objectOf(said[name]);
    const parameters = rankParameters[name].flatMap((parameter): [string, JsonValue][] => {
      const value = given[parameter.name];
      return isSaid(value) ? [[parameter.name, sentNumber(value)]] : [];
    });
    const boost = said["boost"];
    return [
      path,
      {
        function: name,
        boost: isSaid(boost) ? sentNumber(boost) : rankNumbers.boost.initial,
        ...Object.fromEntries(parameters),
      },
    ];
  });
  return Object.fromEntries(ranks);
}

/** The `rankFeature` that features of a draft stand for; what else a record has of a feature stays. */
export function rankFeatureWith(before: JsonValue | undefined, ranks: JsonObject): JsonObject {
  const kept = objectOf(before);
  const features = Object.entries(ranks).map(([path, rank]): [string, JsonObject] => {
    const { function: chosen, boost, ...parameters } = objectOf(rank);
    const name = typeof chosen === "string" && isRankFunction(chosen) ? chosen : "saturation";
    const own = Object.hasOwn(kept, path) ? objectOf(kept[path]) : {};
    const others = Object.entries(own).filter(([member]) => !isRankFunction(member) && member !== "boost");
    const unknown = Object.entries(objectOf(own[name])).filter(([member]) => !Object.hasOwn(rankNumbers, member));
    return [
      path,
      {
        ...Object.fromEntries(others),
        [name]: { ...Object.fromEntries(unknown), ...parameters },
        boost: boost ?? rankNumbers.boost.initial,
      },
    ];
  });
  return Object.fromEntries(features);
}

/** "Sigmoid, pivot 5.0, exponent 0.5, boost 2.0" */
export function rankInWords(rank: JsonObject): string {
  const name = rank["function"];
  if (typeof name !== "string" || !isRankFunction(name)) return "Not set";
  const numbers = [...rankParameters[name].map((parameter) => parameter.name), "boost" as const];
  const said = numbers.flatMap((number) =>
    isSaid(rank[number]) ? [`${rankNumbers[number].label.toLowerCase()} ${sentNumber(rank[number])}`] : [],
  );
  return [rankFunctionNames[name], ...said].join(", ");
}

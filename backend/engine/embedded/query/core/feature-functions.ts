import { illegalArgument } from "../../errors";
import { javaDouble } from "../../mapping/numbers";

/** What makes a score of the value of a feature. Without a pivot about the geometric mean of all values is taken. */
export type FeatureFunction =
  | { name: "saturation"; pivot: number | undefined }
  | { name: "log"; scalingFactor: number }
  | { name: "sigmoid"; pivot: number; exponent: number }
  | { name: "linear" };

/** Refuses numbers that a function cannot take, in Lucene's words. */
export function checkFunction(one: FeatureFunction): void {
  if ((one.name === "saturation" || one.name === "sigmoid") && one.pivot !== undefined && !(one.pivot > 0))
    throw illegalArgument(`pivot must be > 0, got: ${javaDouble(one.pivot)}`);
  if (one.name === "sigmoid" && !(one.exponent > 0))
    throw illegalArgument(`exp must be > 0, got: ${javaDouble(one.exponent)}`);
  if (one.name === "log" && !(one.scalingFactor >= 1))
    throw illegalArgument(`scalingFactor must be >= 1, got: ${javaDouble(one.scalingFactor)}`);
}

/** The score of a value, step by step in floats where Lucene counts in floats, so that equal values stay equal. */
export function scoreOf(
  one: FeatureFunction,
  { weight, pivot }: { weight: number; pivot: number },
): (value: number) => number {
  const float = Math.fround;
  switch (one.name) {
    case "saturation":
      return (value) => float(weight * float(1 - float(pivot / float(value + pivot))));
    case "log":
      return (value) => float(weight * Math.log(float(one.scalingFactor + value)));
    case "sigmoid": {
      const powered = Math.pow(one.pivot, one.exponent);
      return (value) => float(weight * (1 - powered / (Math.pow(value, one.exponent) + powered)));
    }
    case "linear":
      return (value) => float(weight * value);
  }
}

/** The formula, and the numbers in it beside weight and value, as explanations tell them. */
export function formulaOf(
  one: FeatureFunction,
  pivot: number,
): { title: string; formula: string; parts: { value: number; description: string }[] } {
  const k = { value: pivot, description: "k, pivot feature value that would give a score contribution equal to w/2" };
  switch (one.name) {
    case "saturation":
      return { title: "Saturation", formula: "w * S / (S + k)", parts: [k] };
    case "log":
      return {
        title: "Log",
        formula: "w * log(a + S)",
        parts: [{ value: one.scalingFactor, description: "a, scaling factor" }],
      };
    case "sigmoid": {
      const a = {
        value: one.exponent,
        description: "a, exponent, higher values make the function grow slower before k and faster after k",
      };
      return { title: "Sigmoid", formula: "w * S^a / (S^a + k^a)", parts: [{ ...k, value: one.pivot }, a] };
    }
    case "linear":
      return { title: "Linear", formula: "w * S", parts: [] };
  }
}

import { RegExpParser, visitRegExpAST } from "@eslint-community/regexpp";
import { getFirstConsumedChar, isPotentiallyEmpty, toCache } from "regexp-ast-analysis";

// `"index":\[[^\]]*\]` under the flag `g`: where no bracket closes, each of the texts that begin it is read to the end,
// so that a text of many of them takes the square of its length. `regexp/no-super-linear-move` sees runs that stand
// first only.

const parser = new RegExpParser({ ecmaVersion: 2024 });

/** The flags as the analysis takes them. */
function flagsOf(flags) {
  const has = (flag) => flags.includes(flag);
  const common = { dotAll: has("s"), ignoreCase: has("i"), multiline: has("m"), sticky: has("y"), unicode: has("u") };
  return toCache({ ...common, unicodeSets: has("v"), global: has("g"), hasIndices: has("d") });
}

/** Runs without a bound behind a beginning that may stand in them again, and before something that may be missing. */
function rescannedRuns(pattern, flags) {
  const cache = flagsOf(flags);
  const [unicode, unicodeSets] = [flags.includes("u"), flags.includes("v")];
  const found = [];
  const mustBeThere = (element) => !isPotentiallyEmpty(element, cache) || element.type === "Assertion";
  visitRegExpAST(parser.parsePattern(pattern, 0, pattern.length, { unicode, unicodeSets }), {
    onAlternativeEnter({ elements }) {
      elements.forEach((run, at) => {
        if (run.type !== "Quantifier" || run.max !== Infinity) return;
        const first = elements.slice(0, at).find((element) => !isPotentiallyEmpty(element, cache));
        if (!first || !elements.slice(at + 1).some(mustBeThere)) return;
        const [beginning, inside] = [first, run.element].map(
          (element) => getFirstConsumedChar(element, "ltr", cache).char,
        );
        if (!beginning.isDisjointWith(inside)) found.push(run.raw);
      });
    },
  });
  return found;
}

/**
 * A lint rule against expressions that are looked for all over a text and read it again from each beginning.
 * @type {import("eslint").Rule.RuleModule}
 */
const noRescannedRun = {
  meta: {
    type: "problem",
    schema: [],
    messages: {
      rescanned:
        "Each beginning of this expression reads `{{run}}` to the end of the text: bound it, or leave the beginning's first sign out of it.",
    },
  },
  create(context) {
    return {
      "Literal[regex]"(node) {
        const { pattern, flags } = node.regex;
        if (!flags.includes("g") || flags.includes("y")) return;
        for (const run of rescannedRuns(pattern, flags))
          context.report({ node, messageId: "rescanned", data: { run } });
      },
    };
  },
};

export default noRescannedRun;

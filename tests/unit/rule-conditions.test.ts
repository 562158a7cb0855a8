import { describe, expect, test } from "vitest";
import { randomFrom } from "../engines/generate/random";
import { queryFits } from "../../app/services/search-relevance/rules/condition";
import { compileExpression } from "../../backend/gateway/resources/search-relevance/rules/expression";
import { NO_FACTS } from "../../backend/gateway/resources/search-relevance/rules/facts";
import { comparedQuery } from "@common/search-relevance/rule-expression/query-text";

const SPACES = [
  " ",
  "  ",
  "\t",
  "\n",
  "\r\n",
  "\u00a0",
  "\u1680",
  "\u2003",
  "\u2028",
  "\u202f",
  "\u205f",
  "\u3000",
  "\u0085",
  "\ufeff",
  " \u3000\t",
];
const WORDS = ["snow", "Boot", "TV", "schuhe", "größe", "靴", "x-2", "'"];
const OPERATORS = ["==", "contains", "startsWith", "endsWith"] as const;

test("a query is compared without white space at its ends, and with one space between its words", () => {
  for (const space of SPACES)
    expect(comparedQuery(`${space}Red${space}${space}snow Boots${space}`)).toBe("red snow boots");
  expect(comparedQuery(" \t\u3000 ")).toBe("");
  // A sign without a width is no white space.
  expect(comparedQuery("a\u200bb")).toBe("a\u200bb");
});

describe.each(Array.from({ length: 20 }, (_, seed) => seed + 1))("by chance, %i", (seed) => {
  const { pick, below } = randomFrom(seed);
  const phrase = () => Array.from({ length: 1 + below(3) }, () => pick(WORDS));
  const spelled = (words: readonly string[]) =>
    `${pick(["", ...SPACES])}${words.join(pick(SPACES))}${pick(["", ...SPACES])}`;

  test("the same words give the same outcome in the gateway and in the console, however they are spaced", () => {
    for (let run = 0; run < 40; run++) {
      const words = phrase();
      const wanted = below(2) === 0 ? words.slice(0, 1 + below(words.length)) : phrase();
      const op = pick(OPERATORS);
      const holds = (query: string, literal: string) => {
        const quoted = `'${literal.replaceAll("'", "\\'").replaceAll("\n", "\\n").replaceAll("\r", "\\r")}'`;
        return compileExpression(`$query ${op} ${quoted}`)({
          ...NO_FACTS,
          values: { ...NO_FACTS.values, query: comparedQuery(query) },
        }).holds;
      };
      const plain = holds(words.join(" "), wanted.join(" "));
      for (let spelling = 0; spelling < 4; spelling++) {
        const [query, literal] = [spelled(words), spelled(wanted)];
        expect(holds(query, literal), JSON.stringify([query, op, literal])).toBe(plain);
        expect(queryFits({ operator: op, query: literal }, query), JSON.stringify([query, op, literal])).toBe(plain);
      }
    }
  });
});

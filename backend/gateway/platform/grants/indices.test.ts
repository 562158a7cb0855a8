import { describe, expect, test } from "vitest";
import { patternAdmits } from "@common/text/index-pattern";
import { randomFrom } from "../../../../tests/engines/generate/random";
import { indicesBeyond } from "./indices";
import { busyMs } from "../../../../tests/setup/busy";

function words(alphabet: string, length: number): string[] {
  const shorter = length === 0 ? [] : words(alphabet, length - 1);
  return length === 0
    ? [""]
    : [
        ...shorter,
        ...shorter
          .filter((word) => word.length === length - 1)
          .flatMap((word) => alphabet.split("").map((letter) => word + letter)),
      ];
}

describe("indices within others", () => {
  test.each([
    [["a*"], ["*"], []],
    [["ab*"], ["a*"], []],
    [["ab"], ["a*"], []],
    [["a*"], ["ab*"], ["a*"]],
    [["*"], ["a*", "b*"], ["*"]],
    [["**"], ["*"], []],
    [["*"], ["**"], []],
    [["*a*"], ["*b*", "a*"], ["*a*"]],
    [["books"], ["books"], []],
    [["books-2024"], ["books"], []],
    [["books*"], ["books"], ["books*"]],
    [["books"], ["books*"], []],
    [["*books"], ["books"], ["*books"]],
    [["a-*"], ["a"], []],
    [["a*b"], ["a*", "*b"], []],
    [["a*b*c"], ["a*c"], []],
    [["a*c"], ["a*b*c"], ["a*c"]],
    [["a?"], ["a"], ["a?"]],
    [["a?"], ["ab"], ["a?"]],
    [["?"], ["a"], ["?"]],
    [["-a"], ["a"], ["-a"]],
    [["-*"], ["a*"], ["-*"]],
    [["_all"], ["a*"], ["_all"]],
    [[""], ["a*"], [""]],
    [["<a-{now}>"], ["a*"], ["<a-{now}>"]],
    [[".users"], ["a*"], [".users"]],
    [["a,b"], ["a"], []],
    [["other:a"], ["a"], ["other:a"]],
    [["BOOKS"], ["books"], ["BOOKS"]],
    [["books", "films", "books-2"], ["books"], ["films"]],
    [["a"], [], ["a"]],
    [[], [], []],
  ])("%j beyond %j: %j", (patterns, others, beyond) => {
    expect(indicesBeyond(patterns, others)).toEqual(beyond);
  });

  test("hold against every name over a small alphabet", () => {
    const random = randomFrom(7);
    const names = words("ab-", 6).filter((name) => name !== "");
    const pattern = () => Array.from({ length: 1 + random.below(4) }, () => "ab-**".charAt(random.below(5))).join("");
    let within = 0;
    for (let round = 0; round < 1_500; round++) {
      const one = pattern();
      const others = Array.from({ length: 1 + random.below(3) }, pattern);
      const reaches = names.some(
        (name) => patternAdmits(one, name) && !others.some((other) => patternAdmits(other, name)),
      );
      const everything = /^\*+$/.test(one) && !others.some((other) => /^\*+$/.test(other));
      const asked = { one, others };
      expect({ ...asked, beyond: indicesBeyond([one], others).length > 0 }).toEqual({
        ...asked,
        beyond: reaches || everything,
      });
      if (!reaches) within++;
    }
    expect(within).toBeGreaterThan(250);
  });

  test("answer in time, and with no, where the lists are made to take long", () => {
    const long = Array.from({ length: 300 }, (_, at) => `*${"ab".repeat(at % 7)}${at}*c*`);
    const compared = () => {
      expect(indicesBeyond(["*a*b*c*d"], long)).toEqual(["*a*b*c*d"]);
      indicesBeyond(
        Array.from({ length: 3_000 }, (_, at) => `x${at}`),
        Array.from({ length: 3_000 }, (_, at) => `*${at}y*z`),
      );
      indicesBeyond(["*a".repeat(2_000)], ["*b".repeat(2_000)]);
    };
    expect(busyMs(compared, 2_000)).toBeLessThan(2_000);
  });
});

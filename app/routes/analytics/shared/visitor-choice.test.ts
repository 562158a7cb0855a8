import { describe, expect, it } from "vitest";
import { choiceLink, withChoice } from "./visitor-choice";

const kept = "?range=last-7-days&user=bo&sort=clicks&order=desc&page=3";

describe("the choice of a visitor", () => {
  it.each([
    ["", kept],
    ["?user=ada&range=today&q=x&page=../1&size=9999", kept],
    ["?page=4", "?range=last-7-days&user=bo&page=4"],
    ["?sort=name&order=up&size=50", "?range=last-7-days&user=bo&sort=name&size=50"],
    ["?page=2&page=9&user=ada", "?range=last-7-days&user=bo&page=2"],
  ])("%j is added to what was shared", (visitors, search) => {
    expect(withChoice(kept, visitors)).toBe(search);
  });
});

describe("a link of a shared page", () => {
  const linkTo = choiceLink("/app/a%2Fb/popular-searches?range=last-7-days&user=bo&sort=name");

  it.each([
    ["/app/a%2Fb/popular-searches?user=bo&range=last-7-days&page=2", "?page=2"],
    ["?range=last-7-days&user=bo&sort=name&order=desc", "?sort=name&order=desc"],
    ["?range=last-7-days&user=bo", "?"],
    ["?range=last-7-days&page=2", undefined],
    ["?range=last-7-days&user=bo&user=bo&page=2", undefined],
    ["?range=last-7-days&user=bo&compare=none", undefined],
    ["/app/a/b/popular-searches?range=last-7-days&user=bo", undefined],
    ["/app/a%2Fb/browse?range=last-7-days&user=bo", undefined],
    ["//evil.example/app/a%2Fb/popular-searches?range=last-7-days&user=bo", undefined],
    ["javascript:alert(1)", undefined],
    ["?range=last-7-days&user=bo#x", undefined],
    ["about:blank", undefined],
    ["http://[", undefined],
  ])("%j leads to %j", (href, to) => {
    expect(linkTo(href)).toBe(to);
  });
});

import { expect, it } from "vitest";
import { templatesFor, templateView } from "./template-match";

const legacy = (name: string, order: number) =>
  templateView({ kind: "legacy", name, body: { index_patterns: ["logs-*"], order } });
const composable = (name: string, priority: number) =>
  templateView({ kind: "composable", name, body: { index_patterns: ["logs-*", "x"], priority } });

it("legacy templates add up by order", () => {
  expect(templatesFor([legacy("b", 5), legacy("a", 1)], "logs-1").map(({ name }) => name)).toEqual(["a", "b"]);
});

it("of composable templates the one with the highest priority wins, over all legacy ones", () => {
  expect(
    templatesFor([legacy("a", 100), composable("low", 1), composable("high", 7)], "logs-1").map(({ name }) => name),
  ).toEqual(["high"]);
  expect(templatesFor([legacy("a", 1)], "other")).toEqual([]);
});

it("marks those of the engine", () => {
  expect(
    templateView({ kind: "composable", name: "logs", body: { index_patterns: "logs-*", _meta: { managed: true } } }),
  ).toMatchObject({
    managed: true,
    patterns: ["logs-*"],
  });
});

import { expect, it } from "vitest";
import { EngineError, illegalArgument, mapperParsing } from "./errors";

it("names the deepest error of Elasticsearch's own as the root cause", () => {
  const inner = mapperParsing("No type specified for field [a]");
  expect(
    mapperParsing("Failed to parse mapping [_doc]: No type specified for field [a]", { causedBy: inner }).toBody(),
  ).toEqual({
    error: {
      root_cause: [{ type: "mapper_parsing_exception", reason: "No type specified for field [a]" }],
      type: "mapper_parsing_exception",
      reason: "Failed to parse mapping [_doc]: No type specified for field [a]",
      caused_by: { type: "mapper_parsing_exception", reason: "No type specified for field [a]" },
    },
    status: 400,
  });
});

it("does not go below an error to one of Java's", () => {
  const java = illegalArgument("bad", { causedBy: new EngineError(400, "parse_exception", "deep") });
  expect(mapperParsing("failed to parse", { causedBy: java }).toBody()).toMatchObject({
    error: { root_cause: [{ type: "mapper_parsing_exception", reason: "failed to parse" }] },
  });
});

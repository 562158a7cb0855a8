import { expect, it } from "vitest";
import { inPieces } from "./serve";

const texts = {
  short: "{}",
  plain: "x".repeat(3_000_001),
  wide: "ü€".repeat(1_500_000),
  pairs: `a${"😀".repeat(1_400_000)}`,
};

it.each(Object.entries(texts))("cuts a large answer into pieces that are the whole again: %s", (_, body) => {
  const sent = inPieces({ status: 200, contentType: "", body }, true);
  const rest = (sent.rest ?? []).map((piece) => new TextDecoder("utf-8", { fatal: true }).decode(piece));
  expect([sent.body, ...rest].join("") === body).toBe(true);
  expect(sent.rest !== undefined).toBe(body.length > 1024 * 1024);
  for (const piece of sent.rest ?? []) expect(piece.byteLength).toBe(piece.buffer.byteLength);
});

it("sends errors, and what goes to a caller who wants it whole, as they are", () => {
  const body = "x".repeat(3_000_000);
  expect(inPieces({ status: 200, contentType: "", body }, false).rest).toBeUndefined();
  expect(inPieces({ status: 400, contentType: "", body }, true).rest).toBeUndefined();
});

import { parseJson } from "@common/text/json";
import { expect, test } from "vitest";
import { createFieldView } from "@backend/gateway/platform/fields/view";
import type { Leaf } from "@backend/gateway/platform/fields/leaves";
import { jsonText } from "@backend/gateway/platform/http/reply";
import { isCut, replyWithin } from "./field-rights";
import { ELASTIC_ROUTES } from "@backend/gateway/platform/http/engine-calls";

const leaf = (name: string): Leaf => ({
  name,
  type: "keyword",
  indexed: true,
  nested: false,
  names: [],
  copies: [],
  scripted: false,
});

test("how much room fields take is told of those alone that a credential may search", () => {
  const row = ELASTIC_ROUTES.find(({ path }) => path.endsWith("/_disk_usage"));
  if (row === undefined) throw new Error("no such route");
  expect(isCut(row)).toBe(true);
  const usage = {
    _shards: { failed: 0 },
    shop: { store_size_in_bytes: 9, fields: { brand: { total_in_bytes: 4 }, cost: { total_in_bytes: 5 } } },
  };
  const view = createFieldView({ includes: [], excludes: ["cost"] }, ["brand", "cost"].map(leaf));
  const { body } = replyWithin(row, jsonText(JSON.stringify(usage), 200), view);
  expect(parseJson(body)).toEqual({ ...usage, shop: { ...usage.shop, fields: { brand: { total_in_bytes: 4 } } } });
});

import { CALLS_LIMITS } from "@common/limits/calls";
import { call, type Driver, type Drivers, type Heavy, many, padded, post, withValues } from "../calls";

type Name = keyof typeof CALLS_LIMITS;
const most = (name: Name) => CALLS_LIMITS[name].most;

function driven(
  name: Name,
  make: (count: number) => Heavy,
  { refused = [400], says }: { refused?: number[]; says?: RegExp } = {},
): Driver {
  return { at: make(most(name)), past: make(most(name) + 1), refused, ...(says && { says }) };
}

const own = (body: () => object | string) => post("/_storedquery/validate", body);
const stored = { index: "shop", query: { query: { match_all: {} } } };

export const CALLS_DRIVERS: Drivers = {
  ownBody: driven("ownBody", (bytes) => own(() => padded({ ...stored, params: {} }, bytes)), { refused: [413] }),
  ownValues: driven(
    "ownValues",
    (count) => own(() => withValues((items) => ({ ...stored, params: { a: many(items, () => 1) } }), count)),
    { says: /values/ },
  ),
  ownText: driven("ownText", (length) => own(() => ({ ...stored, params: { a: "x".repeat(length) } })), {
    says: /String value length/,
  }),
  synonymsBody: driven("synonymsBody", (bytes) => call("PUT", "/_synonym/shop", () => "[]".padEnd(bytes, " ")), {
    refused: [413],
  }),
  // Many callers at a time, on a server with a smaller bound.
  bodyDepth: { test: "backend/gateway/platform/access/bounds.test.ts" },
  keepMinutes: { test: "tests/contract/access-control/access-bounds.test.ts" },
  bodies: { test: "tests/contract/platform/settings.test.ts" },
};

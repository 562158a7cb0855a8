import { expect, test } from "vitest";
import { CALLS_LIMITS } from "@common/limits/calls";
import { CredentialSchema } from "../auth/credential";
import type { Caller } from "../auth/types";
import { requireDepth } from "../fields/refusal";
import { indicesInSearch } from "./body-indices";
import { requireSeenFields } from "./field-definitions";
import { requireNoScripts } from "./scripts";

const { bodyDepth } = CALLS_LIMITS;

function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level++) value = [value];
  return value;
}

const credential = CredentialSchema.parse({
  username: "a",
  password: "b",
  indices: ["*"],
  categories: [],
  acls: [],
  ops: [],
  include_fields: ["name"],
});
const caller: Caller = { kind: "credential", credential };

test.each<[string, (levels: number) => unknown]>([
  ["indices", (levels) => indicesInSearch(nested(levels))],
  ["scripts", (levels) => requireNoScripts(nested(levels))],
  ["fields of a mapping", (levels) => requireSeenFields(caller, nested(levels))],
  ["fields of a search", requireDepth],
])("bodyDepth, looked through for %s", (_what, look) => {
  expect(() => look(bodyDepth.most)).not.toThrow();
  expect(() => look(bodyDepth.most + 1)).toThrow(expect.objectContaining({ status: 400 }));
});

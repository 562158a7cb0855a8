import { expect, it } from "vitest";
import { seedChange } from "../../../tests/setup/seed-change";
import { testContext } from "../../../tests/setup/console";
import { getEntry, listEntries } from "./log-store.server";

it("an entry is read whatever bytes are in the id of its resource", () => {
  const { dataDir, sessionSecrets: secrets } = testContext().config;
  const server = "http://search.test";
  const odd = { resource: "\0x", name: "films · \0x" };
  seedChange({ dataDir, secrets, id: "c-1", server, person: "mira", index_name: "films", ...odd });
  expect(getEntry(dataDir, { id: "c-1", server })).toMatchObject(odd);
  const wanted = { server, rights: ["documents:write", "indices:write"], indices: null };
  expect(listEntries(dataDir, { wanted, page: 1, size: 10 })).toMatchObject({ total: 1, rows: [odd] });
});

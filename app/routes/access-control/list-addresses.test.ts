import { expect, it } from "vitest";
import { accesses, credentialList, states } from "./credentials/_parts/addresses";
import { userList } from "./users/_parts/addresses";

// What the lists of users and credentials are set to comes back from their addresses, and what makes no sense there is
// told.

const texts = ["", "a b", "50%41", "a&q=b", "ü", "'\"<b>", "+", "#?"];

it("comes back as it was", () => {
  for (const q of texts)
    for (const access of ["", ...accesses] as const)
      for (const state of ["", ...states] as const)
        for (const order of ["asc", "desc"] as const) {
          const next = { q, access, state, sort: { by: "expiry", order }, page: 3 } as const;
          const there = credentialList.at(new URL(credentialList.at("").href(next), "http://x.test/"));
          expect([there.state, there.remarks]).toMatchObject([next, []]);
        }
});

it.each(["access=admin", "state=gone", "sort=password", "order=up", "size=-1", "page=0", "page=x"])(
  "tells that %s is none, and shows the list",
  (query) => {
    for (const list of [credentialList, userList]) {
      const here = list.at(`?q=a&${query}`);
      expect(here.state).toMatchObject({ q: "a", page: 1 });
      if (!/^(access|state)/.test(query)) expect(here.remarks).toHaveLength(1);
    }
  },
);

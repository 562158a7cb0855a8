import { changesServer } from "../../setup/reading-calls";
import type { Check } from "../check";

/**
 * What our own pages ask for by a link: a search on its way to a stored query, and what relevance tests found. A
 * link on another site makes neither (tests/routes/hostile/reading.test.ts).
 */
const OWN_ASKING = /^(now there is|there is no more) (drafts .*"kind":"saved search"|relevance_(tests|runs) )/;

/** To look at an address changes nothing on the server or in the console's own store, and nobody's session. */
export const noChange: Check = {
  says: "changes nothing",
  look: ({ calls, headers }) => {
    const changing = calls.filter((call) => {
      const [method = "", path = ""] = call.split(" ");
      return changesServer(method, path);
    });
    const session = headers.getSetCookie().some((line) => line.startsWith("sd_session"));
    return [...changing.map((call) => `called ${call}`), ...(session ? ["gave another session"] : [])];
  },
  end: (_, world) => world.changed().filter((row) => !OWN_ASKING.test(row)),
};

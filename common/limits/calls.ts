import type { Limits } from "./limit";

const LOOP = "no other call waits longer than 200 ms";
const MEMORY = "the back end stays below 1.2 GB";

/** Calls that the server makes to itself and to others, scripts, and what one caller may hold open. */
export const CALLS_LIMITS = {
  ownBody: {
    what: "body of a call to a resource of this server: users, credentials, rules, settings",
    where: "every route that is not named elsewhere",
    most: 5 * 1024 ** 2,
    unit: "bytes",
    answer: "413",
    protects: LOOP,
  },
  ownValues: {
    what: "values in such a body",
    where: "the same",
    most: 250_000,
    unit: "pieces",
    answer: "400",
    protects: LOOP,
  },
  ownText: {
    what: "one text in such a body",
    where: "the same",
    most: 1_000_000,
    unit: "characters",
    answer: "400",
    protects: LOOP,
  },
  synonymsBody: {
    what: "body of a call that writes synonyms",
    where: "`PUT /_synonym/:index`",
    most: 16 * 1024 ** 2,
    unit: "bytes",
    answer: "413",
    protects: LOOP,
  },
  bodies: {
    what: "bodies of all calls that are held at the same time, all callers together",
    where: "every route",
    most: 256 * 1024 ** 2,
    unit: "bytes",
    answer: "429, `Data too large`, `Retry-After: 1`",
    protects: MEMORY,
    source: "Elasticsearch's words for its own bound of this kind",
  },
  bodyDepth: {
    what: "levels of a body that is looked through for indices, fields and scripts that its caller may not use",
    where: "calls of the engine",
    most: 200,
    unit: "levels",
    answer: "400; in what is told of others, what is deeper is left out",
    protects: "the stack of the loop",
  },
  keepMinutes: {
    what: "minutes for which the password before a rotation stays good",
    where: "`POST /_permission/:name/_rotate`",
    most: 7 * 24 * 60,
    unit: "minutes",
    answer: "400",
    protects: "credentials: with two passwords for long, a rotation changes nothing",
  },
} as const satisfies Limits;

import type { Verdict } from "../../setup/backend";

// What a search server answers a form with that fails, is silent or talks nonsense.

const json = (status: number, body: unknown): Verdict => ({ status, body: JSON.stringify(body) });
const refused = (status: number) =>
  json(status, { error: { type: "odd_exception", reason: `odd words of ${status}` }, status });
const refused402 = (message: string) => json(402, { error: { code: 402, status: "Payment Required", message } });
/**
 * How long the console waits for the silent server: where only changes meet silence, reading has to be done in that
 * time on a loaded machine too.
 */
export const waits = { changes: 5000, everything: 1000 };

/**
 * Where screens have words of their own, or a reader of their own, for an answer, each form meets it: `always`. The
 * others are told by what all forms share.
 */
export type Lie = { what: string; status: number; verdict: Verdict; says: RegExp; always?: true };
export const lies: readonly Lie[] = [
  { what: "400", always: true, status: 400, verdict: refused(400), says: /odd words of 400/ },
  { what: "401", status: 403, verdict: refused(401), says: /Your user is not allowed to do this.*odd words of 401/ },
  {
    what: "403",
    always: true,
    status: 403,
    verdict: refused(403),
    says: /Your user is not allowed to do this.*odd words of 403/,
  },
  { what: "404", always: true, status: 404, verdict: refused(404), says: /odd words of 404|There is no document/ },
  {
    what: "409",
    always: true,
    status: 409,
    verdict: refused(409),
    says: /odd words of 409|already exists|There is a stored query|with this id exists again|changed in the meantime/,
  },
  { what: "402", status: 402, verdict: refused402("Payment required"), says: /Payment is required/ },
  {
    what: "402 of one feature",
    status: 402,
    verdict: refused402("odd words are not available for the 2021-starter plan users"),
    says: /not part of the plan of this server.*odd words are not available|Payment is required/,
  },
  { what: "429", status: 429, verdict: refused(429), says: /too busy/ },
  { what: "500", status: 500, verdict: refused(500), says: /odd words of 500/ },
  { what: "503", status: 503, verdict: refused(503), says: /odd words of 503/ },
  {
    what: "503 without a word",
    status: 503,
    verdict: { status: 503, body: "" },
    says: /The search server failed \(503\) and did not say why/,
  },
  { what: "a connection that breaks", always: true, status: 502, verdict: "break", says: /cannot be reached/ },
  { what: "silence", status: 504, verdict: "pass", says: /took too long to answer/ },
  {
    what: "a web page",
    status: 502,
    verdict: { status: 200, headers: { "Content-Type": "text/html" }, body: "<!doctype html><title>Hello</title>" },
    says: /cannot be read/,
  },
  {
    what: "JSON of another shape",
    always: true,
    status: 502,
    verdict: json(200, { hello: ["world"] }),
    says: /cannot be read/,
  },
  { what: "half an answer", status: 502, verdict: "half", says: /cannot be reached/ },
];

/** Answers of a change that say themselves, with a 200, that nothing came of it: every kind of change meets each. */
export const lesser: readonly Lie[] = [
  {
    what: "a 200 that is not acknowledged",
    always: true,
    status: 422,
    verdict: json(200, { acknowledged: false, shards_acknowledged: false }),
    says: /did not confirm the change/,
  },
  {
    what: "a 200 whose items were all refused",
    always: true,
    status: 422,
    verdict: json(200, {
      took: 1,
      errors: true,
      items: ["1", "2"].map((_id) => ({ index: { _id, status: 400, error: { type: "odd", reason: "odd items" } } })),
    }),
    says: /odd items/,
  },
  {
    what: "a 200 for what others changed meanwhile",
    always: true,
    status: 422,
    verdict: json(200, {
      took: 1,
      timed_out: false,
      total: 7,
      deleted: 0,
      updated: 0,
      version_conflicts: 7,
      failures: [],
    }),
    says: /None of 7 documents was processed: 7 had been changed meanwhile/,
  },
  {
    what: "a 200 that holds an error",
    always: true,
    status: 422,
    verdict: json(200, { error: { type: "odd", reason: "odd error" } }),
    says: /odd error/,
  },
];

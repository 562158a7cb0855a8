import { NO_SECOND_FACTOR } from "@common/access-control/second-factor";
import { expect, it } from "vitest";
import { playServer, testContext } from "../../tests/setup/console";
import { giveCode } from "./second-step.server";

// Played, for our own back end refuses a well-formed code with a 400 only where there is no second factor.

const refusal = (status: number, message: string) => ({
  status,
  body: { error: { code: status, message, status: "Bad Request" } },
});

it.each([
  {
    what: "says that the user has none",
    answer: refusal(400, NO_SECOND_FACTOR),
    result: { ok: true, proof: undefined },
  },
  {
    what: "does not have the call",
    answer: refusal(400, "elastic: Error 400 (Bad Request)"),
    result: { ok: true, proof: undefined },
  },
  {
    what: "refuses the request with other words",
    answer: refusal(400, "minutes must be at most 10"),
    result: { ok: false, message: "minutes must be at most 10 Try the code again." },
  },
])("a server that $what", async ({ answer, result }) => {
  const server = await playServer(() => answer);
  try {
    const context = testContext({ SEARCH_URL: server.url });
    expect(
      await giveCode({ step: { url: server.url, username: "mira", password: "right" }, code: "123456", context }),
    ).toEqual(result);
  } finally {
    await server.close();
  }
});

import { expect, it } from "vitest";
import { playServer, testContext } from "../../../../tests/setup/console";
import { createClient } from "../../platform/http/client.server";
import { getTemplate } from "./read.server";

it("reads a template out of the list where the server stores it and answers 405 to a GET of its name", async () => {
  const stored = { index_templates: [{ name: "shops", index_template: { index_patterns: ["shop-*"] } }] };
  const server = await playServer(({ path }) =>
    path === "/_index_template" ? { body: stored } : { status: 405, body: "" },
  );
  const http = createClient({ baseUrl: server.url, token: "dTpw", context: testContext({ SEARCH_URL: server.url }) });
  try {
    expect((await getTemplate({ http }, { kind: "composable", name: "shops" }))?.body).toEqual({
      index_patterns: ["shop-*"],
    });
    expect(await getTemplate({ http }, { kind: "composable", name: "gone" })).toBeUndefined();
  } finally {
    await server.close();
  }
});

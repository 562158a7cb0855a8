import { describe, expect, it } from "vitest";
import type { loader as consolePage } from "~/routes/data/console/console";
import type { loader as historyPage } from "~/routes/data/console/history";
import { openStore } from "~/services/platform/store/database.server";
import { testContext } from "../../setup/console";
import { openScreen } from "../../setup/open-screen";
import { backend, behind, gate, locationOf, post, run, startConsole } from "./support/console";

startConsole();

describe("what the console keeps", () => {
  it("is the history of each, secrets masked, no answers, and the text of it again", async () => {
    await run('PUT /made/_doc/9?password=hunter2\n{ "password": "hunter2", "a": 1 }');
    const { data } = await openScreen<typeof historyPage>("console/history", { backend: behind() });
    expect(data?.rows[0]).toMatchObject({ method: "PUT", path: "/made/_doc/9?password=••••••", state: "answered" });
    const again = await openScreen<typeof consolePage>(`console?history=${data?.rows[0]?.id}`, { backend: behind() });
    expect(again.data?.text).toContain('"a": 1');
    expect(again.data?.notice).toBe("Secrets are masked.");
    const { dataDir } = testContext().config;
    const rows = JSON.stringify(openStore(dataDir).prepare("SELECT * FROM console_history").all());
    expect(rows).not.toContain("hunter2");
    const other = await openScreen<typeof historyPage>("console/history", {
      backend: behind(),
      as: { actions: ["develop"], indices: ["films"] },
    });
    expect(other.data?.total).toBe(0);
  });

  it("is texts by name, shared but for those held to indices, deleted by who saved them", async () => {
    const text = '# my check\nGET /films/_count\n\nPOST /x/_doc\n{ "n": 1 }\n';
    const saved = await post(text, { do: "save", name: "Weekly check" });
    expect(saved.flash).toBe("Saved as Weekly check.");
    expect(await post(text, { do: "save" })).toHaveFieldError("name", /Enter a name/);
    const { data } = await openScreen<typeof consolePage>("console", {
      backend: behind(),
      as: { actions: ["develop"] },
    });
    const found = data?.saved.find(({ name }) => name === "Weekly check");
    expect(found).toMatchObject({ requests: 2, own: false, person: backend.username });
    expect(
      (await openScreen<typeof consolePage>(`console?saved=${found?.id}`, { backend: behind() })).data,
    ).toMatchObject({ text, name: "Weekly check" });
    const held = await openScreen<typeof consolePage>("console", {
      backend: behind(),
      as: { actions: ["develop"], indices: ["films"] },
    });
    expect(held.data?.saved).toEqual([]);
    const forget = `console/forget?saved=${found?.id}`;
    const refused = await openScreen(forget, {
      backend: behind(),
      as: { actions: ["develop"] },
      form: { intent: "forget" },
    });
    expect(refused.errors[""]?.[0]).toContain("only who saved a request");
    expect((await openScreen(forget, { backend: behind(), form: { intent: "forget" } })).flash).toBe(
      "Saved request deleted.",
    );
    const secret = await post('POST /x\n{ "token": "t0p" }', { do: "save", name: "Secret" });
    expect(secret.flash).toBe("Saved as Secret. Secrets are masked.");
    expect((await openScreen("console/forget", { backend: behind(), form: { intent: "forget" } })).flash).toMatch(
      /requests? deleted from the history/,
    );
  });

  it("imports a curl command behind the text, and says what it leaves out", async () => {
    const imported = await post("GET /a", {
      do: "curl",
      curl: `curl -u ann:pw -X PUT ${gate.url}/b/_doc/1 -d '{"x":1}'`,
    });
    expect(imported.flash).toBe("Imported PUT /b/_doc/1. Left out: sign-in.");
    const opened = await openScreen<typeof consolePage>(locationOf(imported), { backend: behind() });
    expect(opened.data).toMatchObject({ text: 'GET /a\n\nPUT /b/_doc/1\n{"x":1}\n', chosen: 1, answers: [] });
    const elsewhere = await post("GET /a", {
      do: "curl",
      curl: "curl -X DELETE http://ann:pw@prod.example.org:9200/b",
    });
    expect(elsewhere).toHaveFieldError(
      "curl",
      /^The request names http:\/\/prod\.example\.org:9200, and this console is signed in to http/,
    );
    expect(await post("GET /a", { do: "curl", curl: "curl prod:9200/b" })).toHaveFieldError("curl", /names prod:9200/);
    expect(await post("GET /a", { do: "curl", curl: "wget x" })).toHaveFieldError("curl", /must start with curl/);
  });

  it("starts with a request of the log", async () => {
    await backend.call("POST", "/films/_search?size=1", { query: { match: { title: "2" } } });
    const { body } = await backend.call("GET", "/films/_logs?size=1");
    const id = (body as { logs: { id: string }[] }).logs[0]?.id ?? "";
    const { data } = await openScreen<typeof consolePage>(`console?log=${id}`, { backend: behind() });
    expect(data?.text).toMatch(/^POST \/films\/_search(\?size=1)?\n\{"query":\{"match":\{"title":"2"\}\}\}\n$/);
    expect((await openScreen<typeof consolePage>("console?log=none", { backend: behind() })).data?.notice).toContain(
      "no longer in the request log",
    );
  });

  it("belongs to its session", async () => {
    const posted = await post("GET /films/_count");
    const stranger = await openScreen<typeof consolePage>(locationOf(posted), {
      backend: behind(),
      as: { actions: ["develop"] },
    });
    expect(stranger.data).toMatchObject({ answers: [], notice: expect.stringContaining("no longer kept") });
  });
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loader as pipelinesLoader } from "~/routes/pipelines/list/list";
import { samplePipeline, storedPipeline } from "../../e2e/support/screens";
import { startTestBackend, type TestBackend } from "../../setup/backend";
import { type Module, openScreen } from "../../setup/open-screen";

let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend();
  const make = (id: string, change: (text: string) => string) =>
    backend.call("POST", "/_pipeline", {
      ...storedPipeline,
      content: change(storedPipeline.content.replaceAll(samplePipeline, id)),
    });
  await make("boots", (text) => text);
  await make("hats", (text) => text.replace("priority: 3", "priority: 3\nenabled: false"));
  await make("coats", (text) => text.replace("method: POST", "method: PUT"));
}, 60_000);
afterAll(() => backend.close());

async function listed(query: string, instead: Module = {}): Promise<string[]> {
  const { data } = await openScreen<typeof pipelinesLoader>(`pipelines${query}`, { backend, instead });
  return (data?.list?.rows ?? []).map(({ id }) => id).sort();
}

/** What is wrong with how a list keeps to the filters in its address; each leaves something out and something in. */
async function wrong(instead: Module = {}): Promise<string[]> {
  const wanted = {
    "?q=boot": ["boots"],
    "?status=off": ["hats"],
    "?status=on": ["boots", "coats"],
    "?method=PUT": ["coats"],
    "?method=PUT&status=off": [],
  };
  const found: string[] = [];
  for (const [query, ids] of Object.entries(wanted)) {
    const seen = await listed(query, instead);
    if (seen.join() !== ids.join()) found.push(`${query} shows ${seen.join()}`);
  }
  return found;
}

describe("the list of pipelines", () => {
  it("shows what the filters in its address let through", async () => {
    expect(await listed("")).toEqual(["boots", "coats", "hats"]);
    expect(await wrong()).toEqual([]);
  });

  it.each(["q", "status", "method"])("is found out where it ignores %s in its address", async (parameter) => {
    const blind: Module = {
      loader: (args) => {
        const url = new URL(args.request.url);
        url.searchParams.delete(parameter);
        return pipelinesLoader({ ...args, request: new Request(url, { headers: args.request.headers }) });
      },
    };
    expect((await wrong(blind)).join()).toContain(`?${parameter}=`);
  });
});

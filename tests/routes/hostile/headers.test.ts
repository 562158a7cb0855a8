import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { exportFile } from "~/lib/data/documents/export-file.server";
import { openStore } from "~/services/platform/store/database.server";
import { startTestBackend, type TestBackend } from "../../setup/backend";
import { cookiesOf } from "../../setup/console";
import { payloads } from "../../setup/hostile/payloads";
import { seedConsole, seedServer } from "../../setup/hostile/stored";
import { mountedPaths, sampleIndex } from "../../e2e/support/screens";
import { startWholeConsole, type WholeConsole } from "../../setup/whole-console";

// What stands in the heads of answers: nothing of a caller's, nothing that lets a cache keep them, another site frame
// them or a browser guess what they are.

let backend: TestBackend;
let site: WholeConsole;
let cookie = "";
beforeAll(async () => {
  backend = await startTestBackend();
  await seedServer(backend.call);
  site = await startWholeConsole({ SEARCH_URL: backend.url });
  const body = new URLSearchParams({
    intent: "sign-in",
    url: backend.url,
    username: backend.username,
    password: backend.password,
  });
  cookie = cookiesOf(
    (await fetch(`${site.url}/login`, { method: "POST", redirect: "manual", headers: { Origin: site.url }, body }))
      .headers,
  );
  seedConsole({
    dataDir: site.dataDir,
    server: backend.url,
    person: backend.username,
    secrets: ["a secret for tests"],
  });
}, 180_000);
afterAll(async () => {
  await site.close();
  await backend.close();
});

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${site.url}${path}`, {
    redirect: "manual",
    headers: { Cookie: cookie, "Accept-Encoding": "identity", ...headers },
  });

const downloads = [
  ...["csv", "json", "ndjson"].flatMap((format) => [
    `/resources/${sampleIndex}/browse/documents/file?format=${format}`,
    `/resources/changes/file?format=${format}`,
    `/resources/${sampleIndex}/changes/file?format=${format}`,
  ]),
  "/resources/import/hostileDone/failed?as=rows",
  "/resources/import/hostileDone/failed?as=report",
];
const texts = [
  `/resources/${sampleIndex}/browse/1/raw`,
  "/resources/request-logs/sweep-log/raw",
  `/resources/${sampleIndex}/mapping`,
  `/resources/${sampleIndex}/settings`,
];

// Of pages: tests/walks.
describe("every other answer", () => {
  it("is kept by no cache, framed by nobody, guessed by no browser", async () => {
    const wrong: string[] = [];
    const data = mountedPaths().flatMap(({ path }, at) => (at % 8 === 0 ? [`${path}.data`] : []));
    const others = [
      "/resources/search-suggestions?app=sweep-films&q=a",
      "/resources/console/names",
      "/no/such/page",
      "/%zz",
      "/resources/preferences",
    ];
    for (const path of [...data, ...others, ...downloads, ...texts]) {
      const answer = await get(path);
      await answer.body?.cancel();
      const has = (name: string) => answer.headers.get(name) ?? "";
      const complain = (what: string) => wrong.push(`${path} (${answer.status}): ${what}`);
      if (!/no-store/.test(has("cache-control"))) complain(`Cache-Control ${has("cache-control")}`);
      if (has("x-content-type-options") !== "nosniff") complain("no nosniff");
      if (has("referrer-policy") !== "same-origin") complain(`Referrer-Policy ${has("referrer-policy")}`);
      if (/html/.test(has("content-type")) && !/frame-ancestors 'none'/.test(has("content-security-policy")))
        complain("may be framed");
      if (/html/.test(has("content-type")) && !/base-uri 'none'/.test(has("content-security-policy")))
        complain("takes a base");
      if (has("access-control-allow-origin") !== "" || has("x-powered-by") !== "" || has("server") !== "")
        complain("says too much");
    }
    expect(wrong).toEqual([]);
  }, 180_000);

  it.each(downloads)("that is a file is one, and of its type: %s", async (path) => {
    const answer = await get(path);
    expect(answer.status).toBe(200);
    const type = /=(csv|report|rows)$/.test(path)
      ? /^(text\/csv|application\/x-ndjson); charset=utf-8$/
      : /^application\/(json|x-ndjson); charset=utf-8$/;
    expect(answer.headers.get("Content-Type")).toMatch(type);
    expect(answer.headers.get("Content-Disposition")).toMatch(
      /^attachment; filename="[\w.-]+"(; filename\*=UTF-8''[\w.!~%-]+)?$/,
    );
    await answer.body?.cancel();
  });

  it.each(texts)("that is a text is no page: %s", async (path) => {
    const answer = await get(path);
    expect([answer.status, answer.headers.get("Content-Type")]).toEqual([200, "text/plain; charset=utf-8"]);
    await answer.body?.cancel();
  });
});

describe("names in headers", () => {
  const names = {
    "a line": "films\r\nX-Told: 1",
    quotes: 'films"; filename="x.exe',
    semicolons: "films; filename*=UTF-8''x.exe",
    "a path": "../../etc/passwd",
    "another path": "..\\..\\autoexec.bat",
    "letters of the world": "Фильмы 映画 🎬",
    "letters that look like others": "fіlms",
    "letters that turn round": "films\u202egpj.exe",
    nothing: "",
    "controls and separators": "a\u0000b\u2028c\u0085d",
    "very many letters": "a".repeat(5000),
    markup: payloads.quotes,
    "half a letter": "films\ud800",
  };
  it.each(Object.entries(names))("of a file with %s stay one name", async (_, name) => {
    const made = exportFile({
      name,
      format: "csv",
      columns: [],
      json: () => "",
      pages: (async function* () {})(),
      drained: async () => {},
    });
    const header = (await made).headers.get("Content-Disposition") ?? "";
    expect(header).toMatch(/^attachment; filename="[\w.-]*\.csv"; filename\*=UTF-8''[\w.!~%-]+$/);
    expect(header.length).toBeLessThan(1500);
  });

  it("of an address write no header of their own", async () => {
    const inside = "x%0d%0aX-Told:%201%0d%0aSet-Cookie:%20told=1";
    const paths = [
      `/app/${inside}`,
      `/app/${inside}/browse`,
      `/${inside}`,
      `/cluster?q=${inside}`,
      `/login?redirectTo=/${inside}`,
      `/go?q=${inside}`,
      `/resources/${inside}/mapping`,
    ];
    for (const path of [
      ...paths,
      `/cluster/templates/legacy/${inside}`,
      `/search-preview/${inside}`,
      `/app/${sampleIndex}/jobs/${inside}`,
    ]) {
      for (const signedIn of [true, false]) {
        const lines = [
          `GET ${path} HTTP/1.1`,
          `Host: ${new URL(site.url).host}`,
          "Connection: close",
          ...(signedIn ? [`Cookie: ${cookie}`] : []),
        ];
        const { head } = await site.raw(`${lines.join("\r\n")}\r\n\r\n`);
        expect(head, path).not.toMatch(/^(x-told|set-cookie: told)/im);
      }
    }
  });
});

describe("a forged host", () => {
  const forged: Record<string, string>[] = [
    { "X-Forwarded-Host": "evil.test", "X-Forwarded-Proto": "https" },
    { Forwarded: "host=evil.test;proto=https" },
    {
      "X-Host": "evil.test",
      "X-Original-Host": "evil.test",
      "X-Original-URL": "http://evil.test/",
      "X-Rewrite-URL": "/logout",
    },
  ];
  it.each(forged)("by %j is in no page, link or cookie", async (headers) => {
    for (const path of ["/login", "/cluster", "/no/such/page", "/app/none", "/logout"]) {
      const answer = await get(path, headers);
      const said = [...answer.headers].map((pair) => pair.join(": ")).join("\n") + (await answer.text());
      expect(said, path).not.toContain("evil.test");
      expect(answer.headers.getSetCookie().join(), path).not.toMatch(/Domain=|Secure/);
    }
  });

  it.each([
    "evil.test",
    "evil.test:80",
    `evil.test@127.0.0.1`,
    "evil.test/x",
    "127.0.0.1 evil.test",
    "",
    "[::1",
    "evil.test#",
  ])("as the Host itself (%j) is in no page, link or cookie", async (host) => {
    for (const path of ["/login", "/cluster", "/no/such/page"]) {
      const { head, body, status } = await site.raw(
        `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
      );
      expect([200, 302, 400, 404]).toContain(status);
      expect(`${head}${body}`, path).not.toContain("evil.test");
    }
  });
});

it("writes formulas into no report, and leaves data as it is", async () => {
  openStore(site.dataDir).exec(`UPDATE changes SET address = '=cmd|''/c told''!A1'`);
  const report = await (await get("/resources/changes/file?format=csv")).text();
  expect(report).toMatch(/'=cmd/);
  expect(report).not.toMatch(/(^|,)"?[=+@]/m);
  expect(await (await get("/resources/import/hostileDone/failed?as=report")).text()).not.toMatch(/(^|,)"?[=+@]/m);
  const data = await (await get(`/resources/${sampleIndex}/browse/documents/file?format=csv`)).text();
  expect(data).toContain("=cmd|'/c told'!A1");
  expect(data).not.toContain("'=cmd");
});

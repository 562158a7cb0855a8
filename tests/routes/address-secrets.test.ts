import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestBackend, type TestBackend } from "../setup/backend";
import { cookiesOf } from "../setup/console";
import { startWholeConsole, type WholeConsole } from "../setup/whole-console";

// A password in an address of the console: used or dropped at once, and never again in a page, a header or the log.

let backend: TestBackend;
let site: WholeConsole;
let cookie = "";
beforeAll(async () => {
  backend = await startTestBackend();
  await backend.call("PUT", "/films/_doc/a?refresh=true", { title: "A" });
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
});
afterAll(async () => {
  await site.close();
  await backend.close();
});

const WRONG = "wr0ng-s3cret";
const pages = [
  "/",
  "/cluster",
  "/login",
  "/logout",
  "/signup",
  "/install",
  "/billing",
  "/app/films",
  "/app/films/browse",
  "/app/films/browse/a",
  "/app/none/import",
  "/import",
  "/analytics",
  "/no/such/page",
  "/account/preferences",
  "/cluster.data",
  "/_root.data",
  "/app/films/browse.data",
  "/resources/preferences",
  "/resources/import/x/failed",
  "/__manifest",
];
const secrets = (password: string) => [
  `password=${password}`,
  `username=admin&password=${password}`,
  `PassWord=${password}&q=1`,
  `url=${encodeURIComponent(backend.url.replace("//", `//admin:${password}@`))}`,
  `cluster=http://a:${password}@x.test`,
  `url=http://a:${password}@bad%20host`,
  `redirectTo=${encodeURIComponent(`/cluster?password=${password}`)}`,
  `next=${encodeURIComponent(`http://a:${password}@evil.test/`)}`,
];

/** Follows redirects by hand and gives all that came back on the way, heads and pages. */
async function walk({ path, signedIn, method = "GET" }: { path: string; signedIn: boolean; method?: string }) {
  let said = "";
  let status = 0;
  let target = path;
  let jar = signedIn ? cookie : "";
  for (let step = 0; step < 6; step += 1) {
    const answer = await fetch(`${site.url}${target}`, {
      method,
      redirect: "manual",
      headers: { Cookie: jar, Origin: site.url },
      ...(method === "POST" ? { body: new URLSearchParams({ intent: "x" }) } : {}),
    });
    const text = await answer.text();
    said += `${[...answer.headers].filter(([name]) => name !== "set-cookie").join("\n")}\n${answer.headers
      .getSetCookie()
      .filter((line) => !line.startsWith("sd_session"))
      .join("\n")}\n${text}`;
    status = answer.status;
    const location = answer.headers.get("Location");
    if (location === null) break;
    expect(location).toMatch(/^\/(?!\/)/);
    jar = [jar, cookiesOf(answer.headers)].filter((part) => part !== "").join("; ");
    target = location;
  }
  return { said, status, jar };
}

function seen(said: string, password: string) {
  let text = said;
  for (let n = 0; n < 4; n += 1) {
    if (text.includes(password)) return true;
    text = text.replace(/%[0-9a-f]{2}/gi, (escape) => String.fromCharCode(Number.parseInt(escape.slice(1), 16)));
  }
  return false;
}

// First, before wrong ones are too many.
it("uses a right one at once, on any page, and leads to the page without it", async () => {
  for (const page of ["/cluster", "/app/films/browse?q=1", "/login?redirectTo=/app/films", "/cluster.data"]) {
    const mark = page.includes("?") ? "&" : "?";
    const answer = await fetch(`${site.url}${page}${mark}username=${backend.username}&password=${backend.password}`, {
      redirect: "manual",
    });
    const said = `${await answer.text()} ${answer.headers.get("Location") ?? ""}`;
    expect(cookiesOf(answer.headers), page).toContain("sd_session");
    expect(said).not.toContain(backend.password);
  }
});

describe.each([{ signedIn: false }, { signedIn: true }])("signed in: $signedIn", ({ signedIn }) => {
  it("shows no password of an address, on any page", async () => {
    const shown: string[] = [];
    let asked = 0;
    for (const [at, page] of pages.entries()) {
      for (const [n, secret] of secrets(WRONG).entries()) {
        // Wrong passwords are counted by address: the bare one on every page, the others in turns.
        if (n !== 0 && (at + n) % 4 !== 0) continue;
        asked += 1;
        const { said, status } = await walk({ path: `${page}?a=1&${secret}`, signedIn });
        if (seen(said, WRONG) || status >= 500) shown.push(`${status} ${page}?${secret}`);
      }
    }
    console.log(`passwords in addresses: ${asked} walks`);
    expect(shown).toEqual([]);
  });

  it("drops it from the address of a form", async () => {
    const shown: string[] = [];
    for (const page of pages.filter((path) => !path.endsWith(".data"))) {
      const { said, status } = await walk({ path: `${page}?password=${WRONG}`, signedIn, method: "POST" });
      if (seen(said, WRONG) || status >= 500) shown.push(`${status} ${page}`);
    }
    expect(shown).toEqual([]);
  });
});

it("leads nowhere else by an address with two slashes", async () => {
  const answer = await site.raw(
    `GET //evil.test/?pwd=x HTTP/1.1\r\nHost: ${new URL(site.url).host}\r\nConnection: close\r\n\r\n`,
  );
  expect(answer.head).not.toMatch(/location: \/\/|location: http/i);
});

it("writes none to the log", () => {
  const lines = site.lines.filter(
    (line) => line.includes(WRONG) || line.includes(encodeURIComponent(backend.password)),
  );
  expect(site.lines.length).toBeGreaterThan(50);
  expect(lines.slice(0, 2)).toEqual([]);
});

import { afterAll, beforeAll, expect, it } from "vitest";
import { buildRoutes } from "../../routes.js";
import { startTestBackend, type TestBackend } from "../setup/backend";
import { cookiesOf } from "../setup/console";
import { isInTurn } from "../setup/turn";
import { startWholeConsole, type WholeConsole } from "../setup/whole-console";

// Whatever a caller sends to whatever address: never a 5xx. The addresses are those of routes.js.

let backend: TestBackend;
let site: WholeConsole;
let cookie = "";
/** The addresses that take forms. */
const acting = new Set<string>();
beforeAll(async () => {
  backend = await startTestBackend();
  await backend.call("PUT", "/films/_doc/a?refresh=true", { title: "A" });
  site = await startWholeConsole({ SEARCH_URL: backend.url });
  const form = new URLSearchParams({
    intent: "sign-in",
    url: backend.url,
    username: backend.username,
    password: backend.password,
  });
  cookie = cookiesOf(
    (
      await fetch(`${site.url}/login`, {
        method: "POST",
        redirect: "manual",
        headers: { Origin: site.url },
        body: form,
      })
    ).headers,
  );
  expect(cookie).toContain("sd_session");
  for (const path of plain)
    if ((await send({ method: "POST", target: path, headers: ["Content-Type: x"] })).status !== 405) acting.add(path);
  expect(acting.size).toBeGreaterThan(10);
});
afterAll(async () => {
  await site.close();
  await backend.close();
});

/**
 * The address of every module, `id` in the place of each of its parameters but the index. What stands at both levels is
 * asked for at one of them, the other after the next change: a module takes what comes, not its mount.
 */
function addresses(id: string, index = "films"): string[] {
  const routes = buildRoutes();
  const full = ({ path = "", parentId }: { path?: string; parentId: string }): string =>
    `${parentId === "root" ? "" : full(routes[parentId]!)}${path === "" ? "" : `/${path}`}`;
  const byModule = new Map<string, string[]>();
  for (const route of Object.values(routes)) {
    const path = full(route).replace(":appName", index).replace(/:\w+/g, id).replace("*", `no/where/${id}`);
    byModule.set(route.file, [...(byModule.get(route.file) ?? []), path === "" ? "/" : path]);
  }
  return [
    ...new Set([...byModule.values()].flatMap((mounts) => mounts.filter((_, at) => isInTurn(at, mounts.length)))),
  ];
}
const plain = addresses("a");
const dataOf = (path: string) => (path === "/" ? "/_root.data" : `${path}.data`);

const host = () => new URL(site.url).host;
type Sent = { method?: string; target: string; headers?: string[]; body?: string | Buffer; signedIn?: boolean };

async function send({ method = "GET", target, headers = [], body = "", signedIn = true }: Sent) {
  const bytes = Buffer.from(body);
  const sized =
    headers.some((line) => /^(content-length|transfer-encoding):/i.test(line)) || method === "GET"
      ? []
      : [`Content-Length: ${bytes.length}`];
  const lines = [
    `${method} ${target} HTTP/1.1`,
    `Host: ${host()}`,
    `Origin: ${site.url}`,
    "Connection: close",
    ...(signedIn ? [`Cookie: ${cookie}`] : []),
    ...sized,
    ...headers,
  ];
  return site.raw(Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1"), bytes]));
}

/** Sends all, a few at a time, and tells what came back as a 5xx or not at all. */
async function failures(all: Sent[]): Promise<string[]> {
  const found: string[] = [];
  const queue = [...all];
  async function work() {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const { status } = await send(next);
      if (status === 0 || status >= 500)
        found.push(
          `${status} ${next.method ?? "GET"} ${next.target.slice(0, 120)} ${(next.headers ?? []).join(", ").slice(0, 100)} ${String(next.body ?? "").slice(0, 60)}`,
        );
    }
  }
  await Promise.all([work(), work(), work(), work()]);
  return found;
}

const type = (name: string) => [`Content-Type: ${name}`];
const form = type("application/x-www-form-urlencoded");
const boundary = type("multipart/form-data; boundary=x");
const bodies: { headers: string[]; body: string | Buffer }[] = [
  { headers: type("application/json"), body: '{"intent":"a"}' },
  { headers: type("application/json"), body: "{" },
  { headers: type("text/plain"), body: "intent=a" },
  { headers: type(""), body: "intent=a" },
  { headers: [], body: "intent=a" },
  { headers: type("no type, at all;;;"), body: "a" },
  { headers: type("application/octet-stream"), body: Buffer.from([0, 255, 254]) },
  { headers: type("multipart/form-data"), body: "a" },
  { headers: boundary, body: "" },
  { headers: boundary, body: '--x\r\nContent-Disposition: form-data; name="intent"\r\n\r\na' },
  { headers: boundary, body: "--x\r\nContent-Disposition: form-data\r\n\r\na\r\n--x--" },
  {
    headers: boundary,
    body: '--x\r\nContent-Disposition: form-data; name="intent"; filename="a"\r\n\r\na\r\n--x--\r\n',
  },
  { headers: boundary, body: "--x\r\n\r\n\r\n--x--\r\n" },
  { headers: form, body: "" },
  { headers: form, body: "intent=%E0%A4%A&intent=%zz&=&&%00=%00" },
  { headers: form, body: Buffer.from([0x61, 0x3d, 0xff, 0xfe, 0x26, 0x62, 0x3d, 0xed, 0xa0, 0x80]) },
  { headers: form, body: "intent=start&fields[4294967294].name=a&fields[0]=b&fields=c" },
  { headers: form, body: `intent=start&${"a.".repeat(40_000)}b=1` },
  {
    headers: form,
    body: "intent=start&__proto__.x=1&fields[0].__proto__.y=1&constructor.prototype.z=1&fields[__proto__]=1",
  },
];
const intents = [
  "sign-in",
  "start",
  "upload",
  "paste",
  "sample",
  "cancel",
  "resume",
  "retry",
  "select",
  "restore",
  "create",
  "delete",
  "save",
  "edit",
];
const typed: typeof bodies = intents.map((intent) => ({
  headers: form,
  body: `intent=${intent}&intent=${intent}&name=%00&rows=%ED%A0%80&id=${"a".repeat(600)}&redirectTo=/%E2%98%83☃&redirectTo=//a`,
}));

it("takes no body for a fault of its own", async () => {
  // A third of the bodies at each address; pages without forms refuse whatever comes, and are asked less.
  const pages = plain.flatMap((target, at) =>
    bodies
      .filter((_, n) => isInTurn(at + n, acting.has(target) ? 3 : 9))
      .map((each) => ({ method: "POST", target, ...each })),
  );
  const data = [...acting].flatMap((target) =>
    [bodies[0]!, bodies[9]!, bodies[14]!].map((each) => ({ method: "POST", target: dataOf(target), ...each })),
  );
  const unsigned = [...acting].flatMap((target) =>
    [bodies[0]!, bodies[4]!, bodies[9]!].map((each) => ({ method: "POST", target, signedIn: false, ...each })),
  );
  // Each intent at every fifth address: most know none of them, and refuse all alike.
  const forms = [...acting].flatMap((target, at) =>
    typed.filter((_, n) => isInTurn(at + n, 5)).map((each) => ({ method: "POST", target, ...each })),
  );
  const all = [...pages, ...data, ...unsigned, ...forms];
  console.log(`hostile bodies: ${all.length} requests to ${plain.length} addresses`);
  expect(await failures(all)).toEqual([]);
}, 180_000);

it("takes no method for a fault of its own", async () => {
  const methods = ["PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "HEAD", "PROPFIND"];
  const others = [
    "/nothing/here",
    "/build/nothing.js",
    "/favicon.ico",
    "/__manifest",
    "/healthz",
    "/metrics",
    "/%7Fx",
    "/cluster.data",
    "/nothing.data",
  ];
  // A third of the methods at each screen: what is made of a method does not ask for the screen.
  const screens = plain.flatMap((target, at) =>
    methods.filter((_, n) => isInTurn(at + n, 3)).map((method) => ({ method, target })),
  );
  expect(
    await failures([...screens, ...others.flatMap((target) => methods.map((method) => ({ method, target })))]),
  ).toEqual([]);
}, 180_000);

const badIds = [
  "%E0%A4%A",
  "%zz",
  "%00",
  "%ED%A0%80",
  "%FF",
  "%F0%9F%98%80",
  "..",
  "%2e%2e",
  "%2F%2F",
  "%5C",
  "%3F%23",
  "a%0D%0Ab",
  "x".repeat(7000),
  "日本",
  "%25zz",
  "%",
  "'\"<>",
  "__proto__",
  "%E2%80%AE",
];

it("takes no id for a fault of its own", async () => {
  const all = badIds.flatMap((id) => [...addresses(id), ...addresses("a", id)].filter((path) => path.includes(id)));
  // Each id at a third of the addresses.
  const some = [...new Set(all)].filter((_, at) => isInTurn(at, 3));
  console.log(`hostile ids: ${some.length} requests`);
  expect(await failures(some.map((target, at) => ({ target: at % 4 === 0 ? dataOf(target) : target })))).toEqual([]);
});

const queries = [
  "%E0%A4%A",
  "a=%zz&b=%00",
  "q=%ED%A0%80&page=%FF",
  "page=1&page=2&page=x&size=9e99&sort=__proto__&order=%00&after=-1&from=1e9&f=%00&f=a",
  "index",
  "index=a&_data=routes/shell",
  "_routes=root,shell/cluster,__proto__&_routes=",
  "_routes=%00",
  "redirectTo=%E2%98%83/\\a&redirectTo=//b&url=%00&cluster=x:y&username=%00",
  `q=${"x".repeat(9000)}`,
  "header=%00&showProfile=&select=&draft=%00&undo=x&as=text&show=request&value=x&field=y&operator=z",
  "=&&&===;;;",
  "%5B%5D[]=1&a[b]=c",
];

it("takes no query for a fault of its own", async () => {
  // A sixth of the queries at each address, as a page and as data in turns.
  const all = plain.flatMap((path, at) =>
    queries.flatMap((query, n) =>
      isInTurn(at + n, 6) ? [{ target: `${n % 2 === 0 ? dataOf(path) : path}?${query}` }] : [],
    ),
  );
  const manifest = [
    "",
    "version=1",
    "p=/a",
    "version=1&p=%00&p=//a&p=%E0%A4%A",
    `version=1&${"p=/a&".repeat(900)}`,
    "version=x&p=/cluster",
  ].map((query) => ({
    target: `/__manifest?${query}`,
  }));
  console.log(`hostile queries: ${all.length + manifest.length} requests`);
  expect(await failures([...all, ...manifest])).toEqual([]);
});

it("takes no header for a fault of its own", async () => {
  const headers = [
    "Cookie: sd_session=%E0%A4%A; sd_flash=%zz; sd_prefs={; sd_zone=%00; sd_view=\u00ff; sd_kept=__proto__; =; ;;",
    `Cookie: ${"a=b; ".repeat(1500)}`,
    "Cookie: sd_prefs=%7B%22theme%22%3A%7B%7D%2C%22recent%22%3A%5B1%2C2%5D%7D; sd_flash=%7B%22kind%22%3A1%7D; sd_zone=No%2FZone",
    "Cookie: sd_prefs=null; sd_flash=null; sd_js=1",
    "Accept: \u00ff, ;q=x",
    "Accept-Encoding: br;q=x, *;q=9, ,,,",
    "Accept-Language: \u00ff",
    "User-Agent: ",
    "User-Agent: Googlebot \u00ff",
    "Content-Length: 5",
    "Transfer-Encoding: chunked",
    "Range: bytes=9-1,x",
    'If-None-Match: "',
    "If-Modified-Since: x",
    "X-Forwarded-Host: a b",
    "X-Forwarded-Proto: javascript",
    "X-Request-Id: \u00ff",
    "Referer: \u00ff://",
    "Save-Data: on",
    "Upgrade: websocket",
    "Expect: 100-continue",
    "X-Remix-Revalidate: 1",
    "Content-Encoding: gzip",
    "Sec-Fetch-Site: \u00ff",
    "Purpose: prefetch",
  ];
  const some = ["/cluster", "/login", "/app/films/browse/a", "/resources/import/x/events", "/nothing"];
  const reads = some.flatMap((target) =>
    headers.filter((line) => !/^(Content-Length|Transfer)/.test(line)).map((line) => ({ target, headers: [line] })),
  );
  const writes = some.flatMap((target) =>
    headers
      .filter((line) => !/^(Content-Length|Transfer)/.test(line))
      .map((line) => ({ method: "POST", target, headers: [line, ...form], body: "intent=x" })),
  );
  expect(await failures([...reads, ...writes])).toEqual([]);
  // Lengths that are none, and bodies that do not keep them.
  const lengths = [
    ["Content-Length: x"],
    ["Content-Length: -1"],
    ["Content-Length: 99999999999999"],
    ["Content-Length: 3", "Content-Length: 4"],
    ["Transfer-Encoding: chunked", "Content-Length: 3"],
    ["Transfer-Encoding: x"],
    ["Content-Length: 9007199254740993"],
  ];
  const answers = await Promise.all(
    lengths.map((more) => send({ method: "POST", target: "/login", headers: [...more, ...form], body: "zz\r\n" })),
  );
  expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
  const chunks = await send({
    method: "POST",
    target: "/login",
    headers: ["Transfer-Encoding: chunked", ...form],
    body: "zz\r\nnothing\r\n",
  });
  expect(chunks.status).toBeLessThan(500);
});

it("keeps every character of a deep link", async () => {
  for (const to of ["/app/日本語/browse?q=ñ☃𝒳", "/app/a%2Fb/browse/%E2%98%83#é"]) {
    const body = `intent=sign-in&url=${encodeURIComponent(backend.url)}&username=${backend.username}&password=${backend.password}&redirectTo=${encodeURIComponent(to)}`;
    const { status, head } = await send({ method: "POST", target: "/login", headers: form, body, signedIn: false });
    expect(status).toBe(302);
    const [, location = ""] = /^location: (.*)$/im.exec(head) ?? [];
    expect(decodeURI(location)).toBe(decodeURI(to));
    expect(location).toMatch(/^[\u0021-\u007e]+$/);
  }
});

it("never says more than a page that it was our fault", () => {
  const said = site.lines.filter((line) => /"level":(50|60)/.test(line)).map((line) => line.slice(0, 600));
  expect(said.slice(0, 3)).toEqual([]);
});

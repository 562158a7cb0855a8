import { afterAll, expect, test } from "vitest";
import {
  createEndpointAccess,
  EndpointRulesSchema,
} from "@backend/gateway/resources/data/reactivesearch/endpoint-access";
import { isAllowedUrl, isListedUrl, mayBeListedUrl, normalizeUrl } from "~/session/allowed-urls.server";
import { addressOn, lenientPath, plainAddress } from "./addresses";

// Every list that names paths, against every spelling of a way out of them. What a list admits lies within it for the
// most lenient server there may be.

const DOTS = [
  "..",
  "%2e%2e",
  ".%2E",
  "%252e%252e",
  "%25252e.",
  "%u002e.",
  "%c0%ae%c0%ae",
  "%e0%80%ae.",
  "%ef%bc%8e%ef%bc%8e",
  "\uff0e\uff0e",
  "..%00",
  "%2e%2e%20",
  "..%09",
];
const SLASHES = [
  "/",
  "//",
  "%2f",
  "%252F",
  "%5c",
  "\\",
  "%255c",
  "%c0%af",
  "%ef%bc%8f",
  "\uff0f",
  "/./",
  ";/",
  "%3b/",
  ";a=b/",
  "/;/",
  "%2f;x",
];
const AFTER = ["", ";", ";x=y", "%3bx", "%253b", "?", "#"];
const BEFORE = ["", "a/", "a%2f", "./", ";/", "a;b/"];

const PATHS = BEFORE.flatMap((before) =>
  DOTS.flatMap((dots) => AFTER.flatMap((after) => SLASHES.map((slash) => `${before}${dots}${after}${slash}admin`))),
);
const WITHIN = [
  "v1",
  "v1/",
  "v1/search",
  "v1/a%20b",
  "v1/%C3%A9t%C3%A9",
  "v1/a.b/..c",
  "v1/a-b_c~d?x=..%2f",
  "v1/x#/../y",
];

/**
 * Independent of the code that is tested: decodes until nothing changes, cuts parameters, takes every slash, resolves.
 */
function mostLenient(pathname: string): string {
  let text = pathname.replace(/%u([0-9a-f]{4})/gi, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
  for (let times = 0; times < 8; times++) {
    text = text
      .replace(/%c0%a(e|f)/gi, (_, last: string) => (last.toLowerCase() === "e" ? "." : "/"))
      .replace(/%e0%80%ae/gi, ".")
      .replace(/(?:%[0-9a-f]{2})+/gi, (escapes) => Buffer.from(escapes.replaceAll("%", ""), "hex").toString("latin1"));
  }
  text = Buffer.from(text, "latin1").toString("utf8").normalize("NFKC").replaceAll("\0", "");
  const parts: string[] = [];
  for (const part of text.split(/[\\/]/)) {
    const name = (part.split(";")[0] ?? "").trim();
    if (name === "..") parts.pop();
    else if (name !== "" && name !== ".") parts.push(name);
  }
  return `/${parts.join("/")}`;
}

const isWithin = (path: string) => `${path}/`.startsWith("/v1/");
const access = createEndpointAccess(EndpointRulesSchema.parse("https://api.test/v1"));
const config = { searchUrl: "https://main.test", allowedClusterUrls: ["https://api.test/v1"] };
afterAll(() => access.close());

const LISTS: [string, (path: string) => URL | null][] = [
  ["ENDPOINT_ALLOWED_URLS and SCRIPT_ALLOWED_URLS", (path) => {
    const url = plainAddress(`https://api.test/${path}`);
    return url && access.admits(url) ? url : null;
  }],
  ["ALLOWED_CLUSTER_URLS", (path) => {
    const url = normalizeUrl(`https://api.test/${path}`);
    return url !== undefined && isAllowedUrl({ url, config }) ? new URL(url) : null;
  }],
  ["a path of the server that one is signed in to", (path) => addressOn("https://api.test/v1", `/${path.replace(/^v1\/?/, "")}`)],
]; // prettier-ignore

test.each(LISTS)("%s: no spelling leads out of a listed path", (_, admitted) => {
  for (const path of PATHS.map((one) => `v1/${one}`)) {
    const url = admitted(path);
    if (url !== null) expect(isWithin(mostLenient(url.pathname)), `${path} as ${url.href}`).toBe(true);
  }
  for (const path of WITHIN) expect(admitted(path), path).not.toBeNull();
  expect(PATHS.length).toBeGreaterThan(8_000);
});

test("a list of what is kept from somebody holds every spelling of its paths", () => {
  const patterns = ["https://api.test/v1"];
  for (const path of ["v1", "%761", "v%31/", "v1;x", "v%2531", "a/../v1", "a%2f..%2fv1", ".;/v1", "v1%2f", "\uff561"]) {
    const url = normalizeUrl(`https://api.test/${path}`) ?? "";
    expect(mayBeListedUrl({ url, patterns }), path).toBe(true);
  }
  expect(mayBeListedUrl({ url: "https://api.test/v2", patterns })).toBe(false);
  expect(isListedUrl({ url: "https://api.test/%761", patterns })).toBe(false);
});

test("a path is read leniently to its end, whatever it is", () => {
  expect(lenientPath("/a/%252e%252e;x/b%5c..%5cc")).toBe("/c");
  expect(lenientPath("/%zz/%ff")).toBe("/%zz/\ufffd");
});

test("rules that hide a part of their path are none", () => {
  for (const rule of ["https://a.test/v1;x/", "https://a.test/a%2fb", "https://a.te\tst/v1", "https://a.test\\v1"])
    expect(EndpointRulesSchema.safeParse(rule).success, rule).toBe(false);
});

import { describe, expect, it } from "vitest";
import { hostileAddresses } from "../../tests/setup/hostile-addresses";
import { isAllowedUrl, normalizeUrl, splitAddress } from "./allowed-urls.server";

const allowed = (url: string, list: string[]) => {
  const normal = normalizeUrl(url);
  return (
    normal !== undefined &&
    isAllowedUrl({ url: normal, config: { searchUrl: "http://127.0.0.1:9280", allowedClusterUrls: list } })
  );
};

describe("isAllowedUrl", () => {
  it("allows the configured address in any spelling that fetches the same", () => {
    expect(allowed("http://127.0.0.1:9280/", [])).toBe(true);
    expect(allowed("127.0.0.1:9280", [])).toBe(true);
    // Decimal, hexadecimal and short forms are the same host to a URL parser.
    expect(allowed("http://2130706433:9280", [])).toBe(true);
    expect(allowed("http://127.1:9280", [])).toBe(true);
  });

  it.each([
    "http://127.0.0.1:9281",
    "http://localhost:9280",
    "https://127.0.0.1:9280",
    "http://127.0.0.1:9280@evil.test",
    "http://evil.test/#127.0.0.1:9280",
    "http://127.0.0.1:9280.evil.test",
    "http://127.0.0.1:9280\\@evil.test",
    "file:///etc/passwd",
    "http://169.254.169.254/latest",
  ])("refuses %s", (url) => {
    expect(allowed(url, [])).toBe(false);
  });

  it("compares what will be fetched, however the address is written", () => {
    for (const text of hostileAddresses("evil.test")) {
      const normal = normalizeUrl(text);
      if (normal === undefined) continue;
      expect(
        isAllowedUrl({
          url: normal,
          config: { searchUrl: "http://own.test", allowedClusterUrls: ["http://own.test", "http://*.own.test/es"] },
        }),
        JSON.stringify(text),
      ).toBe(new URL(normal).host === "own.test");
    }
    for (const path of ["..%2fadmin", "%2e%2e%2fadmin", "..%5cadmin", "..%2e/x"])
      expect(allowed(`http://node-1.inner.test/es/${path}`, ["http://*.inner.test/es"]), path).toBe(false);
  });

  it("takes * in host names, which crosses neither port nor scheme nor path", () => {
    const list = ["https://*.search.test", "http://node-*.inner.test:9200/es"];
    expect(allowed("https://a.search.test", list)).toBe(true);
    expect(allowed("https://a.b.search.test:443/", list)).toBe(true);
    expect(allowed("https://search.test", list)).toBe(false);
    expect(allowed("http://a.search.test", list)).toBe(false);
    expect(allowed("https://a.search.test:8443", list)).toBe(false);
    expect(allowed("https://evil.test/a.search.test", list)).toBe(false);
    expect(allowed("https://a.search.test.evil.test", list)).toBe(false);
    expect(allowed("http://node-1.inner.test:9200/es", list)).toBe(true);
    expect(allowed("http://node-1.inner.test:9200/es/../admin", list)).toBe(false);
    expect(allowed("http://node-1.inner.test:9200/essence", list)).toBe(false);
  });
});

describe("splitAddress", () => {
  it("takes name and password out of the address", () => {
    expect(splitAddress(" https://mira:a%40b@search.test:9200/ ")).toEqual({
      url: "https://search.test:9200",
      username: "mira",
      password: "a@b",
    });
  });

  it("uses a url parameter inside the address", () => {
    expect(splitAddress("https://dash.test/?url=https://m:p@search.test/x/")).toEqual({
      url: "https://search.test/x",
      username: "m",
      password: "p",
    });
  });

  it("leaves what is no URL for the form to refuse", () => {
    expect(splitAddress("not a url")).toEqual({ url: "not a url" });
  });
});

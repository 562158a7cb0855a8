import { afterAll, describe, expect, test } from "vitest";
import { createEndpointAccess, EndpointRulesSchema, isPrivateAddress } from "./endpoint-access";

const open: { close: () => Promise<void> }[] = [];
afterAll(() => Promise.all(open.map((access) => access.close())));

function admits(rules: string, url: string): boolean {
  const access = createEndpointAccess(EndpointRulesSchema.parse(rules));
  open.push(access);
  return access.admits(new URL(url));
}

describe("where endpoint queries may go", () => {
  test.each([
    ["api.example.org", "https://api.example.org/any?x=1", true],
    ["api.example.org", "http://api.example.org:8080/", true],
    ["api.example.org:8080", "http://api.example.org/", false],
    ["api.example.org:443", "https://api.example.org/", true],
    ["api.example.org", "https://evil-api.example.org/", false],
    ["api.example.org", "https://api.example.org.evil.net/", false],
    ["api.example.org", "https://api.example.org@evil.net/", false],
    ["api.example.org", "https://user:pass@api.example.org/", false],
    ["api.example.org", "ftp://api.example.org/", false],
    ["https://api.example.org/v1", "https://api.example.org/v1/search", true],
    ["https://api.example.org/v1", "https://api.example.org/v1", true],
    ["https://api.example.org/v1", "https://api.example.org/v10", false],
    ["https://api.example.org/v1", "https://api.example.org/v1/../admin", false],
    ["https://api.example.org/v1", "http://api.example.org/v1", false],
    ["https://api.example.org/v1", "https://api.example.org:8443/v1", false],
    ["a.org, *.example.org", "https://deep.api.example.org/", true],
    ["*.example.org", "https://example.org/", false],
    ["*", "https://anything.net/", true],
    ["*", "http://169.254.169.254/latest", false],
    ["*", "http://0x7f.1/", false],
    ["*", "http://[::ffff:10.0.0.1]/", false],
    ["10.0.0.7", "http://10.0.0.7:9200/", true],
    ["10.0.0.7", "http://10.0.0.8/", false],
    ["[::1]:9000", "http://[::1]:9000/", true],
    ["", "https://api.example.org/", false],
  ])("%s: %s %s", (rules, url, allowed) => expect(admits(rules, url)).toBe(allowed));

  test.each(["http://user:pass@a.org/", "https://a.org/?q=1", "not a host", "https://*.org/", "a.org/path"])(
    "%s is no rule",
    (text) => expect(EndpointRulesSchema.safeParse(text).success).toBe(false),
  );

  test("private addresses, however they are written", () => {
    for (const address of [
      "127.0.0.1",
      "10.1.2.3",
      "172.31.0.1",
      "192.168.1.1",
      "169.254.0.1",
      "100.64.0.1",
      "0.0.0.0",
      "::1",
      "fe80::1",
      "fd00::1",
      "::ffff:7f00:1",
    ])
      expect(isPrivateAddress(address), address).toBe(true);
    for (const address of ["8.8.8.8", "172.32.0.1", "2001:4860::1", "example.org"])
      expect(isPrivateAddress(address), address).toBe(false);
  });
});

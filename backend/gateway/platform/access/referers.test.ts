import { describe, expect, test } from "vitest";
import { randomFrom } from "../../../../tests/engines/generate/random";
import { refererFits } from "./referers";
import { busyMs } from "../../../../tests/setup/busy";

const SHOP = "https://shop.test/*";

describe("a page is compared from its beginning, part by part", () => {
  test.each([
    // The page itself, however its host is written.
    [SHOP, "https://shop.test/", true], [SHOP, "https://shop.test/list?page=2", true], [SHOP, "https://SHOP.test/", true], [SHOP, "HTTPS://shop.test/", true], ["HTTPS://Shop.Test/*", "https://shop.test/", true], [SHOP, "https://shop.test", true],
    [SHOP, "https://shop.test:443/", true], ["https://shop.test:443/*", "https://shop.test/", true],
    // The text of the pattern elsewhere in the address.
    [SHOP, "http://evil.test/https://shop.test/", false], [SHOP, "https://evil.test/?https://shop.test/x", false], [SHOP, "https://evil.test/#https://shop.test/", false], [SHOP, "xhttps://shop.test/", false], [SHOP, "https://https://shop.test/", false],
    // Other hosts that begin or end alike, other schemes and ports, names before the host.
    [SHOP, "https://shop.test.evil.test/", false], [SHOP, "https://shop.test@evil.test/", false], [SHOP, "https://shop.test:x@evil.test/", false], [SHOP, "https://evil.test@shop.test/", false], [SHOP, "https://evilshop.test/", false], [SHOP, "https://www.shop.test/", false],
    [SHOP, "http://shop.test/", false], [SHOP, "https://shop.test:8443/", false], [SHOP, "https://shop.test./", false], [SHOP, "https:shop.test/", false], [SHOP, "https:/shop.test/", false], [SHOP, "//shop.test/", false], [SHOP, "https://shop.test\\@evil.test/", false],
    [SHOP, "https://evil.test\\.shop.test/", false], [SHOP, "https://shop.test%2f@evil.test/", false], [SHOP, "https://shop.test\t.evil.test/", false], [SHOP, "", false], [SHOP, "null", false], [SHOP, "about:blank", false], [SHOP, "https://", false],
    ["https://shop.test", "https://shop.test/list", true], ["https://shop.test", "https://shop.test.evil.test/", false], ["https://shop.test", "https://shop.test@evil.test/", false], ["https://shop.test", "https://shop.tester/", false], ["https://shop.test", "https://shop.test:8443/", false],
    // Stars in the host stay in it.
    ["https://*.shop.test/*", "https://www.shop.test/", true], ["https://*.shop.test/*", "https://a.b.shop.test/", true], ["https://*.shop.test/*", "https://shop.test/", false], ["https://*.shop.test/*", "https://evil.test/x.shop.test/", false], ["https://*.shop.test/*", "https://evil.test?.shop.test/", false],
    ["https://*.shop.test/*", "https://evil.test#.shop.test/", false], ["https://*.shop.test/*", "https://x@evil.test/.shop.test/", false], ["https://*.shop.test/*", "https://www.shop.test.evil.test/", false],
    ["*.shop.test", "https://www.shop.test/x", true], ["*.shop.test", "http://www.shop.test/", true], ["*.shop.test", "http://evil.test/x.shop.test", false], ["*.shop.test", "https://evil.test/?x.shop.test", false], ["*.shop.test", "https://www.shop.test.evil.test/", false],
    ["*shop.test*", "https://www.shop.test/", true], ["*shop.test*", "https://evil.test/shop.test", false], ["shop.test/*", "https://shop.test/", true], ["shop.test/*", "https://evil.test/shop.test/", false], ["*//shop.test/*", "http://shop.test/", true], ["*://shop.test/*", "https://evil.test/://shop.test/", false],
    ["*//shop.test/*", "https://evil.test//shop.test/", false], ["http*://shop.test/*", "https://shop.test/", true], ["http*", "https://any.test/", true], ["http*", "android-app://com.shop/", false], ["https*shop.test/*", "https://www.shop.test/a", true], ["https*shop.test/*", "https://evil.test/shop.test/", false],
    // Ports.
    ["http://localhost:*", "http://localhost:3000/", true], ["http://localhost:*", "http://localhost/", true], ["localhost:3000", "http://localhost:3000/", true], ["localhost", "http://localhost:3000/", false], ["http://localhost:3000/*", "http://localhost:30000/", false], ["http://[::1]:3000/*", "http://[::1]:3000/x", true],
    // Paths from their beginning, open at their end; where any host will do anywhere.
    ["https://shop.test/list", "https://shop.test/list?page=2", true], ["https://shop.test/list", "https://shop.test/x/list", false], ["https://shop.test/a*z", "https://shop.test/abc/z/1", true], ["https://shop.test/List", "https://shop.test/list", false], ["https://shop.test/a", "https://shop.test/b/../a", true],
    ["*/list*", "https://any.test/x/list/1", true], ["*/list*", "https://any.test/", false], ["/list", "https://shop.test/list", false], ["https://shop.test?q=*", "https://shop.test/?q=1", true], ["https://bücher.test/*", "https://xn--bcher-kva.test/", true],
    // Everything, and nothing.
    ["*", "", true], ["**", "nonsense", true], ["*", "https://any.test/", true], ["", "https://any.test/", false], ["", "", false], ["https://*", "https://any.test/x", true], ["https://*", "http://any.test/?https://", false], ["https://*", "", false],
  ])("%s admits %s: %s", (pattern, referer, admitted) => {
    expect(refererFits(pattern, referer)).toBe(admitted);
  }); // prettier-ignore

  test("no page of another host is admitted, whatever is written into it", () => {
    const random = randomFrom(17);
    const pieces = [
      "shop.test",
      "https://",
      "http://",
      "/",
      "//",
      "?",
      "#",
      "@",
      ":",
      "\\",
      ".",
      "www.",
      "evil.test",
      "%2f",
      "%40",
      ":443",
      "x",
      "a:b@",
      "[",
      "]",
      ";",
      "*",
      "*.shop.test",
      "\u3002",
      "%00",
    ];
    const patterns = [
      SHOP,
      "https://shop.test",
      "https://*.shop.test/*",
      "*.shop.test",
      "shop.test/*",
      "*//shop.test/*",
      "http*://shop.test*",
      "https://shop.test:*",
    ].map((pattern) => ({ pattern, isWide: pattern.endsWith("test*") }));
    let admitted = 0;
    for (let round = 0; round < 20_000; round++) {
      const referer = `${random.pick(["https://", "http://", "https://shop.test", "https://www.shop.test"])}${Array.from({ length: random.below(6) }, () => random.pick(pieces)).join("")}`;
      const host = URL.canParse(referer) ? new URL(referer).hostname : "";
      for (const { pattern, isWide } of patterns) {
        if (!refererFits(pattern, referer)) continue;
        admitted++;
        const isShop = isWide ? host.startsWith("shop.test") : host === "shop.test" || host.endsWith(".shop.test");
        expect({ pattern, referer, isShop }).toEqual({ pattern, referer, isShop: true });
      }
    }
    expect(admitted).toBeGreaterThan(1_000);
  });

  test("a long pattern and a long page take no time", () => {
    const compared = () => {
      refererFits(`https://${"*a".repeat(500)}/*`, `https://${"a".repeat(16_000)}.test/`);
      refererFits(`https://shop.test/${"*a".repeat(500)}b`, `https://shop.test/${"a".repeat(16_000)}`);
    };
    expect(busyMs(compared, 500)).toBeLessThan(500);
  });
});

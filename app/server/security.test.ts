import { describe, expect, it } from "vitest";
import { parseConfig } from "./config.server";
import { contentSecurityPolicy, foreignOrigin, requireSameOrigin } from "./security.server";

const why = (headers: Record<string, string | undefined>, method = "POST") =>
  foreignOrigin({ method, headers: { get: (name) => headers[name] ?? null }, host: "console.test:3000" });

describe("foreignOrigin", () => {
  it.each([
    { origin: "http://console.test:3000" },
    { origin: "https://console.test:3000" },
    { referer: "http://console.test:3000/login" },
    { "sec-fetch-site": "same-origin" },
    {},
  ])("lets %j through", (headers) => {
    expect(why(headers)).toBeNull();
  });

  it.each([
    { origin: "null" },
    { origin: "http://evil.test" },
    { origin: "http://console.test" },
    { origin: "http://console.test:3000.evil.test" },
    { origin: "garbage" },
    { origin: "null", referer: "http://console.test:3000/" },
    { referer: "http://evil.test/console.test:3000" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { origin: "http://console.test:3000", "sec-fetch-site": "cross-site" },
    { origin: "http://console.test:3000", "sec-fetch-site": "same-site" },
    { origin: "https://console.test:3000", referer: "http://console.test:3000/", "sec-fetch-site": "odd" },
  ])("refuses %j", (headers) => {
    expect(why(headers)).not.toBeNull();
  });

  it("does not ask readers", () => {
    expect(why({ origin: "http://evil.test" }, "GET")).toBeNull();
    expect(why({ origin: "http://evil.test" }, "DELETE")).not.toBeNull();
  });
});

describe("requireSameOrigin", () => {
  it("throws a page of its own", async () => {
    const request = new Request("http://console.test/x", { method: "POST", headers: { Origin: "null" } });
    let thrown: unknown;
    try {
      requireSameOrigin(request);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(Response);
    const answer = thrown as Response;
    expect(answer.status).toBe(403);
    expect(await answer.text()).toContain("<h1>Request refused</h1>");
  });
});

describe("contentSecurityPolicy", () => {
  it("names base-uri, form-action and the frame ancestors of the configuration, and allows no inline script without the nonce", () => {
    const config = parseConfig({ FRAME_ANCESTORS: "self,https://portal.test" });
    const policy = contentSecurityPolicy({ nonce: "abc", config });
    expect(policy).toContain("frame-ancestors 'self' https://portal.test");
    expect(policy).toContain("base-uri 'none'");
    expect(policy).toContain("form-action 'self'");
    expect(policy).toContain("script-src 'self' 'nonce-abc';");
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    expect(contentSecurityPolicy({ nonce: "abc", config: parseConfig({}) })).toContain("frame-ancestors 'none'");
  });
});

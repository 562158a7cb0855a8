import { describe, expect, it } from "vitest";
import { hostileAddresses } from "../../../tests/setup/hostile-addresses";
import { loginPath, safePath } from "./deep-link";

describe("safePath", () => {
  it.each([
    "//evil.test",
    "/\\evil.test",
    "https://evil.test",
    "javascript:alert(1)",
    "",
    "cluster",
    "/a\\b",
    "/a\nb",
    "\t/x",
  ])("leads %j home", (path) => {
    expect(safePath(path)).toBe("/");
  });

  it("leads nobody away, however the address is written", () => {
    for (const text of hostileAddresses("evil.test")) {
      const path = safePath(text);
      expect(path, JSON.stringify(text)).toMatch(/^\/(?!\/)[!-~]*$/);
      expect(new URL(path, "http://c.test").host, JSON.stringify(text)).toBe("c.test");
    }
  });

  it("keeps a path of the console", () => {
    expect(safePath("/app/a%2Fb/browse?q=x#y")).toBe("/app/a%2Fb/browse?q=x#y");
  });
});

describe("loginPath", () => {
  it("keeps the page and its query, and moves the sign-in parameters to the form", () => {
    const path = loginPath(new URL("http://c.test/cluster/popular-searches?term=x&url=http://s.test&username=mira"));
    const login = new URL(path, "http://c.test");
    expect(login.pathname).toBe("/login");
    expect(login.searchParams.get("url")).toBe("http://s.test");
    expect(login.searchParams.get("username")).toBe("mira");
    expect(login.searchParams.get("redirectTo")).toBe("/cluster/popular-searches?term=x");
  });

  it("is bare for the start page", () => {
    expect(loginPath(new URL("http://c.test/"))).toBe("/login");
  });
});

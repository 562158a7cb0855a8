import { describe, expect, it } from "vitest";
import { useProduct } from "./support/journey";
import { readRefusal } from "../setup/refused-data";
import { open, sessionCookie } from "./support/sign-in";

const getProduct = useProduct();

const foreign: [string, Record<string, string>][] = [
  ["a foreign Origin", { Origin: "https://evil.example" }],
  ["Origin: null", { Origin: "null" }],
  ["a foreign Referer without Origin", { Referer: "https://evil.example/page" }],
  ["Sec-Fetch-Site: cross-site", { "Sec-Fetch-Site": "cross-site" }],
];

describe("requests from another site", () => {
  const targets = [
    "/login",
    "/logout",
    "/account/preferences",
    "/resources/preferences",
    "/login.data",
    "/cluster?index",
  ];
  it.each(targets.flatMap((path) => foreign.map(([what, headers]) => ({ path, what, headers }))))(
    "$path refuses $what",
    async ({ path, headers }) => {
      const product = getProduct();
      const answer = await fetch(`${product.url}${path}`, {
        method: "POST",
        redirect: "manual",
        headers: { Cookie: await sessionCookie(product), ...headers },
        body: new URLSearchParams({ theme: "dark", redirectTo: "/" }),
      });
      expect(answer.status).toBe(403);
      const text = await answer.text();
      if (path.endsWith(".data"))
        expect((await readRefusal(text)).ofForm).toEqual({ status: 403, data: expect.stringMatching(/\w/) as unknown });
      else expect(text).toContain("<h1>");
      expect(answer.headers.getSetCookie()).toEqual([]);
    },
  );
});

describe("the session cookie", () => {
  it("is httpOnly and SameSite=Lax, and holds neither name nor password in the clear", async () => {
    const product = getProduct();
    const answer = await fetch(`${product.url}/login`, {
      method: "POST",
      redirect: "manual",
      headers: { Origin: product.url },
      body: new URLSearchParams({
        intent: "sign-in",
        url: product.backendUrl,
        username: product.username,
        password: product.password,
        redirectTo: "/",
      }),
    });
    const [cookie = ""] = answer.headers.getSetCookie().filter((value) => /session/.test(value));
    expect(cookie).toMatch(/HttpOnly/i);
    expect(cookie).toMatch(/SameSite=Lax/i);
    const value = decodeURIComponent(cookie.split(";")[0] ?? "");
    const decoded = [
      value,
      Buffer.from(value, "base64").toString("latin1"),
      Buffer.from(value, "base64url").toString("latin1"),
    ].join(" ");
    expect(decoded).not.toContain(product.password);
    expect(decoded).not.toContain(Buffer.from(`${product.username}:${product.password}`).toString("base64"));
  });

  it("is worth nothing after the sign-out, copied or not", async () => {
    const product = getProduct();
    const copied = await sessionCookie(product);
    expect((await open({ product, path: "/cluster", cookie: copied })).status).toBe(200);
    const out = await fetch(`${product.url}/logout`, {
      method: "POST",
      redirect: "manual",
      headers: { Cookie: copied, Origin: product.url },
    });
    expect(out.status).toBe(302);
    const after = await open({ product, path: "/cluster", cookie: copied });
    expect(after.status).toBe(302);
    expect(after.headers.get("location")).toMatch(/^\/login/);
  });
});

describe("answers", () => {
  it("name a strict policy with a nonce that changes", async () => {
    const product = getProduct();
    const [first, second] = await Promise.all([open({ product, path: "/login" }), open({ product, path: "/login" })]);
    const policy = first.headers.get("content-security-policy") ?? "";
    for (const part of ["base-uri 'none'", "form-action 'self'", "object-src 'none'", "frame-ancestors 'none'"])
      expect(policy).toContain(part);
    expect(/script-src ([^;]*)/.exec(policy)?.[1]).not.toMatch(/unsafe-inline|unsafe-eval|\*|https?:/);
    expect(policy).not.toBe(second.headers.get("content-security-policy"));
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? "";
    const scripts = (await first.text()).match(/<script[^>]*>/g) ?? [];
    expect(scripts.filter((tag) => !tag.includes(`nonce="${nonce}"`))).toEqual([]);
  });

  it("carry each security header once", async () => {
    const { headers } = await open({ product: getProduct(), path: "/login" });
    expect(headers.get("referrer-policy")).toBe("same-origin");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
    expect(headers.get("x-powered-by")).toBeNull();
  });

  it("of signed-in pages stay in no cache", async () => {
    const product = getProduct();
    const answer = await open({ product, path: "/cluster", cookie: await sessionCookie(product) });
    expect(answer.headers.get("cache-control")).toMatch(/no-store/);
  });

  it("redirect to no other site after the sign-in", async () => {
    const product = getProduct();
    for (const redirectTo of ["https://evil.example", "//evil.example", "/\\evil.example", "javascript:alert(1)"]) {
      const answer = await fetch(`${product.url}/login`, {
        method: "POST",
        redirect: "manual",
        headers: { Origin: product.url },
        body: new URLSearchParams({
          intent: "sign-in",
          url: product.backendUrl,
          username: product.username,
          password: product.password,
          redirectTo,
        }),
      });
      const location = new URL(answer.headers.get("location") ?? "", product.url);
      expect(location.origin).toBe(product.url);
    }
  });

  it("keep a password of the address out of the address and the log", async () => {
    const product = getProduct();
    const answer = await open({
      product,
      path: `/login?username=admin&password=${encodeURIComponent(product.password)}`,
    });
    expect(answer.status).toBe(302);
    expect(answer.headers.get("location")).not.toContain(product.password);
    expect(product.output()).not.toContain(product.password);
  });
});

describe("malformed requests", () => {
  it.each([
    "/%E0%A4%A",
    "/cluster/%zz",
    "/app/%2e%2e%2f/browse",
    "/app/a%00b",
    "/cluster?page=-1",
    "/cluster?page=abc",
    "/cluster?sort=%5B%5D&sort=x",
  ])("%s gets no 500", async (path) => {
    const product = getProduct();
    const answer = await open({ product, path, cookie: await sessionCookie(product) });
    expect(answer.status).toBeLessThan(500);
  });
});

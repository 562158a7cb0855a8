import { describe, expect, it } from "vitest";
import { parseConfig } from "./config.server";

describe("parseConfig", () => {
  it("has a default for everything", () => {
    expect(parseConfig({})).toMatchObject({
      host: "127.0.0.1",
      port: 3000,
      backendPort: 9280,
      searchUrl: "http://127.0.0.1:9280",
      embedded: true,
      adminUsername: "admin",
      adminPassword: null,
      sessionSecrets: [],
      frameAncestors: [],
      trustProxy: false,
      metricsPublic: false,
    });
  });

  it("takes an empty value as not given", () => {
    expect(parseConfig({ PORT: "", SEARCH_URL: " " })).toMatchObject({ port: 3000, embedded: true });
  });

  it("uses SEARCH_URL without its last slash instead of the back end that comes along", () => {
    expect(parseConfig({ SEARCH_URL: "https://search.example/" })).toMatchObject({
      searchUrl: "https://search.example",
      embedded: false,
    });
  });

  it("splits lists", () => {
    const config = parseConfig({
      ALLOWED_CLUSTER_URLS: "https://*.example.com, http://localhost:9200",
      TRUST_PROXY: "10.0.0.0/8,loopback",
      FRAME_ANCESTORS: "self,https://*.example.com",
    });
    expect(config.allowedClusterUrls).toEqual(["https://*.example.com", "http://localhost:9200"]);
    expect(config.trustProxy).toEqual(["10.0.0.0/8", "loopback"]);
    expect(config.frameAncestors).toEqual(["'self'", "https://*.example.com"]);
  });

  it.each([
    ["PORT", "3000x", /^PORT: "3000x" is not allowed; allowed is a whole number from 0 to 65535\.$/],
    ["PORT", "-1", /^PORT: "-1"/],
    ["LOG_LEVEL", "loud", /^LOG_LEVEL: "loud" is not allowed; allowed is fatal, error/],
    ["SEARCH_URL", "ftp://x", /^SEARCH_URL: "ftp:/],
    ["SEARCH_URL", "http://me:secret@x", /without a user name/],
    ["TRUST_PROXY", "10.0.0.0/99", /^TRUST_PROXY/],
    ["FRAME_ANCESTORS", "https://a;script-src *", /^FRAME_ANCESTORS/],
    ["ADMIN_USERNAME", "a:b", /without a colon/],
    ["BACKEND_TIMEOUT_MS", "1", /^BACKEND_TIMEOUT_MS/],
    ["METRICS_PUBLIC", "maybe", /true or false/],
  ])("names the variable, the value and what is allowed: %s=%s", (name, value, message) => {
    expect(() => parseConfig({ [name]: value })).toThrow(message);
  });

  const oidc = { OIDC_ISSUER: "https://id.example/realm/", OIDC_CLIENT_ID: "console", OIDC_USERS: "/etc/users.json" };

  it("takes OpenID Connect whole or not at all, the issuer to the letter", () => {
    expect(parseConfig({}).oidc).toBeNull();
    expect(parseConfig({ ...oidc, OIDC_CLIENT_SECRET: "" }).oidc).toMatchObject({
      issuer: "https://id.example/realm/",
      clientSecret: null,
      clientAuth: "basic",
      scopes: "openid email profile",
      claim: "email",
      person: "email",
    });
    for (const left of ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_USERS"]) {
      expect(() => parseConfig({ ...oidc, [left]: " " })).toThrow(`${left}: missing beside OIDC_`);
    }
    expect(() => parseConfig({ OIDC_LABEL: "Go" })).toThrow(
      /^OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_USERS: missing beside OIDC_LABEL; /,
    );
  });

  it.each([
    ["OIDC_ISSUER", "http://id.example", /only on this machine/],
    ["OIDC_ISSUER", "http://127.0.0.1.evil.test", /only on this machine/],
    ["OIDC_ISSUER", "https://me:secret@id.example", /without a user name/],
    ["OIDC_SCOPES", "email", /openid among them/],
    ["OIDC_CLIENT_AUTH", "jwt", /basic, post/],
  ])("takes no %s=%s", (name, value, message) => {
    expect(() => parseConfig({ ...oidc, [name]: value })).toThrow(message);
  });

  it("takes a provider on this machine without https", () => {
    for (const OIDC_ISSUER of ["http://localhost:4000", "http://127.0.0.1:4000", "http://[::1]:4000"]) {
      expect(parseConfig({ ...oidc, OIDC_ISSUER }).oidc?.issuer).toBe(OIDC_ISSUER);
    }
  });

  it("never repeats a secret", () => {
    expect(() => parseConfig({ SESSION_SECRET: ", ," })).toThrow(/^SESSION_SECRET: the value given is not allowed/);
    expect(() => parseConfig({ ADMIN_PASSWORD: "long".repeat(20) })).toThrow(
      /^ADMIN_PASSWORD: the value given is not allowed/,
    );
    expect(() => parseConfig({ ENGINE_URL: "https//me:secret@x" })).toThrow(
      /^ENGINE_URL: the value given is not allowed/,
    );
  });
});

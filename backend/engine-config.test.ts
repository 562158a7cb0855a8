import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readEngineOptions } from "./engine-config";

const folder = mkdtempSync(join(tmpdir(), "searchdeck-ca-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

test("without ENGINE_URL there is no cluster", () => {
  expect(readEngineOptions({ ENGINE_URL: "" })).toBeNull();
});

test("several nodes, a path before the API, no slash at the end", () => {
  expect(readEngineOptions({ ENGINE_URL: "http://a:9200/, http://b:9200/es/" })?.nodes).toEqual([
    "http://a:9200",
    "http://b:9200/es",
  ]);
});

test("a sign-in in the address is taken out of it", () => {
  expect(readEngineOptions({ ENGINE_URL: "https://me:p%40ss@a:9200,https://b:9200" })).toMatchObject({
    nodes: ["https://a:9200", "https://b:9200"],
    credentials: { kind: "basic", username: "me", password: "p@ss" },
  });
});

test("an API key goes in either form", () => {
  const credentials = { kind: "api-key", key: "aWQ6a2V5" };
  expect(readEngineOptions({ ENGINE_URL: "http://a", ENGINE_API_KEY: "id:key" })).toMatchObject({ credentials });
  expect(readEngineOptions({ ENGINE_URL: "http://a", ENGINE_API_KEY: "aWQ6a2V5" })).toMatchObject({ credentials });
});

test.each<[Record<string, string>, string]>([
  [{ ENGINE_URL: "ftp://x" }, 'ENGINE_URL="ftp://x" is not allowed: it must be one http or https URL'],
  [{ ENGINE_URL: "http://a,https://b" }, "several of the same kind by comma"],
  [{ ENGINE_URL: "http://a," }, 'ENGINE_URL="http://a,"'],
  [{ ENGINE_URL: "ftp://me:secret@x" }, "ENGINE_URL=(not shown)"],
  [{ ENGINE_URL: "http://a", ENGINE_USERNAME: "me" }, "ENGINE_PASSWORD is missing"],
  [{ ENGINE_URL: "http://a", ENGINE_PASSWORD: "secret" }, "ENGINE_USERNAME is missing"],
  [
    { ENGINE_URL: "http://a", ENGINE_API_KEY: "k", ENGINE_USERNAME: "me", ENGINE_PASSWORD: "secret" },
    "ENGINE_API_KEY and a user name are both set",
  ],
  [{ ENGINE_URL: "http://me:x@a", ENGINE_USERNAME: "me", ENGINE_PASSWORD: "secret" }, "ENGINE_URL holds a name too"],
  [{ ENGINE_URL: "http://a", ENGINE_API_KEY: "secret key" }, "ENGINE_API_KEY=(not shown)"],
  [{ ENGINE_URL: "http://a", ENGINE_CA: "/ca.pem" }, "ENGINE_URL must be https for it"],
  [
    { ENGINE_URL: "https://a", ENGINE_CA: "/nowhere/ca.pem" },
    'ENGINE_CA="/nowhere/ca.pem" is not allowed: the file cannot be read (ENOENT)',
  ],
  [{ ENGINE_URL: "https://a", ENGINE_CA: file("empty.pem", "hello") }, "the file holds no certificate"],
  [
    {
      ENGINE_URL: "https://a",
      ENGINE_CA: file("broken.pem", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"),
    },
    "a certificate in the file cannot be read",
  ],
])("%j is refused in one line without a secret", (env, message) => {
  const refused = () => readEngineOptions(env);
  expect(refused).toThrow(message);
  expect(refused).not.toThrow(/secret|\n/);
});

test.skipIf(spawnSync("openssl", ["version"]).status !== 0)("a file with a certificate is read", () => {
  const path = join(folder, "ca.pem");
  execFileSync(
    "openssl",
    [
      "req",
      "-x509",
      "-newkey",
      "ec",
      "-pkeyopt",
      "ec_paramgen_curve:prime256v1",
      "-nodes",
      "-keyout",
      join(folder, "ca.key"),
      "-out",
      path,
      "-days",
      "2",
      "-subj",
      "/CN=test",
    ],
    { stdio: "ignore" },
  );
  expect(readEngineOptions({ ENGINE_URL: "https://a", ENGINE_CA: path })?.ca).toContain("BEGIN CERTIFICATE");
});

import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { useSharedProduct } from "./support/journey";

// `npm run relevance-tests` as a build server runs it, against the product of the journeys.

const root = fileURLToPath(new URL("../../", import.meta.url));
const getProduct = useSharedProduct();
const INDEX = "told-by-command";
let folder: string;
const at = (name: string) => join(folder, name);

const passing = { label: "Snow", search: "snow", expectations: [{ kind: "within", document: "b1", places: 1 }] };
const failing = { label: "Rain & co", search: "rain", expectations: [{ kind: "within", document: "b1", places: 1 }] };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "searchdeck-command-"));
  const { call } = getProduct();
  for (const [id, title] of ["Snow boot", "Rain boot"].entries())
    await call("PUT", `/${INDEX}/_doc/b${id + 1}?refresh=true`, { title });
  await writeFile(at("passing.json"), JSON.stringify({ tests: [passing] }));
  await writeFile(at("both.json"), JSON.stringify({ tests: [passing, failing] }));
  await writeFile(at("broken.json"), "{");
});
afterAll(() => rm(folder, { recursive: true, force: true }));

type Wish = { file?: string; more?: string[]; password?: string; to?: string };

async function command({
  file = "passing.json",
  more = [],
  password = getProduct().password,
  to = getProduct().backendUrl,
}: Wish) {
  const args = ["run", "--silent", "relevance-tests", "--", "--to", to, "--index", INDEX, "--file", at(file), ...more];
  const env = { ...process.env, SEARCHDECK_USERNAME: getProduct().username, SEARCHDECK_PASSWORD: password };
  const child = spawn("npm", args, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
  let [out, told] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (told += chunk.toString()));
  const code = await new Promise((resolve) => child.once("close", resolve));
  return { code, out, told };
}

test("ends with 0 where all pass, with 1 where one fails, and writes what JUnit reads", async () => {
  const passes = await command({ more: ["--junit", at("results.xml")] });
  expect(passes).toMatchObject({ code: 0, out: "", told: expect.stringContaining("1 of 1 passed.") });
  expect(await readFile(at("results.xml"), "utf8")).toContain('<testsuites tests="1" failures="0">');
  const fails = await command({ file: "both.json", more: ["--junit", "-"] });
  expect(fails.code).toBe(1);
  expect(fails.told).toMatch(
    /passes Snow\nFAILS {2}Rain & co\n {9}b1 comes first: it is not among the results\n1 of 2 passed\./,
  );
  // Nothing but the report is in the output.
  expect(fails.out).toMatch(/^<\?xml [^]*<testsuites tests="2" failures="1">[^]*Rain &amp; co[^]*<\/testsuites>\n?$/);
});

test.each<[string, Wish, number, RegExp]>([
  ["a wrong password", { password: "wrong" }, 1, /^Nothing was run on http:\/\/127.0.0.1:\d+: .*password/],
  [
    "a server that is not there",
    { to: "http://127.0.0.1:9" },
    1,
    /^Nothing was run on http:\/\/127.0.0.1:9: .*cannot be reached/,
  ],
  ["a file that is not there", { file: "none.json" }, 1, /none\.json/],
  ["a file that is no JSON", { file: "broken.json" }, 1, /Not valid JSON/],
  ["a command line that cannot be obeyed", { more: ["--what"] }, 2, /--what[^]*npm run relevance-tests -- --to URL/],
])("ends with %s", async (_, wish, code, said) => {
  const { told, ...rest } = await command(wish);
  expect(rest).toEqual({ code, out: "" });
  expect(told).toMatch(said);
  expect(told).not.toMatch(/^\s+at .*:\d+/m);
});

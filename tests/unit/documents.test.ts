import { existsSync, readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { backendVariableNames } from "@backend/config";
import { variableNames } from "~/config.server";
import { sourceFiles } from "./source-files";

const root = fileURLToPath(new URL("../../", import.meta.url));
const read = (path: string) => readFileSync(`${root}${path}`, "utf8");

/** Packages that no module imports, and what they are there for all the same. */
const notImported: Record<string, string> = {
  "@remix-run/serve": "run: npx remix-serve",
  "@testing-library/dom": "peer of @testing-library/react",
  prettier: "run: npm run lint and format",
  vite: "peer of vitest, pinned to one copy with Remix",
};

const configurations = readdirSync(root).filter((name) => /\.config\.(js|mjs|ts)$/.test(name));

/** The packages that a file imports, also by a call, also from a program that it writes. */
function packagesOf({ text }: { text: string }): string[] {
  const specifiers = text.matchAll(/(?:\bfrom|\bimport|(?:import|require|require\.resolve|createRequire\(import\.meta\.url\))\()\s*["']([^"'.~][^"']*)["']/g);
  return [...specifiers].map(([, path = ""]) => path.split("/", path.startsWith("@") ? 2 : 1).join("/"));
}

/** `@types/x` belongs to the package x, `@types/node` to Node itself. */
function isTypesOf(name: string, imported: ReadonlySet<string>): boolean {
  const of = /^@types\/(.+)$/.exec(name)?.[1];
  return of !== undefined && (of === "node" || imported.has(of));
}

describe("documents", () => {
  it("list every variable of the configuration, and no other, in README.md and .env.example", () => {
    const all = [...new Set([...variableNames, ...backendVariableNames])].sort();
    const inReadme = [...read("README.md").matchAll(/^\| `([A-Z_]+)` \|/gm)].map((match) => match[1]);
    const inExample = [...read(".env.example").matchAll(/^#?([A-Z_]+)=/gm)].map((match) => match[1]);
    expect(inReadme.sort()).toEqual(all);
    expect(inExample.sort()).toEqual(all);
  });

  it("give a reason for every package", () => {
    const { dependencies, devDependencies } = JSON.parse(read("package.json")) as Record<string, Record<string, string>>;
    const reasons = read("docs/decisions/0001-packages.md");
    const missing = Object.keys({ ...dependencies, ...devDependencies }).filter((name) => !reasons.includes(`\`${name}\``));
    expect(missing).toEqual([]);
  });

  it("name only packages that are there and imported", () => {
    const { dependencies, devDependencies } = JSON.parse(read("package.json")) as Record<string, Record<string, string>>;
    const installed = Object.keys({ ...dependencies, ...devDependencies });
    const imported = new Set(sourceFiles().flatMap(packagesOf));
    for (const file of configurations) for (const name of packagesOf({ text: read(file) })) imported.add(name);
    const isUsed = (name: string) => imported.has(name) || notImported[name] !== undefined || isTypesOf(name, imported);
    expect(installed.filter((name) => !isUsed(name))).toEqual([]);
    expect(Object.keys(notImported).filter((name) => imported.has(name) || !installed.includes(name))).toEqual([]);
    // The rows of the three tables, not those of the front ends under test, which have a lock file of their own.
    const [ours = ""] = read("docs/decisions/0001-packages.md").split("### Front ends under test");
    const rows = [...ours.matchAll(/^\| (`.+`) \|/gm)].flatMap(([, names = ""]) => [...names.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name));
    expect(rows.filter((name) => !installed.includes(name))).toEqual([]);
  });

  it("name only scripts that exist", () => {
    const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
    const named = [...`${read("README.md")}${read("docs/architecture.md")}`.matchAll(/npm run ([a-z:]+)/g)].map((match) => match[1] ?? "");
    expect(named.filter((name) => scripts[name] === undefined)).toEqual([]);
    const files = Object.values(scripts).flatMap((script) => /^node (\S+\.mjs)/.exec(script)?.[1] ?? []);
    expect(files.filter((file) => !existsSync(`${root}${file}`))).toEqual([]);
  });

  it("link only to files that exist", () => {
    const links = [...read("README.md").matchAll(/\]\(([^)#:]+)\)/g)].map((match) => match[1] ?? "");
    expect(links.filter((link) => !existsSync(`${root}${link}`))).toEqual([]);
  });

  it("give no number to two decisions", () => {
    const numbers = readdirSync(`${root}docs/decisions`).map((name) => name.slice(0, 4));
    expect(numbers.filter((number) => !/^\d{4}$/.test(number))).toEqual([]);
    expect(new Set(numbers).size).toBe(numbers.length);
  });
});

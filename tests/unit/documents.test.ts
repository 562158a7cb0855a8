import { existsSync, readFileSync, readdirSync } from "node:fs";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { backendVariableNames } from "@backend/config";
import { variableNames } from "~/server/config.server";
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

const pages = [
  "README.md",
  ...readdirSync(`${root}docs`, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name.replaceAll("\\", "/")}`),
];

/** The files of the project that a page links, from the root. */
const linksOf = (page: string) =>
  [...read(page).matchAll(/\]\(([^)#:\s]+)(?:#[^)]*)?\)/g)].map(([, to = ""]) => posix.join(posix.dirname(page), to));

const configurations = readdirSync(root).filter((name) => /\.config\.(js|mjs|ts)$/.test(name));

/** The packages that a file imports, also by a call, also from a program that it writes. */
function packagesOf({ text }: { text: string }): string[] {
  const specifiers = text.matchAll(
    /(?:\bfrom|\bimport|(?:import|require|require\.resolve|createRequire\(import\.meta\.url\))\()\s*["']([^"'.~][^"']*)["']/g,
  );
  return [...specifiers].map(([, path = ""]) => path.split("/", path.startsWith("@") ? 2 : 1).join("/"));
}

/** `@types/x` belongs to the package x, `@types/node` to Node itself. */
function isTypesOf(name: string, imported: ReadonlySet<string>): boolean {
  const of = /^@types\/(.+)$/.exec(name)?.[1];
  return of !== undefined && (of === "node" || imported.has(of));
}

describe("documents", () => {
  it("list every variable of the configuration, and no other, on its page and in .env.example, six of them in README.md", () => {
    const all = [...new Set([...variableNames, ...backendVariableNames])].sort();
    const onPage = [...read("docs/run/configuration.md").matchAll(/^\| `([A-Z_]+)` \|/gm)].map((match) => match[1]);
    const inReadme = [...read("README.md").matchAll(/`([A-Z_]+)`/g)].map((match) => match[1]);
    const inExample = [...read(".env.example").matchAll(/^#?([A-Z_]+)=/gm)].map((match) => match[1]);
    expect(onPage.sort()).toEqual(all);
    expect(inReadme).toHaveLength(6);
    expect(inReadme.filter((name) => !all.includes(name ?? ""))).toEqual([]);
    expect(inExample.sort()).toEqual(all);
  });

  it("give a reason for every package", () => {
    const { dependencies, devDependencies } = JSON.parse(read("package.json")) as Record<
      string,
      Record<string, string>
    >;
    const reasons = read("docs/decisions/0001-packages.md");
    const missing = Object.keys({ ...dependencies, ...devDependencies }).filter(
      (name) => !reasons.includes(`\`${name}\``),
    );
    expect(missing).toEqual([]);
  });

  it("name only packages that are there and imported", () => {
    const { dependencies, devDependencies } = JSON.parse(read("package.json")) as Record<
      string,
      Record<string, string>
    >;
    const installed = Object.keys({ ...dependencies, ...devDependencies });
    const imported = new Set(sourceFiles().flatMap(packagesOf));
    for (const file of configurations) for (const name of packagesOf({ text: read(file) })) imported.add(name);
    const isUsed = (name: string) => imported.has(name) || notImported[name] !== undefined || isTypesOf(name, imported);
    expect(installed.filter((name) => !isUsed(name))).toEqual([]);
    expect(Object.keys(notImported).filter((name) => imported.has(name) || !installed.includes(name))).toEqual([]);
    // The rows of the three tables, not those of the front ends under test, which have a lock file of their own.
    const [ours = ""] = read("docs/decisions/0001-packages.md").split("### Front ends under test");
    const rows = [...ours.matchAll(/^\| (`.+`) \|/gm)].flatMap(([, names = ""]) =>
      [...names.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name),
    );
    expect(rows.filter((name) => !installed.includes(name))).toEqual([]);
  });

  it("name only scripts that exist", () => {
    const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
    const named = pages.flatMap((page) => [...read(page).matchAll(/`npm run ([a-z:]+)/g)].map(([, name = ""]) => name));
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((name) => scripts[name] === undefined)).toEqual([]);
    const files = Object.values(scripts).flatMap((script) => /^node (\S+\.mjs)/.exec(script)?.[1] ?? []);
    expect(files.filter((file) => !existsSync(`${root}${file}`))).toEqual([]);
  });

  it("link only to files that exist", () => {
    const dead = pages.flatMap((page) =>
      linksOf(page)
        .filter((to) => !existsSync(`${root}${to}`))
        .map((to) => `${page} → ${to}`),
    );
    expect(dead).toEqual([]);
  });

  it("are all reached from README.md and the index that it links", () => {
    expect(linksOf("README.md")).toContain("docs/README.md");
    const reached = new Set(["README.md", ...linksOf("README.md"), ...linksOf("docs/README.md")]);
    expect(pages.filter((page) => !reached.has(page))).toEqual([]);
    const rooms = pages
      .map((page) => /^docs\/(?:([^/]+)\/)?[^/]+$/.exec(page)?.[1])
      .filter((room) => room !== undefined);
    expect([...new Set(rooms)].sort()).toEqual(["build", "decisions", "reference", "run", "use"]);
  });

  it("give no number to two decisions", () => {
    const numbers = readdirSync(`${root}docs/decisions`).map((name) => name.slice(0, 4));
    expect(numbers.filter((number) => !/^\d{4}$/.test(number))).toEqual([]);
    expect(new Set(numbers).size).toBe(numbers.length);
  });
});

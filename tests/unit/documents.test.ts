import { existsSync, readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { backendVariableNames } from "@backend/config";
import { variableNames } from "~/config.server";

const root = fileURLToPath(new URL("../../", import.meta.url));
const read = (path: string) => readFileSync(`${root}${path}`, "utf8");

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

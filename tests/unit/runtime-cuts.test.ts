import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import config from "../../remix.config.js";
import { cutRuntime } from "../../server/compiler/cut-runtime.mjs";
import { cuts } from "../../server/compiler/runtime-cuts.mjs";
import { isTest, sourceFiles } from "./source-files";

const console_ = sourceFiles().filter(
  ({ path }) => path.startsWith("app/") && !isTest(path) && !path.includes(".server."),
);
const root = readFileSync("app/root.tsx", "utf8");

/** What the browser's runtime has no more, and how somebody would ask for it. */
const gone: Record<string, RegExp> = {
  "loaders and actions in the browser, fallbacks, a say in what is loaded again":
    /export (?:const|(?:async )?function) (?:clientLoader|clientAction|HydrateFallback|shouldRevalidate)\b/,
  "pages loaded beforehand": /\bNavLink\b|\bPrefetchPageLinks\b|<Link[^>]*\sprefetch=/,
  "navigations that are blocked": /\buseBlocker\b|\bunstable_usePrompt\b/,
  "view transitions": /\bviewTransition\b|\bunstable_viewTransition\b|\buseViewTransitionState\b/,
  "deferred data other than that of single fetch": /\bdefer\(/,
  "roots of its own": /\b(?:createRoot|findDOMNode)\b|\bReactDOM\.(?:render|hydrate)\b/,
  "forms sent as JSON or text": /encType=?:?\s*\{?"(?:application\/json|text\/plain)"/,
  "elements in the head that are no titles": /=> \[\{ (?:name|property|charSet|charset|tagName|"script:ld\+json")\b/,
};

describe("what is cut from the browser's runtime", () => {
  it.each(Object.keys(cuts))("is where it was in %s", (file) => {
    const source = readFileSync(`node_modules/${file}`, "utf8");
    expect(cutRuntime({ file, source })).not.toBe(source);
  });

  it("is missed when a file is another", () => {
    expect(() => cutRuntime({ file: "react-router/dist/index.js", source: "export {};" })).toThrow("is not what");
  });

  it.each(Object.entries(gone))("is not asked for: %s", (_what, asked) => {
    expect(console_.length).toBeGreaterThan(100);
    expect(console_.filter(({ text }) => asked.test(text)).map(({ path }) => path)).toEqual([]);
  });

  it("is never reached with this configuration", () => {
    expect(Object.values(config.future ?? {}).length).toBeGreaterThan(4);
    expect(config.future).toEqual(Object.fromEntries(Object.keys(config.future ?? {}).map((flag) => [flag, true])));
    expect(config.future).toMatchObject({ v3_singleFetch: true, v3_lazyRouteDiscovery: true });
    expect(config).not.toHaveProperty("ssr");
  });

  it("is done by the root, which has a layout and an error boundary, and whose links are no style sheets", () => {
    expect(root).toMatch(/^export function ErrorBoundary\(/m);
    expect(root).toMatch(/^export function Layout\(/m);
    const linking = console_.filter(({ text }) => /^export (?:const|function) links\b/m.test(text));
    expect(linking.map(({ path }) => path)).toEqual(["app/root.tsx"]);
    expect(/^export const links: .*$/m.exec(root)?.[0]).not.toContain("stylesheet");
  });
});

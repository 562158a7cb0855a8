import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { MountedPath } from "../../e2e/support/screens";

const app = fileURLToPath(new URL("../../../app/", import.meta.url));

/** Names of the pieces that screens are made of: what `app/components` exports and a page can show. */
function pieces(): ReadonlySet<string> {
  const files = readdirSync(join(app, "components"), { recursive: true, encoding: "utf8" });
  const texts = files
    .filter((file) => file.endsWith(".tsx") && !file.includes(".test."))
    .map((file) => readFileSync(join(app, "components", file), "utf8"));
  return new Set(
    texts.flatMap((text) => [...text.matchAll(/export (?:function|const) ([A-Z]\w+)/g)].map(([, one]) => one ?? "")),
  );
}

/** The files of a screen: its module, and what it imports of other routes and editors. */
function filesOf(file: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const text = readFileSync(file, "utf8");
  for (const [, from = ""] of text.matchAll(/from "((?:\.|~\/routes|~\/editor)[^"]*)"/g)) {
    const base = from.startsWith("~/") ? join(app, from.slice(2)) : join(dirname(file), from);
    const found = [`${base}.tsx`, `${base}.ts`].find((name) => existsSync(name));
    if (found !== undefined) filesOf(found, seen);
  }
  return seen;
}

/**
 * As few screens as show every piece of the kit that a screen uses: one of each shape, each kind of form among them.
 * Taken in the order of the table, the one that shows most that is not yet shown first.
 */
export function oneOfEachShape(screens: readonly MountedPath[]): MountedPath[] {
  const known = pieces();
  const shown = screens.map((screen) => {
    const texts = [...filesOf(join(app, screen.file))].map((file) => readFileSync(file, "utf8"));
    const used = texts.flatMap((text) => [...text.matchAll(/<([A-Z]\w+)/g)].map(([, one]) => one ?? ""));
    return { screen, used: new Set(used.filter((one) => known.has(one))) };
  });
  const left = new Set(shown.flatMap(({ used }) => [...used]));
  const chosen: MountedPath[] = [];
  while (left.size > 0) {
    const gain = ({ used }: (typeof shown)[number]) => [...used].filter((one) => left.has(one)).length;
    const best = shown.reduce((most, one) => (gain(one) > gain(most) ? one : most));
    if (gain(best) === 0) break;
    chosen.push(best.screen);
    for (const one of best.used) left.delete(one);
  }
  return chosen;
}

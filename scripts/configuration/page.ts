import { backendVariables } from "@backend/config";
import { variables } from "~/server/config.server";
import { MEANINGS } from "./meanings";

const INTRODUCTION = `# Configuration

By environment, or in a file \`.env\` beside \`package.json\` (see \`.env.example\`); a variable of the environment wins. A bad
value ends the start with one line that says what is allowed. This page is written by \`node scripts/print-configuration.mjs\`.`;

/** A text in a cell of a table. */
const cell = (text: string) => text.replaceAll("|", "\\|");

/** The text of `docs/run/configuration.md`. Throws where a variable has no meaning, or a meaning no variable. */
export function configurationPage(): string {
  const known = new Map([...backendVariables, ...variables].map((one) => [one.name, one]));
  const sections = Object.entries(MEANINGS).map(([title, meanings]) => {
    const rows = Object.entries(meanings).map(([name, { says, unset }]) => {
      const variable = known.get(name);
      if (variable === undefined) throw new Error(`${name} has a meaning and is no variable`);
      known.delete(name);
      const shown = variable.fallback === "" ? (unset ?? "") : `\`${variable.fallback}\``;
      return `| \`${name}\` | ${shown} | ${cell(variable.allowed)} | ${says} |`;
    });
    return [`## ${title}`, "", "| variable | default | allowed | meaning |", "|---|---|---|---|", ...rows].join("\n");
  });
  if (known.size > 0) throw new Error(`no meaning of ${[...known.keys()].join(", ")}`);
  return `${[INTRODUCTION, ...sections].join("\n\n")}\n`;
}

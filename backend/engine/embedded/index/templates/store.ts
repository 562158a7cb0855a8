import type { JsonObject } from "@common/text/json";
import { parseJson, stringifyJson } from "@common/text/json";
import { fits } from "@common/text/glob";
import { EngineError, illegalArgument } from "../../errors";
import type { Store } from "../../store/store";
import { checkTemplate, requireUnused } from "./check";
import { keyOf, partsFor, type NewIndex, type TemplateParts } from "./compose";
import { parseTemplate } from "./parse";
import { KIND_NAMES, type Template, type TemplateKind } from "./types";

type Row = { kind: string; name: string; definition: string };

function kindOf(kind: string): TemplateKind {
  return kind === "legacy" || kind === "component" ? kind : "composable";
}

/** All templates of an engine, kept in its store. */
export class TemplateStore {
  private readonly templates = new Map<string, Template>();

  constructor(private readonly store: Store) {
    for (const row of store.writer.prepare<Row>("SELECT kind, name, definition FROM template").all()) {
      const template = { kind: kindOf(row.kind), name: row.name, body: parseJson(row.definition) as JsonObject };
      this.templates.set(keyOf(template), template);
    }
  }

  /** Every template by its key. */
  all(): ReadonlyMap<string, Template> {
    return this.templates;
  }

  /** Templates of a kind whose names fit a list of patterns, by name. */
  named(kind: TemplateKind, expression: string | undefined): Template[] {
    const patterns = expression === undefined || expression === "_all" ? ["*"] : expression.split(",");
    return [...this.templates.values()]
      .filter((template) => template.kind === kind && patterns.some((pattern) => fits(pattern, template.name)))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  partsFor(index: NewIndex): TemplateParts {
    return partsFor(index, this.templates);
  }

  /** Reads and checks a template as a put would, and returns the form in which it would be kept. */
  checked(template: Template, { create }: { create: boolean }): Template {
    const parsed = parseTemplate(template);
    if (create && this.templates.has(keyOf(parsed)))
      throw illegalArgument(`${KIND_NAMES[parsed.kind]} [${parsed.name}] already exists`);
    checkTemplate(parsed, this.templates);
    return parsed;
  }

  async put(template: Template, options: { create: boolean }): Promise<void> {
    await this.store.write((transaction) => {
      const parsed = this.checked(template, options);
      transaction.database
        .prepare("INSERT OR REPLACE INTO template (kind, name, definition) VALUES (?, ?, ?)")
        .run(parsed.kind, parsed.name, stringifyJson(parsed.body));
      transaction.onCommit(() => this.templates.set(keyOf(parsed), parsed));
    });
  }

  async delete(kind: TemplateKind, expression: string): Promise<void> {
    await this.store.write((transaction) => {
      const found = this.named(kind, expression);
      if (found.length === 0 && !expression.includes("*"))
        throw new EngineError(404, "index_template_missing_exception", `index_template [${expression}] missing`);
      if (kind === "component")
        requireUnused(
          found.map(({ name }) => name),
          this.templates,
        );
      for (const { name } of found) {
        transaction.database.prepare("DELETE FROM template WHERE kind = ? AND name = ?").run(kind, name);
        transaction.onCommit(() => this.templates.delete(keyOf({ kind, name })));
      }
    });
  }
}

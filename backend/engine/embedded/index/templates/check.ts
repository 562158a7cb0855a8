import type { JsonObject } from "@common/text/json";
import { EngineError, illegalArgument } from "../../errors";
import { mappingLimits } from "../../mapping/create-mapping";
import { checkDefinition } from "../../mapping/limits";
import { analysisOf, mappingOf, plainSettings } from "../index-state";
import { requireAliasName } from "../names";
import { flattenSettings, requireSetting, type FlatSettings } from "../settings";
import { composed, isForAll, keyOf, priorityOf, type Templates } from "./compose";
import { listed, overlapping } from "./overlaps";
import { componentsOf, invalidRequest, ownParts, patternsOf } from "./parse";
import type { IndexParts, Template } from "./types";

const HIDDEN = "index.hidden";
const FORBIDDEN = [" ", '"', "\\", "<", "|", ",", ">", "/", "?"];

function invalid(name: string, cause: string): EngineError {
  return new EngineError(400, "invalid_index_template_exception", `index_template [${name}] invalid, cause [${cause}]`);
}

function nameProblems(name: string): string[] {
  return [
    ...(name.includes(" ") ? ["name must not contain a space"] : []),
    ...[",", "#", "*"]
      .filter((character) => name.includes(character))
      .map((character) => `name must not contain a '${character}'`),
    ...(name.startsWith("_") ? ["name must not start with '_'"] : []),
    ...(name.toLowerCase() !== name ? ["name must be lower cased"] : []),
  ];
}

function patternProblems(pattern: string): string[] {
  return [
    ...(pattern.includes(" ") ? [`index_patterns [${pattern}] must not contain a space`] : []),
    ...[",", "#", ":"]
      .filter((character) => pattern.includes(character))
      .map((character) => `index_pattern [${pattern}] must not contain a '${character}'`),
    ...(pattern.startsWith("_") ? [`index_pattern [${pattern}] must not start with '_'`] : []),
    ...(FORBIDDEN.some((character) => pattern.includes(character))
      ? [`index_pattern [${pattern}] must not contain the following characters [ , ", *, \\, <, |, ,, >, /, ?]`]
      : []),
  ];
}

function settingProblems(settings: JsonObject): string[] {
  const wrong = [...flattenSettings(settings)].flatMap(([name, value]) => {
    try {
      requireSetting(name, value);
      return [];
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      return [{ name, reason: error.reason }];
    }
  });
  // A second check of Elasticsearch's finds the unknown ones once more.
  const unknown = wrong.filter(({ reason }) => reason.startsWith("unknown setting"));
  return [
    ...wrong.map(({ reason }) => reason),
    ...unknown.map(({ name }) => `expected [${name}] to be private but it was not`),
  ];
}

function hides({ settings }: IndexParts): boolean {
  return flattenSettings(settings).has(HIDDEN);
}

function isGlobal({ body }: Template): boolean {
  return patternsOf(body).some(isForAll);
}

/** Name, patterns, settings and aliases, each by itself. */
function checkOwn(template: Template): void {
  const { name, body } = template;
  const { settings, aliases } = ownParts(template);
  const patterns = patternsOf(body);
  const problems = [
    ...nameProblems(name),
    ...patterns.flatMap(patternProblems),
    ...settingProblems(settings),
    ...(isGlobal(template) && hides(ownParts(template))
      ? [`global templates may not specify the setting ${HIDDEN}`]
      : []),
  ];
  if (problems.length > 0)
    throw invalid(name, `Validation Failed: ${problems.map((problem, at) => `${at + 1}: ${problem};`).join("")}`);
  for (const alias of Object.keys(aliases)) {
    requireAliasName(alias, "");
    if (patterns.includes(alias))
      throw illegalArgument(`alias [${alias}] cannot be the same as any pattern in [${patterns.join(", ")}]`);
  }
}

function flat(settings: JsonObject): FlatSettings {
  return new Map(
    [...flattenSettings(settings)].filter((pair): pair is [string, string | string[]] => pair[1] !== null),
  );
}

/** Throws where an index could not be made of these parts. */
function checkParts({ settings, mappings }: IndexParts): void {
  const known = flat(settings);
  mappingOf({ definition: mappings, settings: known, analysis: analysisOf(known) });
}

function checkComposed(template: Template, templates: Templates): void {
  try {
    checkParts(composed(template, templates));
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    throw illegalArgument(`invalid composite mappings for [${template.name}]`, { causedBy: error });
  }
}

/** Settings that are wrong are told by themselves, where nothing is composed of them. */
function checkAlone(template: Template): void {
  const parts = ownParts(template);
  for (const [name, value] of flattenSettings(parts.settings)) requireSetting(name, value);
  checkOwn(template);
  checkParts(parts);
}

function checkComposable(template: Template, templates: Templates): void {
  const { name, body } = template;
  const components = componentsOf(body);
  const priority = priorityOf(template);
  if (priority < 0) throw invalidRequest("index template priority must be >= 0");
  if (isGlobal(template) && hides(ownParts(template)))
    throw invalidRequest(`global composable templates may not specify the setting ${HIDDEN}`);
  const missing = components.filter((component) => !templates.has(keyOf({ kind: "component", name: component })));
  if (missing.length > 0)
    throw invalid(
      name,
      `index template [${name}] specifies component templates [${missing.join(", ")}] that do not exist`,
    );
  if (isGlobal(template) && hides(composed(template, templates)))
    throw invalid(name, `global composable templates may not specify the setting [${HIDDEN}]`);
  const rivals = overlapping(template, templates, "composable").filter((other) => priorityOf(other) === priority);
  if (rivals.length > 0)
    throw illegalArgument(
      `index template [${name}] has index patterns [${patternsOf(body).join(", ")}] matching patterns from existing templates ${listed(rivals)} that have the same priority [${priority}], multiple index templates may not match during index creation, please use a different priority`,
    );
  checkOwn(template);
  try {
    checkComposed(template, templates);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    const list = components.length > 0 ? `with component templates [${components.join(", ")}] ` : "";
    throw illegalArgument(`composable template [${name}] template after composition ${list}is invalid`, {
      causedBy: error,
    });
  }
}

function usersOf(names: readonly string[], templates: Templates): Template[] {
  return [...templates.values()].filter(
    ({ kind, body }) => kind === "composable" && componentsOf(body).some((component) => names.includes(component)),
  );
}

function checkComponent(template: Template, templates: Templates): void {
  const { name } = template;
  checkAlone(template);
  const changed = new Map(templates).set(keyOf(template), template);
  const users = usersOf([name], templates);
  const global = hides(ownParts(template)) ? users.filter(isGlobal) : [];
  if (global.length > 0)
    throw illegalArgument(
      `cannot update component template [${name}] because the following global templates would resolve to specifying the [${HIDDEN}] setting: [${global.map((user) => user.name).join(",")}]`,
    );
  for (const user of users) {
    try {
      checkComposed(user, changed);
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      throw illegalArgument(
        `updating component template [${name}] results in invalid composable template [${user.name}] after templates are merged`,
        {
          causedBy: error,
        },
      );
    }
  }
}

/** Throws where a template is wrong by itself, does not go with the others, or no index could be made from it. */
export function checkTemplate(template: Template, templates: Templates): void {
  // Before anything is merged: a definition that is too large or too deep costs the more the longer it is looked at.
  const { settings, mappings } = ownParts(template);
  checkDefinition(mappings, mappingLimits(plainSettings(flat(settings))));
  if (template.kind === "legacy") checkAlone(template);
  else if (template.kind === "component") checkComponent(template, templates);
  else checkComposable(template, templates);
}

/** Throws where component templates are still in use. */
export function requireUnused(names: readonly string[], templates: Templates): void {
  const users = usersOf(names, templates);
  if (users.length === 0) return;
  const used = names.filter((name) => users.some(({ body }) => componentsOf(body).includes(name)));
  throw illegalArgument(
    `component templates [${used.join(", ")}] cannot be removed as they are still in use by index templates [${users.map(({ name }) => name).join(", ")}]`,
  );
}

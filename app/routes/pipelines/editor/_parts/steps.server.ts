import { changedText, movedInText, type TextChange } from "@common/pipelines/changed-text";
import { DocumentFault } from "@common/pipelines/document/faults";
import { parseJson, stringifyJson } from "@common/text/json";
import { isStageName, stageNamed } from "@common/pipelines/stages";
import { readSource } from "@common/pipelines/document/source/source";
import { parse, stringify } from "yaml";
import { readText } from "~/services/pipelines/read.server";
import type { PipelineFiles } from "~/services/pipelines/write.server";
import type { Step } from "./intents";
import { stageChanges, type TypedStage } from "./stage-changes.server";

/** What the editor shows behind a step. */
export type Shown = { file: string; stage: string; run: boolean };
export type Stepped = { files: PipelineFiles; shown: Shown };

/** What a stage of one's own is added by; every other name is one of the server's list. */
const SCRIPT = "script";
const NEW_SCRIPT = `function handleRequest() {
  return {};
}
`;

/** The place of a stage in its list; -1 where the text cannot be read, or has none of this id. */
const placeOf = (content: string, id: string) =>
  readText(content).document?.stages.findIndex((stage) => stage.id === id) ?? -1;

function withText(files: PipelineFiles, content: string): PipelineFiles {
  return { ...files, content };
}

function inOtherForm(content: string, form: "json" | "yaml"): string {
  const { text, source } = readSource(content);
  if (source.extension === form) return content;
  return form === "json"
    ? `${JSON.stringify(parse(text), null, 2)}\n`
    : stringify(JSON.parse(stringifyJson(parseJson(text))), { lineWidth: 0 });
}

/**
 * A stage of a name that is not taken, as it begins. One that only the server has begins without inputs: the check of
 * the text names those that it needs, and its form has a field for each.
 */
function newStage(content: string, bare: string): { id: string; stage: TextChange["value"] } {
  const ids = new Set(readText(content).document?.stages.map(({ id }) => id));
  let id = bare;
  for (let number = 2; ids.has(id); number++) id = `${bare}-${number}`;
  const required = Object.entries(stageNamed(bare)?.inputs ?? {}).filter(([, input]) => input.required);
  const inputs = Object.fromEntries(
    required.map(([input, { type }]) => [input, type === "array" ? [] : type === "object" ? {} : ""]),
  );
  return {
    id,
    stage: {
      id,
      ...(bare === SCRIPT ? { scriptRef: `${id}.js` } : { use: bare }),
      ...(bare === "authorization" && { continueOnError: false }),
      ...(required.length > 0 && { inputs }),
    },
  };
}

/**
 * What the editor holds behind a press of one of its buttons. Throws a DocumentFault where a step needs a text that can
 * be read.
 */
export function stepped(
  posted: PipelineFiles,
  { step, shown: at, typed }: { step: Step; shown: Shown; typed: TypedStage },
): Stepped {
  const { files, shown: here } = applied(posted, { shown: { ...at, run: false }, typed });
  const { content, scripts } = files;
  switch (step.kind) {
    case "save":
    case "save-new":
    case "apply":
      return { files, shown: here };
    case "run":
      return { files, shown: { ...here, run: true } };
    case "file":
      return { files, shown: { ...here, file: step.name } };
    case "stage":
      return { files, shown: { ...here, stage: step.name } };
    case "as-json":
    case "as-yaml":
      return { files: withText(files, inOtherForm(content, step.kind === "as-json" ? "json" : "yaml")), shown: here };
    case "add-file": {
      const name = step.name.endsWith(".js") ? step.name : `${step.name}.js`;
      return { files: { ...files, scripts: { [name]: NEW_SCRIPT, ...scripts } }, shown: { ...here, file: name } };
    }
    case "remove-file": {
      const { [step.name]: _gone, ...left } = scripts;
      return { files: { ...files, scripts: left }, shown: { ...here, file: "" } };
    }
    case "add-stage": {
      const { files: longer, id } = added(files, typed.add);
      return { files: longer, shown: { ...here, stage: id } };
    }
    case "remove-stage": {
      const at = placeOf(content, step.name);
      if (at < 0) return { files, shown: here };
      return {
        files: withText(files, changedText(content, [{ path: ["stages", at], value: undefined }])),
        shown: { ...here, stage: "" },
      };
    }
    case "up":
    case "down": {
      const from = placeOf(content, step.name);
      const to = from + (step.kind === "up" ? -1 : 1);
      const count = readText(content).document?.stages.length ?? 0;
      if (from < 0 || to < 0 || to >= count) return { files, shown: here };
      return {
        files: withText(files, movedInText(content, { list: ["stages"], from, to })),
        shown: { ...here, stage: step.name },
      };
    }
  }
}

/** The files with a stage more, as a link of the list asks for one; unchanged where the text cannot be read. */
export function withStage(files: PipelineFiles, name: string): PipelineFiles {
  if (!isStageName(name)) return files;
  try {
    return added(files, name).files;
  } catch (error) {
    if (error instanceof DocumentFault) return files;
    throw error;
  }
}

/** The files with a stage more, and its id. */
function added(files: PipelineFiles, asked: string): { files: PipelineFiles; id: string } {
  const name = asked === "" ? SCRIPT : asked;
  const { content, scripts } = files;
  const { id, stage } = newStage(content, name);
  const count = readText(content).document?.stages.length ?? 0;
  const longer = changedText(content, [{ path: ["stages", count], value: stage }]);
  // Nobody is let in by an authorization behind what it guards.
  const next = name === "authorization" ? movedInText(longer, { list: ["stages"], from: count, to: 0 }) : longer;
  const withFile = name === SCRIPT ? { ...scripts, [`${id}.js`]: NEW_SCRIPT } : scripts;
  return { files: { ...withText(files, next), scripts: withFile }, id };
}

/** What was typed of the stage beside the text, put into it: whichever button is pressed, nothing typed is lost. */
function applied(files: PipelineFiles, { shown, typed }: { shown: Shown; typed: TypedStage }): Stepped {
  const at = shown.stage === "" ? -1 : placeOf(files.content, shown.stage);
  if (at < 0) return { files, shown };
  const { changes, id } = stageChanges(files.content, { at, typed });
  if (changes.length === 0) return { files, shown };
  return { files: withText(files, changedText(files.content, changes)), shown: { ...shown, stage: id } };
}

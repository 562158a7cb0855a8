import { randomUUID } from "node:crypto";
import { PIPELINES_LIMITS } from "@common/limits/pipelines";
import { isJsonObject, type JsonObject, parseJson } from "@common/text/json";
import { badRequest, HttpError } from "@backend/gateway/platform/http/errors";
import { authorOf } from "@backend/gateway/platform/access/runs-as";
import type { SignedContext } from "@backend/gateway/platform/http/types";
import { compileExpression } from "../search-relevance/rules/expression";
import { requireCronLine } from "../search-relevance/rules/cron/line";
import { DocumentFault } from "@common/pipelines/document/faults";
import { type PipelineForm, readPipelineForm } from "./form/form";
import { splitMultipart } from "./form/multipart";
import { missingScripts } from "@common/pipelines/document/missing-scripts";
import { readDocument } from "@common/pipelines/document/read-text";
import { compileCondition } from "./expression/evaluate";
import type { Draft } from "./store/store";
import type { PipelineDocument, PipelineScripts } from "@common/pipelines/document/types";

/** A pipeline as a call sent it, checked. */
export type SentPipeline = { document: PipelineDocument; draft: Draft; form: PipelineForm };

async function bytesOf(context: SignedContext): Promise<Buffer> {
  const { most } = PIPELINES_LIMITS.body;
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const piece of context.pieces({ held: true })) {
    size += piece.length;
    if (size > most) throw new HttpError(413, `a pipeline with its scripts has at most ${most} bytes`);
    parts.push(piece);
  }
  return Buffer.concat(parts);
}

/** The parts of a call's form, or its plain body as the one part `pipeline`. Throws 400 and 413. */
export async function readForm(context: SignedContext): Promise<PipelineForm> {
  const body = await bytesOf(context);
  const contentType = [context.headers["content-type"]].flat()[0] ?? "";
  try {
    const parts = /^multipart\//i.test(contentType)
      ? await splitMultipart({ body, contentType })
      : [{ name: "pipeline", filename: null, text: body.toString("utf8") }];
    return readPipelineForm(parts);
  } catch (error) {
    throw error instanceof HttpError ? error : badRequest(error instanceof Error ? error.message : String(error));
  }
}

const SHOWN = 5;

function told({ faults }: DocumentFault): string {
  const words = faults
    .slice(0, SHOWN)
    .map(({ message, line, column }) => (line === null ? message : `${message} (line ${line}, column ${column ?? 1})`));
  const more = faults.length - words.length;
  return `the pipeline is not valid: ${words.join("; ")}${more > 0 ? `; and ${more} more` : ""}`;
}

// What is compiled before each run must be readable now.
function requireConditions({ trigger, stages }: PipelineDocument): void {
  if (trigger.type === "cron") requireCronLine(trigger.expression);
  else if (trigger.type !== "always" && trigger.expression.trim() !== "") compileExpression(trigger.expression);
  for (const { id, trigger: condition } of stages) {
    if (condition === null) continue;
    try {
      compileCondition(condition);
    } catch (error) {
      throw badRequest(
        `the trigger of stage ${id} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }
}

function requireScripts(document: PipelineDocument, scripts: PipelineScripts): void {
  const missing = missingScripts(document, scripts);
  if (missing.length > 0)
    throw badRequest(`the script ${missing.join(", ")} is missing: send it as a part of that name`);
}

/** The document of a text. Throws 400 with the place of each fault. */
export function documentOf(content: string): { document: PipelineDocument; extension: string } {
  try {
    const read = readDocument(content);
    requireConditions(read.document);
    return read;
  } catch (error) {
    if (error instanceof DocumentFault) throw badRequest(told(error));
    throw error instanceof HttpError ? error : badRequest(error instanceof Error ? error.message : String(error));
  }
}

/**
 * Reads what a call sends: the text of a pipeline and its scripts, and those that are kept where it does not send them.
 * Throws 400 and 413.
 */
export async function sentPipeline(
  context: SignedContext,
  scriptsOf: (form: PipelineForm) => Promise<PipelineScripts> = async () => ({}),
): Promise<SentPipeline> {
  const form = await readForm(context);
  const before = await scriptsOf(form);
  const { document, extension } = documentOf(form.content);
  const scripts = { ...used(document, before), ...form.scripts };
  requireScripts(document, scripts);
  const draft: Draft = {
    content: form.content,
    extension,
    scripts,
    description: form.versionDescription ?? "",
    validate_context: form.validateContext,
    author: authorOf(context.caller),
  };
  return { document, draft, form };
}

// Files that no stage names any more are left behind.
function used({ stages }: PipelineDocument, scripts: PipelineScripts): PipelineScripts {
  const bare = (name: string) => name.replace(/\.js$/, "");
  const named = new Set(stages.flatMap(({ scriptRef }) => (scriptRef === null ? [] : [bare(scriptRef)])));
  return Object.fromEntries(Object.entries(scripts).filter(([name]) => named.has(bare(name))));
}

/** The id of a new pipeline: its own, or one made here. Throws 400. */
export function idOf({ id }: PipelineDocument): string {
  if (id === null) return randomUUID();
  if (!/^[A-Za-z0-9][\w.:-]{0,199}$/.test(id))
    throw badRequest(
      "an id is made of letters, digits, dots, hyphens, colons and underscores, and begins with a letter or digit",
    );
  return id;
}

/** The JSON object in a body. Throws 400. */
export function bodyIn(text: string): JsonObject {
  let value;
  try {
    value = parseJson(text);
  } catch {
    throw badRequest("Can't parse request body");
  }
  if (!isJsonObject(value)) throw badRequest("Can't parse request body");
  return value;
}

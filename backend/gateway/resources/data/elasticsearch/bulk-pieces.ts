import { ENGINE_LIMITS } from "@common/limits/engine";
import type { Caller } from "@backend/gateway/platform/auth/types";
import { badRequest, HttpError } from "@backend/gateway/platform/http/errors";
import { checkActionLine, checkUpdateLine } from "./prepare-body";
import { actionWithoutType, mayNameTypes } from "@backend/gateway/platform/http/typed-calls";

const NEWLINE = 0x0a;
const ACTION = /^\s*\{\s*"(index|create|update|delete)"\s*:/;

const ACTIONS = ENGINE_LIMITS.bulkActions.most;
const ACTION_LINE = ENGINE_LIMITS.actionLine.most;
const DOCUMENT = ENGINE_LIMITS.document.most;

function tooMuch(reason: string): HttpError {
  return new HttpError(413, reason, { headers: { Connection: "close" } });
}

function requireShort(bytes: number): void {
  if (bytes > DOCUMENT) throw tooMuch(`a line of a bulk holds at most ${DOCUMENT} bytes`);
}

/** Looks at the lines of a bulk one after the other; gives true for an action line. Throws 400, 401 and 413. */
function lineCheck(caller: Caller): (line: Buffer) => boolean {
  let awaiting: string | null = null;
  let isLost = false;
  let actions = 0;
  return (line) => {
    requireShort(line.length);
    // After an action that is none the engine refuses the whole, so nothing may pass that could be a script.
    if (isLost || awaiting === "update") checkUpdateLine(caller, line.toString("utf8"));
    if (isLost) return false;
    if (awaiting !== null) {
      awaiting = null;
      return false;
    }
    if (line.length > ACTION_LINE) throw badRequest(`an action line of a bulk is longer than ${ACTION_LINE} bytes`);
    const text = line.toString("utf8");
    if (text.trim() === "") return false;
    if (++actions > ACTIONS) throw tooMuch(`a bulk holds at most ${ACTIONS} actions`);
    const action = checkActionLine(caller, text) ?? ACTION.exec(text)?.[1];
    if (action === undefined) isLost = true;
    else awaiting = action === "delete" ? null : action;
    return action !== undefined;
  };
}

/**
 * A bulk body on its way to the engine, each line looked at before it goes on: action lines held against the caller's
 * rights and rid of types, scripts in partial updates refused. It holds one line at a time. A refusal breaks the body
 * off; an engine that takes a bulk as a whole has then done none of it.
 */
export async function* checkedBulk({
  caller,
  pieces,
}: {
  caller: Caller;
  pieces: AsyncIterable<Uint8Array>;
}): AsyncGenerator<Uint8Array> {
  const check = lineCheck(caller);
  let open: Buffer[] = [];
  let opened = 0;
  for await (const piece of pieces) {
    const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
    const last = bytes.lastIndexOf(NEWLINE);
    if (last === -1) {
      open.push(bytes);
      requireShort((opened += bytes.length));
      continue;
    }
    const whole = Buffer.concat([...open, bytes.subarray(0, last + 1)]);
    open = last + 1 < bytes.length ? [bytes.subarray(last + 1)] : [];
    opened = bytes.length - last - 1;
    const isTyped = mayNameTypes(whole);
    const lines: Buffer[] = [];
    for (let from = 0; from < whole.length;) {
      const end = whole.indexOf(NEWLINE, from);
      const line = whole.subarray(from, end);
      const isAction = check(line);
      if (isTyped)
        lines.push(
          isAction ? Buffer.from(`${actionWithoutType(line.toString("utf8"))}\n`) : whole.subarray(from, end + 1),
        );
      from = end + 1;
    }
    yield isTyped ? Buffer.concat(lines) : whole;
  }
  const rest = Buffer.concat(open);
  if (rest.length === 0) return;
  yield check(rest) ? Buffer.from(actionWithoutType(rest.toString("utf8"))) : rest;
}

/**
 * The same for an engine that takes a bulk as a whole: looked at as it comes, a piece at a time, so that others have
 * their turn between.
 */
export async function gatheredBulk(bulk: { caller: Caller; pieces: AsyncIterable<Uint8Array> }): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of checkedBulk(bulk)) pieces.push(piece);
  return Buffer.concat(pieces);
}

import type { Caller } from "../auth/types";
import { checkActionLine, checkUpdateLine } from "./prepare-body";

const NEWLINE = 0x0a;
const ACTION = /^\s*\{\s*"(index|create|update|delete)"\s*:/;

/** Looks at the lines of a bulk one after the other. Throws 400 and 401. */
function lineCheck(caller: Caller): (line: Buffer) => void {
  let awaiting: string | null = null;
  let isLost = false;
  return (line) => {
    // After an action that is none the engine refuses the whole, so nothing may pass that could be a script.
    if (isLost) return checkUpdateLine(caller, line.toString("utf8"));
    if (awaiting !== null) {
      if (awaiting === "update") checkUpdateLine(caller, line.toString("utf8"));
      awaiting = null;
      return;
    }
    const text = line.toString("utf8");
    if (text.trim() === "") return;
    const action = checkActionLine(caller, text) ?? ACTION.exec(text)?.[1];
    if (action === undefined) isLost = true;
    else awaiting = action === "delete" ? null : action;
  };
}

/**
 * A bulk body on its way to the engine, unchanged, each line looked at before it goes on: action lines held against the caller's rights, scripts in
 * partial updates refused. It holds one line at a time. A refusal breaks the body off; an engine that takes a bulk as a whole has then done none of it.
 */
export async function* checkedBulk({ caller, pieces }: { caller: Caller; pieces: AsyncIterable<Uint8Array> }): AsyncGenerator<Uint8Array> {
  const check = lineCheck(caller);
  let open: Buffer[] = [];
  for await (const piece of pieces) {
    const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
    const last = bytes.lastIndexOf(NEWLINE);
    if (last === -1) {
      open.push(bytes);
      continue;
    }
    const whole = Buffer.concat([...open, bytes.subarray(0, last + 1)]);
    open = last + 1 < bytes.length ? [bytes.subarray(last + 1)] : [];
    for (let from = 0; from < whole.length;) {
      const end = whole.indexOf(NEWLINE, from);
      check(whole.subarray(from, end));
      from = end + 1;
    }
    yield whole;
  }
  const rest = Buffer.concat(open);
  if (rest.length === 0) return;
  check(rest);
  yield rest;
}

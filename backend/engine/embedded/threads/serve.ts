import type { MessagePort } from "node:worker_threads";
import type { Engine, EngineResponse } from "../../port";
import type { FromThread, SentResponse, ToThread } from "./messages";

/** So much of a large answer is text, in UTF-16 units; the rest goes by in pieces of as much. */
const PIECE = 1024 * 1024;

type ServeOptions = {
  port: MessagePort;
  handle: Engine;
  /** Makes all segments again. */
  rebuild?: () => Promise<void>;
  close: () => Promise<void>;
  /** Somebody wants to hear of commits. */
  follower?: (changes: MessagePort) => void;
};

// The last place at or before `end` that does not stand between the two halves of a character.
function characterEnd(text: string, end: number): number {
  const unit = text.charCodeAt(end - 1);
  return unit >= 0xd800 && unit < 0xdc00 ? end - 1 : end;
}

/** A large answer in pieces whose memory can be handed over. */
export function inPieces(response: EngineResponse, takesRest: boolean): SentResponse {
  const { status, contentType, body } = response;
  if (!takesRest || status >= 400 || body.length <= PIECE) return { status, contentType, body };
  const encoder = new TextEncoder();
  let at = characterEnd(body, PIECE);
  const beginning = body.slice(0, at);
  const rest: Uint8Array[] = [];
  while (at < body.length) {
    const end = at + PIECE >= body.length ? body.length : characterEnd(body, at + PIECE);
    // A copy that holds nothing but its bytes: the encoder's own buffer may be longer.
    rest.push(encoder.encode(body.slice(at, end)).slice());
    at = end;
  }
  return { status, contentType, body: beginning, rest };
}

/** Answers the calls that come through a port, in the thread that has the engine. */
export function serve({ port, handle, rebuild, close, follower }: ServeOptions): void {
  const underWay = new Map<number, AbortController>();
  const tell = (message: FromThread, handedOver: ArrayBufferLike[] = []) =>
    port.postMessage(message, handedOver as ArrayBuffer[]);

  async function call({ id, request, takesRest }: Extract<ToThread, { kind: "call" }>): Promise<void> {
    const controller = new AbortController();
    underWay.set(id, controller);
    try {
      const response = inPieces(await handle({ ...request, signal: controller.signal }), takesRest);
      tell(
        { kind: "answer", id, response },
        response.rest?.map(({ buffer }) => buffer),
      );
    } finally {
      underWay.delete(id);
    }
  }

  port.on("message", (message: ToThread) => {
    if (message.kind === "call") void call(message);
    else if (message.kind === "abort") underWay.get(message.id)?.abort();
    else if (message.kind === "follower") follower?.(message.changes);
    else if (message.kind === "rebuild") void rebuild?.().then(() => tell({ kind: "rebuilt", id: message.id }));
    else void close().then(() => tell({ kind: "closed" }));
  });
  tell({ kind: "ready" });
}

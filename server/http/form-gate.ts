import { Readable } from "node:stream";
import type { NextFunction, Request, RequestHandler, Response } from "express";
import { CONSOLE_LIMITS } from "@common/limits/console";
import type { Full, Share } from "@common/process/shares";
import { type Refused, sendRefusal } from "./refusal";
import type { Takes } from "./takes";
import { bringsFiles, endConnection, hasBody, isReadingRequest } from "./unread-body";

const { form, typedForm, bodyOfReading, formsOfOne, formPause } = CONSOLE_LIMITS;

const bodies = new WeakMap<Request, Buffer>();

function inWords(bytes: number): string {
  return bytes >= 1024 ** 2 ? `${bytes / 1024 ** 2} MB` : `${bytes / 1024} kB`;
}

const tooLarge = (most: number): Refused => ({
  status: 413,
  title: "Too large",
  text: `This request is larger than ${inWords(most)}, the limit. Nothing was changed.`,
});
const tooSlow: Refused = {
  status: 408,
  title: "Too slow",
  text: "The form did not arrive in time. Nothing was changed. Send it again.",
};
const RETRY = { headers: { "Retry-After": "5" } };

function tooMuch(full: Full): Refused {
  if (full !== "one") {
    const text =
      "So much is being sent to the console that it takes no more just now. Nothing was changed. Send it again in a moment.";
    return { status: 503, title: "Busy", text, ...RETRY };
  }
  const text = `You are sending more than ${inWords(formsOfOne.most)} at a time, the limit. Nothing was changed. Send it again when the other forms are answered.`;
  return { status: 429, title: "Too much at a time", text, ...RETRY };
}

function mostOf(request: Request, takes: Takes): number {
  if (isReadingRequest(request)) return bodyOfReading.most;
  return takes === "forms" ? form.most : typedForm.most;
}

/**
 * The body of a request, or why it is not taken. Settles as soon as either is known; null where the sender went away.
 */
function collect({
  request,
  most,
  share,
}: {
  request: Request;
  most: number;
  share: Share;
}): Promise<Buffer | Refused | null> {
  const parts: Buffer[] = [];
  let size = 0;
  return new Promise<Buffer | Refused | null>((resolve) => {
    const pause = setTimeout(() => resolve(tooSlow), formPause.most);
    request.on("data", (part: Buffer) => {
      pause.refresh();
      size += part.length;
      if (size > most) return resolve(tooLarge(most));
      const full = share.add(part.length);
      if (full !== undefined) return resolve(tooMuch(full));
      parts.push(part);
    });
    request.once("end", () => resolve(Buffer.concat(parts, size)));
    request.once("error", () => resolve(null));
    request.once("close", () => resolve(null));
    void Promise.resolve().then(() => request.resume());
    request.once("searchdeck:settled", () => clearTimeout(pause));
  }).finally(() => {
    request.emit("searchdeck:settled");
    request.removeAllListeners("data");
    request.on("error", () => undefined);
  });
}

type GateOptions = {
  takes: (target: string) => Promise<Takes>;
  /** The share that the bytes of a request's form are taken from. */
  formOf: (request: Request, response: Response) => Share;
};

/**
 * Takes forms in before the application sees them, so that what is too large is refused at once, with or without a
 * length, on every address and by every method. Files (`multipart/form-data` to a page that takes them) go on as they
 * come and are counted by whoever reads them; what nobody reads ends with the connection.
 */
export function formGate({ takes, formOf }: GateOptions): RequestHandler {
  function refuse({ request, response, refused }: { request: Request; response: Response; refused: Refused }): void {
    endConnection({ request, response });
    sendRefusal(response, refused);
  }

  async function pass(request: Request, response: Response, next: NextFunction): Promise<void> {
    const of = isReadingRequest(request) ? "forms" : await takes(request.originalUrl);
    const isFile = of === "files" && bringsFiles(request);
    if (isFile) {
      const { writeHead } = response;
      response.writeHead = ((...head: Parameters<typeof writeHead>) => {
        if (!request.complete) endConnection({ request, response });
        return Reflect.apply(writeHead, response, head);
      }) as typeof writeHead;
      return next();
    }
    const most = mostOf(request, of);
    if (Number(request.get("content-length") ?? 0) > most)
      return refuse({ request, response, refused: tooLarge(most) });
    const share = formOf(request, response);
    const body = await collect({ request, most, share });
    if (body === null || response.destroyed) return share.release();
    if (!Buffer.isBuffer(body)) {
      share.release();
      return refuse({ request, response, refused: body });
    }
    // What was taken in stays in memory until it is answered.
    response.once("close", share.release);
    bodies.set(request, body);
    next();
  }

  return (request, response, next) => {
    if (!hasBody(request)) return next();
    pass(request, response, next).catch(next);
  };
}

// What the Remix adapter takes a body by.
const OF_THE_BODY = new Set<string | symbol>([
  "on",
  "once",
  "off",
  "removeListener",
  "pause",
  "resume",
  "readable",
  "readableHighWaterMark",
  "destroy",
]);

/** The request with the body that the gate took in, to be read once more. */
export function withTakenBody(request: Request): Request {
  const body = bodies.get(request);
  if (body === undefined) return request;
  const again = Readable.from(body.length === 0 ? [] : [body], { objectMode: false });
  return new Proxy(request, {
    get(target, name) {
      const from = OF_THE_BODY.has(name) ? again : target;
      const value: unknown = Reflect.get(from, name, from);
      return typeof value === "function" ? (value.bind(from) as unknown) : value;
    },
  });
}

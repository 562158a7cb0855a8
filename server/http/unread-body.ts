import type { Request, Response } from "express";

/** So long a refused sender may still take the answer in, in ms: one who is cut off at once does not see it. */
const LINGER = 1_000;
const READING = new Set(["GET", "HEAD", "OPTIONS"]);

/** True for a request that only reads. */
export const isReadingRequest = (request: Pick<Request, "method">) => READING.has(request.method);

/** True for a request that brings a body. */
export const hasBody = (request: Request) =>
  request.get("transfer-encoding") !== undefined || Number(request.get("content-length") ?? 0) !== 0;

/** True for a form that brings files. */
export const bringsFiles = (request: Request) => /^multipart\/form-data\b/i.test(request.get("content-type") ?? "");

/**
 * Lets the sender of a body that nobody reads take the answer in; then the connection ends, whatever is still being
 * sent.
 */
export function endConnection({ request, response }: { request: Request; response: Response }): void {
  const { socket } = request;
  response.set("Connection", "close");
  socket.destroySoon = () => {
    socket.end();
    const late = setTimeout(() => socket.destroy(), LINGER);
    socket.once("close", () => clearTimeout(late));
  };
}

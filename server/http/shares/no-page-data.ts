import type { Request, RequestHandler, Response } from "express";
import { asksPageData } from "../page-data";
import { isReadingRequest } from "../unread-body";
import type { Holds } from "./kinds";

/**
 * Answers 404 where a stream is asked for as data of a page, which no page of ours does: the router would read the
 * whole of it into memory to answer. Stands behind the gate of forms, which has read or refused what the request
 * brings.
 */
export function noPageData(holds: (target: string) => Promise<Holds>): RequestHandler {
  async function isStream({ originalUrl, method }: Pick<Request, "originalUrl" | "method">): Promise<boolean> {
    if (!isReadingRequest({ method }) || !asksPageData(originalUrl)) return false;
    return (await holds(originalUrl)).reading !== "pages";
  }
  const refuse = (response: Response) =>
    void response
      .status(404)
      .set("Cache-Control", "no-store")
      .type("text/plain")
      .send("This address has no data of a page.\n");
  return (request, response, next) => {
    isStream(request).then((found) => (found ? refuse(response) : next()), next);
  };
}

import type { Response } from "express";
import { asksPageData, refusedData } from "./page-data";
import { sendPlainPage } from "./plain-page";

/** What is refused before the application sees it, and how that is told. */
export type Refused = { status: number; title: string; text: string; headers?: Record<string, string> };

/**
 * Answers a request that is refused: with a page, or as the scripts of a page read it, so that the same sentence is
 * shown.
 */
export function sendRefusal(response: Response, { headers = {}, ...refused }: Refused): void {
  const { method, originalUrl: target } = response.req;
  response.set(headers);
  if (!asksPageData(target)) return sendPlainPage(response, refused);
  const { status, text } = refused;
  response
    .status(status)
    .set({ "Content-Type": "text/x-script", "Cache-Control": "no-store", "X-Remix-Response": "yes" });
  void refusedData({ method, target, status, text }).then((body) => response.send(body));
}

import { request } from "node:http";
import type { Answer } from "./compare";

type Options = { method: string; headers: Record<string, string>; body?: string | Buffer | undefined };

/**
 * Sends a request with its path as it is written: neither fetch nor undici send `/books/../films` so. Gives the answer;
 * rejects where the connection breaks.
 */
export function fetchAsIs(url: string, { method, headers, body }: Options): Promise<Answer> {
  const start = url.indexOf("/", "http://".length);
  const { hostname, port } = new URL(url.slice(0, start));
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { "Content-Length": String(Buffer.byteLength(body)) };
    const call = request(
      { hostname, port, path: url.slice(start), method, headers: { Connection: "close", ...headers, ...length } },
      (response) => {
        const parts: Buffer[] = [];
        response.on("data", (part: Buffer) => parts.push(part));
        response.on("error", reject);
        response.on("end", () => {
          const flat = Object.entries(response.headers).map(
            ([name, value]) => [name, Array.isArray(value) ? value.join(", ") : (value ?? "")] as const,
          );
          resolve({
            status: response.statusCode ?? 0,
            headers: Object.fromEntries(flat),
            body: Buffer.concat(parts).toString("utf8"),
          });
        });
      },
    );
    call.on("error", reject);
    call.end(body);
  });
}

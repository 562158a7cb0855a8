import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const TYPES: Record<string, string> = { html: "text/html; charset=utf-8", js: "text/javascript; charset=utf-8" };

/** Files by name on a web server of their own, another origin than the product. */
export async function serveFiles(
  files: Readonly<Record<string, string>>,
): Promise<{ url: string; close: () => Promise<unknown> }> {
  const server = createServer((request, response) => {
    const name = new URL(request.url ?? "/", "http://files").pathname.slice(1);
    const text = files[name];
    if (text === undefined) return response.writeHead(name === "favicon.ico" ? 204 : 404).end();
    const type = TYPES[name.slice(name.lastIndexOf(".") + 1)] ?? "text/plain; charset=utf-8";
    return response.writeHead(200, { "Content-Type": type }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => new Promise((resolve) => server.close(resolve)) };
}

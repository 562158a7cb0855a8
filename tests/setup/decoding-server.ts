import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { posix } from "node:path";

/**
 * A search server that treats paths as a real ReactiveSearch server does (Go's net/http with gorilla/mux, as recorded):
 * a path is decoded before it is routed, one that is not clean then is answered with 301, and what is passed on to the
 * engine is parsed once more, so that a `#` cuts it and `50%41` becomes `50A`. Our own back end, which does none of it,
 * stands behind and answers the rest.
 */
export async function startDecodingServer(
  target: string,
): Promise<{ url: string; paths: string[]; close: () => Promise<void> }> {
  const paths: string[] = [];
  function answer(incoming: IncomingMessage, outgoing: ServerResponse) {
    const [written = "/", query] = (incoming.url ?? "/").split(/\?(.*)/s);
    paths.push(written);
    const path = decoded(written);
    if (path === undefined) return outgoing.writeHead(400).end("400 Bad Request");
    const tidy = posix.normalize(path);
    if (tidy !== path) return outgoing.writeHead(301, { Location: encodeURI(tidy) }).end();
    const [cut = "/"] = path.split(/[#?]/);
    if (/%(?![0-9A-Fa-f]{2})/.test(cut))
      return outgoing
        .writeHead(500, { "Content-Type": "application/json" })
        .end('{"error":{"code":500,"message":"invalid URL escape"}}');
    const again = encodeURI(cut).replace(/%25([0-9A-Fa-f]{2})/g, "%$1");
    const passed = request(
      `${target}${again}${query === undefined ? "" : `?${query}`}`,
      { method: incoming.method, headers: incoming.headers },
      (reply) => {
        outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.pipe(outgoing);
      },
    );
    passed.on("error", () => outgoing.destroy());
    incoming.pipe(passed);
  }
  const server = createServer((incoming, outgoing) => void answer(incoming, outgoing));
  // Longer than the console keeps connections: one that this side closes while a call is under way is a failed call.
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  return { url: `http://127.0.0.1:${port}`, paths, close };
}

function decoded(path: string) {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

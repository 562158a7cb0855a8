import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

const patience = 10_000;

/**
 * Makes a server end well: no new connection, open event streams closed at once (they never end by themselves), other
 * requests finished within 10 s. Returns the function that does it; it resolves when every connection is closed.
 */
export function gracefulShutdown(server: Server): () => Promise<void> {
  const open = new Set<ServerResponse>();
  const sockets = new Set<Socket>();
  let ending = false;

  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });

  server.on("request", (_request: IncomingMessage, response: ServerResponse) => {
    if (ending) response.setHeader("Connection", "close");
    open.add(response);
    response.once("close", () => open.delete(response));
  });

  return () => {
    ending = true;
    return new Promise((resolve) => {
      const last = setTimeout(() => server.closeAllConnections(), patience);
      server.close(() => {
        clearTimeout(last);
        resolve();
      });
      server.closeIdleConnections();
      // Browsers connect ahead of need; Node does not count a connection as idle before its first byte.
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
      for (const response of open) {
        if (String(response.getHeader("Content-Type")).startsWith("text/event-stream")) response.destroy();
        else if (!response.headersSent) response.setHeader("Connection", "close");
      }
    });
  };
}

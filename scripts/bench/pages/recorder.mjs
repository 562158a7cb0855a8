// Stands between console and back end, and notes how long each call was open.
import { Agent, createServer, request } from "node:http";

/**
 * Passes requests on to the back end; `calls` has `{ method, path, began, ended }` of each in ms, the path without its
 * parameters.
 */
export function startRecorder(target) {
  const calls = [];
  const agent = new Agent({ keepAlive: true });
  const server = createServer((incoming, response) => {
    const began = performance.now();
    const { method, headers, url } = incoming;
    const outgoing = request(`${target}${url}`, { method, headers, agent }, (answer) => {
      response.writeHead(answer.statusCode, answer.headers);
      answer.pipe(response);
      answer.on("end", () => calls.push({ method, path: url.replace(/\?.*/, ""), began, ended: performance.now() }));
    });
    outgoing.on("error", () => response.destroy());
    incoming.pipe(outgoing);
  });
  return new Promise((resolve) =>
    server.listen(0, "127.0.0.1", () =>
      resolve({
        url: `http://127.0.0.1:${server.address().port}`,
        calls,
        close: () => {
          agent.destroy();
          server.close();
        },
      }),
    ),
  );
}

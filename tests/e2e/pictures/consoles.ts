import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { startProduct, type Product } from "../support/product";
import { seedPictures } from "./data";

/**
 * The consoles that pictures are taken of: a used one, the same server read-only, protected or away, and one on its
 * first day.
 */
export type Consoles = Record<"used" | "readOnly" | "protected" | "away" | "fresh", Product> & {
  /** Lets the server behind `away` answer, or go. */
  reach: (answers: boolean) => void;
  stop: () => Promise<void>;
};

/** A way to the back end that can be cut. */
async function startGate(backendUrl: string) {
  let answers = true;
  const server = createServer((incoming, outgoing) => {
    if (!answers) return void incoming.socket.destroy();
    const { method, url, headers } = incoming;
    const onward = request(new URL(url ?? "/", backendUrl), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on("error", () => outgoing.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    reach: (yes: boolean) => void (answers = yes),
    close: () => server.close(),
  };
}

/** Starts and fills them. */
export async function startConsoles(): Promise<Consoles> {
  const used = await startProduct();
  await seedPictures(used);
  const gate = await startGate(used.backendUrl);
  const beside = (SEARCH_URL: string, env: Record<string, string> = {}) =>
    startProduct({ env: { SEARCH_URL, ...env } });
  const readOnly = await beside(used.backendUrl, { READ_ONLY_SERVERS: used.backendUrl });
  const guarded = await beside(used.backendUrl, { PROTECTED_SERVERS: used.backendUrl });
  const away = await beside(gate.url, { BACKEND_TIMEOUT_MS: "1000" });
  const fresh = await startProduct();
  const all = [readOnly, guarded, away, fresh, used];
  const stop = async () => {
    gate.close();
    for (const product of all) await product.stop();
  };
  return { used, readOnly, protected: guarded, away, fresh, reach: gate.reach, stop };
}

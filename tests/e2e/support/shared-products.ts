import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import * as z from "zod";
import { caller, type Product, startProduct } from "./product";

// Products that several files of tests use, one after the other: to start one takes longer than most journeys. The run
// keeps one for each worker, started when the first file asks for it, so that no two files use one at the same time.

const KeptSchema = z.object({
  url: z.string(),
  backendUrl: z.string(),
  username: z.string(),
  password: z.string(),
  dataDir: z.string(),
  pid: z.number(),
});

/** Keeps the products of a run; workers ask for theirs at `url`. `close` ends them. */
export async function keepProducts(): Promise<{ url: string; close: () => Promise<void> }> {
  const kept = new Map<string, Promise<Product>>();
  const server = createServer((request, response) => {
    const worker = request.url ?? "";
    const product = kept.get(worker) ?? startProduct({ env: { TRUST_PROXY: "1" } });
    kept.set(worker, product);
    product.then(
      (started) => response.end(JSON.stringify(KeptSchema.parse(started))),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  async function close() {
    server.close();
    for (const product of await Promise.allSettled(kept.values()))
      if (product.status === "fulfilled") await product.value.stop();
  }
  return { url: `http://127.0.0.1:${port}`, close };
}

const ofTheRun = () => {
  throw new Error("This product is the run's: a test that reads what it prints, or stops it, starts one of its own.");
};

/** The product of this worker. Throws what was printed where it did not start. */
export async function sharedProduct(keeper: string): Promise<Product> {
  const answer = await fetch(`${keeper}/${process.env["VITEST_POOL_ID"] ?? ""}`);
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  const kept = KeptSchema.parse(JSON.parse(text));
  return { ...kept, call: caller(kept), output: ofTheRun, stop: ofTheRun };
}

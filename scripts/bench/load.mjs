// A small load generator: keep-alive clients over node:http, times in milliseconds.
import { Agent, request } from "node:http";

/** The value below which a share of the sorted times lies. */
export function percentile(times, share) {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

/** One request; resolves with `{ status, milliseconds, bytes }`, the body read to its end. */
export function once({ url, method = "GET", headers = {}, body, agent }) {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const outgoing = request(url, { method, headers, agent }, (incoming) => {
      let bytes = 0;
      incoming.on("data", (chunk) => (bytes += chunk.length));
      incoming.on("end", () =>
        resolve({ status: incoming.statusCode, milliseconds: performance.now() - began, bytes }),
      );
      incoming.on("error", reject);
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

/**
 * Repeats requests for some seconds, or until so many `pages` were sent, with as many clients; `next` gives the options
 * of the nth request. Answers other than 200 throw, since a fast error is no figure. Returns the rate per second, p50
 * and p95.
 */
export async function load({ clients, seconds = Infinity, pages = Infinity, next }) {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const times = [];
  let count = 0;
  const until = performance.now() + seconds * 1000;
  const began = performance.now();
  async function client() {
    while (performance.now() < until && count < pages) {
      const options = next(count++);
      const { status, milliseconds } = await once({ ...options, agent });
      if (status !== 200) throw new Error(`${options.url} answered ${status}`);
      times.push(milliseconds);
    }
  }
  await Promise.all(Array.from({ length: clients }, client));
  const elapsed = (performance.now() - began) / 1000;
  agent.destroy();
  return {
    rate: times.length / elapsed,
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    count: times.length,
  };
}

import { logRecord, seedLogs } from "../../setup/seeds/log";
import type { Product } from "../support/product";

const terms = ["batman", "star wars", "sci-fi", "alien", "batmna", "godfathr"];

/** What a search looked for, and found. */
const searchedAt = (n: number) => ({
  searched: { words: n % 9 === 4 ? [terms[n % 6], "robin", "joker"] : [terms[n % 6]], hits: (n * 7) % 40 },
});

export const logId = "pictures-log";

/** Two hours of a shop's searches, some of them slow, some refused; one of them has an id of its own. */
export async function seedRequestLog(product: Product, index: string) {
  const now = Date.now();
  const records = Array.from({ length: 240 }, (_, n) => {
    const failed = n % 17 === 3;
    const took = 8 + ((n * 37) % 90) + (n % 41 === 0 ? 600 : 0);
    const record = logRecord({ id: `pictures-${n}`, index, at: now - (n + 1) * 30_000 });
    return {
      ...record,
      response: { ...(record["response"] as object), took, ...(failed && { code: 400, status: "Bad Request" }) },
      origin: {
        ...(record["origin"] as object),
        took: took + 4.2,
        ...searchedAt(n),
        ...(failed && { reason: "parsing_exception" }),
      },
    };
  });
  await seedLogs(product.call, [logRecord({ id: logId, index, at: now - 5_000 }), ...records]);
}

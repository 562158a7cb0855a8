import { ordersOf, readServer } from "./from-server";
import type { Step } from "./plan";
import { BundleError } from "./schema";
import { type CallServer, must } from "./server";

/** What was done, and where something was refused, what and why, and what was not tried then. */
export type Applied = { done: string[]; refused: { says: string; reason: string } | null; left: string[] };

type Doing = { callServer: CallServer; index: string };
/** Puts a rule in another place; `from` is where it is. */
type Move = (rule: { id: string; name: string; from: number; to: number }) => Promise<void>;

/**
 * Puts rules, by their names, one above the other. A rule that takes the place of one below moves that one, and those
 * between, by one; rules of other indices keep their order among themselves. Throws `BundleError`.
 */
export async function putInOrder({
  callServer,
  index,
  order,
  move,
}: Pick<Doing, "callServer" | "index"> & { order: readonly string[]; move: Move }): Promise<void> {
  const { ruleIds } = await readServer({ callServer, index, parts: ["rules"] });
  const names = order.filter((name) => ruleIds.has(name));
  const ids = names.flatMap((name) => ruleIds.get(name) ?? []);
  for (let place = ids.length - 2; place >= 0; place--) {
    const [upper = "", lower = ""] = ids.slice(place, place + 2);
    const orders = ordersOf(await must(callServer, { method: "GET", path: "/_rules" }));
    const [high = 0, low = 0] = [orders.get(upper), orders.get(lower)];
    if (high > low) continue;
    await move({ id: upper, name: names[place] ?? "", from: high, to: high === low ? low + 1 : low });
  }
}

/** Does one step after the other by `make`, and stops at the first that it refuses with a `BundleError`. */
export async function makeSteps<One extends { says: string }>(
  steps: readonly One[],
  make: (step: One) => Promise<void>,
): Promise<Applied> {
  const done: string[] = [];
  for (const [place, step] of steps.entries()) {
    try {
      await make(step);
    } catch (error) {
      if (!(error instanceof BundleError)) throw error;
      return {
        done,
        refused: { says: step.says, reason: error.message },
        left: steps.slice(place + 1).map(({ says }) => says),
      };
    }
    done.push(step.says);
  }
  return { done, refused: null, left: [] };
}

/** Does one step after the other, and stops at the first that the server refuses. */
export async function applySteps(steps: readonly Step[], { callServer, index }: Doing): Promise<Applied> {
  const move: Move = async ({ id, to }) =>
    void (await must(callServer, { method: "PUT", path: `/_rule/${encodeURIComponent(id)}`, body: { order: to } }));
  return makeSteps(steps, async (step) => {
    if ("call" in step) await must(callServer, step.call);
    else await putInOrder({ callServer, index, order: step.order, move });
  });
}

import { ordersOf, readServer } from "./from-server";
import type { Step } from "./plan";
import { BundleError } from "./schema";
import { type CallServer, must } from "./server";

/** What was done, and where something was refused, what and why, and what was not tried then. */
export type Applied = { done: string[]; refused: { says: string; reason: string } | null; left: string[] };

// A rule that takes the place of one below moves that one, and those between, by one; rules of other indices keep their order among themselves.
async function putInOrder({ callServer, index, order }: { callServer: CallServer; index: string; order: readonly string[] }): Promise<void> {
  const { ruleIds } = await readServer({ callServer, index, parts: ["rules"] });
  const ids = order.flatMap((name) => ruleIds.get(name) ?? []);
  for (let place = ids.length - 2; place >= 0; place--) {
    const [upper = "", lower = ""] = ids.slice(place, place + 2);
    const orders = ordersOf(await must(callServer, { method: "GET", path: "/_rules" }));
    const [high = 0, low = 0] = [orders.get(upper), orders.get(lower)];
    if (high > low) continue;
    const body = { order: high === low ? low + 1 : low };
    await must(callServer, { method: "PUT", path: `/_rule/${encodeURIComponent(upper)}`, body });
  }
}

/** Does one step after the other, and stops at the first that is refused. */
export async function applySteps(steps: readonly Step[], { callServer, index }: { callServer: CallServer; index: string }): Promise<Applied> {
  const done: string[] = [];
  for (const [place, step] of steps.entries()) {
    try {
      if ("call" in step) await must(callServer, step.call);
      else await putInOrder({ callServer, index, order: step.order });
    } catch (error) {
      if (!(error instanceof BundleError)) throw error;
      return { done, refused: { says: step.says, reason: error.message }, left: steps.slice(place + 1).map(({ says }) => says) };
    }
    done.push(step.says);
  }
  return { done, refused: null, left: [] };
}

import { type Action, actionNames, may } from "~/lib/access-control/actions";
import { openGate, type TestBackend } from "../setup/backend";
import { type Module, openScreen } from "../setup/open-screen";
import type { Address } from "./addresses";
import { screenAt } from "./screens";

// Rights are the guard's: it decides before a screen makes a call of its own. So each screen is asked by one user for
// each permission that opens it, with that alone, and by one with all others.

/** Who one is, and what the server is: what the guard itself asks. */
const ASKS = /^GET \/(_users?|arc\/plan|_aliasedindices)?$/;

/** Permissions that servers give out. */
export const ACTIONS = (Object.keys(actionNames) as Action[]).filter((one) => one !== "overview" && one !== "ai");

const isGiven = (action: Action) => ACTIONS.some((one) => one === action);

export type Guarded = {
  /** What is wrong with the guard of the screen at an address; `instead` is what of its module is another one. */
  wrongAt: (address: Pick<Address, "path">, instead?: Module) => Promise<string[]>;
  close: () => Promise<void>;
};

/** Opens a gate before a search server, in which each call of a screen is seen. */
export async function openGuarded(backend: TestBackend): Promise<Guarded> {
  const gate = await openGate(backend.url);
  let calls: string[] = [];
  gate.decide((path, _bulk, { method = "GET", headers }) => {
    // The users are made by the test.
    const isScreen = String(headers["x-request-id"]).startsWith("opened-");
    if (isScreen && !ASKS.test(`${method} ${path}`)) calls.push(`${method} ${path}`);
    return "pass";
  });
  const behind = { url: gate.url, username: backend.username, password: backend.password };

  async function wrongAt({ path }: Pick<Address, "path">, instead: Module = {}): Promise<string[]> {
    const { wanted, posts } = await screenAt(path);
    const stranger = await openScreen(path, { backend: behind, as: "nobody", instead });
    const isLed = stranger.response?.headers.get("Location")?.startsWith("/login") ?? false;
    if (!isLed) return [`answers ${stranger.status} to whoever is not signed in`];
    if (wanted === null) return [];
    const wrong: string[] = [];
    for (const action of wanted.filter((one) => isGiven(one))) {
      const seen = await openScreen(path, { backend: behind, as: { actions: [action] }, instead });
      if (seen.status === 403) wrong.push(`is refused to whoever has ${action}`);
    }
    const others = ACTIONS.filter((action) => !wanted.some((one) => may([action], one)));
    // What every permission opens is refused to nobody.
    if (others.length === 0) return wrong;
    const as = { actions: others };
    calls = [];
    const seen = await openScreen(path, { backend: behind, as, instead });
    if (seen.status !== 403) wrong.push(`answers ${seen.status} to whoever has all but ${wanted.join()}`);
    else if (seen.missing === undefined) wrong.push("does not say what is missing");
    if (posts) {
      const form = { intent: "anything", confirmation: "sweep-films", count: "1" };
      const posted = await openScreen(path, { backend: behind, as, form, instead });
      if (posted.status !== 403)
        wrong.push(`takes a form, ${posted.status}, from whoever has all but ${wanted.join()}`);
    }
    if (calls.length > 0) wrong.push(`asked the server before the guard: ${calls.join()}`);
    return wrong;
  }
  return { wrongAt, close: () => gate.close() };
}

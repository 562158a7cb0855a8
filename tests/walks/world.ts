import { createSession } from "~/sessions.server";
import { type Gate, openGate } from "../setup/backend";
import { consoleRequest, cookiesOf } from "../setup/console";
import { makeState, statefulPages } from "../setup/forms/state";
import type { Address } from "./addresses";
import { openConsole, type WalkConsole } from "./console";
import { seedTable } from "./own";
import type { Stage } from "./stage";
import { differences, keptIn } from "./store";
import { type Visit, visitOf } from "./visit";

/** How the search server behind the console is. */
export type Server = "sound" | "read-only" | "hostile" | "fails" | "hangs" | "lies" | "unpaid";

/** Somebody with few rights: `name` is what his world is called by. */
export type Person = { name: string; actions: readonly string[]; indices: readonly string[] };

/** Who looks at which kind of server. */
export type WorldSpec = { name: string; server: Server; who: "admin" | "nobody" | Person };

/** A world that was opened: an address is asked for in it once, and what came back goes to all checks. */
export type World = WorldSpec & {
  stage: Stage;
  /** The address of its search server. */
  url: string;
  console: WalkConsole;
  cookie: string;
  visit: (address: Address) => Promise<Visit>;
  /** What came and went in the console's own store since this was asked last, or something was begun. */
  changed: () => string[];
  /** Addresses of what is under way: drafts, imports, a change that can be undone. Asked for by an admin. */
  begun: () => Promise<string[]>;
  close: () => Promise<void>;
};

type Decide = Parameters<Gate["decide"]>[0];

type Opening = {
  stage: Stage;
  spec: WorldSpec;
  /** What the server does with a call; passes it on unless told. It is sound until somebody signed in. */
  decide?: Decide;
  env?: Record<string, string>;
  /** What the console itself keeps; one of each thing unless told. */
  own?: typeof seedTable;
};

const PASSWORD = "a-quiet-owl";
const MAIL = { SMTP_URL: "smtp://127.0.0.1:9", MAIL_FROM: "a@example.org", PUBLIC_URL: "http://console.test" };

/** The name and password of somebody; made on the server where he has few rights. */
async function nameOf(who: "admin" | Person, { backend }: Stage) {
  if (who === "admin") return backend;
  const { name, actions, indices } = who;
  const user = { username: `walk-${name.replace(/\W+/g, "-")}`, password: PASSWORD };
  const made = await backend.call("POST", "/_user", { ...user, allowed_actions: actions, indices });
  if (made.status !== 201) throw new Error(`no user for ${name}: ${JSON.stringify(made)}`);
  return user;
}

let asked = 0;

/** Opens a world on a stage: a gate and a console of its own, with somebody signed in. */
export async function openWorld({
  stage,
  spec,
  decide = () => "pass",
  env = {},
  own = seedTable,
}: Opening): Promise<World> {
  const gate = await openGate(stage.backend.url);
  const { url } = gate;
  const console = await openConsole({
    SEARCH_URL: url,
    ...MAIL,
    ...(spec.server === "read-only" ? { READ_ONLY_SERVERS: url } : {}),
    ...env,
  });
  own({ context: console.context(), server: url, person: stage.backend.username });
  const signIn = ({ username, password }: { username: string; password: string }) => {
    const made = createSession({ request: consoleRequest("/"), context: console.context(), url, username, password });
    return cookiesOf(new Headers({ "Set-Cookie": made }));
  };
  const cookie = spec.who === "nobody" ? "" : signIn(await nameOf(spec.who, stage));
  const calls = new Map<string, string[]>();
  gate.decide((path, bulk, incoming, body) => {
    const id = String(incoming.headers["x-request-id"]);
    calls.set(id, [...(calls.get(id) ?? []), `${incoming.method ?? "GET"} ${path}`]);
    return decide(path, bulk, incoming, body);
  });

  const { dataDir } = console.context().config;
  let before = keptIn(dataDir);

  async function visit(address: Address): Promise<Visit> {
    const id = `walk-${(asked += 1)}-${process.pid}`;
    const began = performance.now();
    const answer = await fetch(`${console.url}${address.path}`, {
      redirect: "manual",
      headers: { Cookie: cookie, "X-Request-Id": id, "Accept-Encoding": "identity", Accept: "text/html" },
    });
    // A stream of events has no end.
    const isEndless = (answer.headers.get("Content-Type") ?? "").startsWith("text/event-stream");
    if (isEndless) await answer.body?.cancel();
    const html = isEndless ? "" : await answer.text();
    const { status, headers } = answer;
    const took = performance.now() - began;
    return visitOf(address, { status, headers, html, calls: calls.get(id) ?? [], took });
  }

  async function begun() {
    const person = stage.backend.username;
    const state = await makeState({ context: console.context(), cookie, server: url, person, plan: null });
    before = keptIn(dataDir);
    return statefulPages(state);
  }

  function changed() {
    const now = keptIn(dataDir);
    const found = differences(before, now);
    before = now;
    return found;
  }

  async function close() {
    await console.close();
    await gate.close();
  }
  return { ...spec, stage, url, console, cookie, visit, changed, begun, close };
}

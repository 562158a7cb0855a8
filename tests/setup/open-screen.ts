import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ActionFunctionArgs, AppLoadContext, LoaderFunctionArgs } from "@remix-run/node";
import { matchRoutes } from "@remix-run/react";
import { expect } from "vitest";
import { isBackendError } from "~/services/platform/http/errors.server";
import { createSession, takeFlash } from "~/sessions.server";
import { buildRoutes } from "../../routes.js";
import { consoleRequest, cookiesOf, type Form, testContext } from "./console";

// Opens a screen as a browser would: finds its module in routes.js by the address, signs somebody in, and calls its
// loader or action.

type Loader = (args: LoaderFunctionArgs) => unknown;
type Action = (args: ActionFunctionArgs) => unknown;
export type Module = { loader?: Loader; action?: Action };

/**
 * A search server to stand behind the screen: a test back end, or a gate in front of one with its admin's name and
 * password.
 */
export type Behind = { url: string; username: string; password: string };
/** Who opens it: the admin, nobody, or a user made for the test with these rights (and the indices `*` unless told). */
export type As = "admin" | "nobody" | { actions: readonly string[]; indices?: readonly string[] };

export type Opened<Data> = {
  /** Status of the answer: of the response, the reply to a form, or the error that the frame would show. */
  status: number;
  /** What the loader gave the page; undefined where it gave a response or threw. */
  data: Data | undefined;
  response: Response | undefined;
  /** Of an action that did not take its form: messages by field, `""` for the form itself. */
  errors: Record<string, string[] | null>;
  /** The name of the permission that was missing, and whatever else was thrown. */
  missing: string | undefined;
  thrown: unknown;
  /** The text of the flash that the answer sets. */
  flash: string | undefined;
};

type Options = {
  backend: Behind;
  as?: As;
  /** The index under which `path` is; left out, `path` is a whole address or one at cluster level. */
  at?: string;
  /** Posted to the action instead of loading the page. */
  form?: Form;
  /** More of the environment than SEARCH_URL; the same object stands for the same console. */
  env?: Record<string, string>;
  headers?: Record<string, string>;
  /** What of its module is another one: a fault that a test puts in. */
  instead?: Module;
};

const app = fileURLToPath(new URL("../../app", import.meta.url));

type Node = { id: string; path?: string; index?: boolean; file: string; children: Node[] };

function routeTree(): Node[] {
  const table = Object.values(buildRoutes());
  const below = (parent: string): Node[] =>
    table.filter(({ parentId }) => parentId === parent).map((route) => ({ ...route, children: below(route.id) }));
  return below("root");
}
const tree = routeTree();

/** The module that answers an address, and its parameters. Throws where routes.js has none. */
export async function moduleAt(
  path: string,
): Promise<{ module: Module; params: Record<string, string | undefined>; file: string }> {
  const match = matchRoutes(
    tree as Parameters<typeof matchRoutes>[0],
    new URL(path, "http://console.test").pathname,
  )?.at(-1);
  if (!match) throw new Error(`routes.js has nothing at ${path}`);
  const { file } = match.route as unknown as Node;
  return { module: (await import(/* @vite-ignore */ join(app, file))) as Module, params: match.params, file };
}

/** The address that `path` means at a level. */
export function addressOf({ path, at }: { path: string; at?: string | undefined }): string {
  if (path.startsWith("/")) return path;
  const level = at === undefined ? "/cluster" : `/app/${encodeURIComponent(at)}`;
  return path === "" || path.startsWith("?") ? `${level}${path}` : `${level}/${path}`;
}

const contexts = new Map<string, AppLoadContext>();
const cookies = new Map<string, Promise<string>>();
let users = 0;
// Files share a process, and a back end may get the port of one that has gone.
const keyOf = (...parts: unknown[]) => JSON.stringify([expect.getState().testPath, ...parts]);

function contextFor({ backend, env }: Pick<Options, "backend" | "env">): AppLoadContext {
  const key = keyOf(backend.url, env);
  let context = contexts.get(key);
  if (!context) contexts.set(key, (context = testContext({ SEARCH_URL: backend.url, ...env })));
  return { ...context, requestId: `opened-${(users += 1)}` };
}

async function makeUser({
  backend,
  as,
}: {
  backend: Behind;
  as: Exclude<As, string>;
}): Promise<{ username: string; password: string }> {
  const user = { username: `opener-${(users += 1)}`, password: "a-quiet-owl" };
  const answer = await fetch(`${backend.url}/_user`, {
    method: "POST",
    headers: {
      Authorization: `Basic ${Buffer.from(`${backend.username}:${backend.password}`).toString("base64")}`,
      "Content-Type": "application/json",
    },
    body: JSON.stringify({ ...user, allowed_actions: as.actions, indices: as.indices ?? ["*"] }),
  });
  if (!answer.ok) throw new Error(`no user for ${JSON.stringify(as)}: ${answer.status} ${await answer.text()}`);
  return user;
}

async function signedIn({
  backend,
  as,
  context,
}: {
  backend: Behind;
  as: As;
  context: AppLoadContext;
}): Promise<string> {
  const { username, password } = typeof as === "object" ? await makeUser({ backend, as }) : backend;
  const setCookie = createSession({ request: consoleRequest("/"), context, url: backend.url, username, password });
  return cookiesOf(new Headers({ "Set-Cookie": setCookie }));
}

/** The cookie of somebody at a back end: made once, so that many screens are opened by the same person. */
export function cookieOf({ backend, as = "admin", env }: Pick<Options, "backend" | "as" | "env">): Promise<string> {
  if (as === "nobody") return Promise.resolve("");
  const key = keyOf(backend.url, env, as);
  let cookie = cookies.get(key);
  if (!cookie) cookies.set(key, (cookie = signedIn({ backend, as, context: contextFor({ backend, env }) })));
  return cookie;
}

type Failure = { status: number; missing?: string };

/** What came out of a loader or action, whether returned or thrown. */
function told({ value, thrown, request }: { value: unknown; thrown: unknown; request: Request }): Opened<unknown> {
  const result = thrown ?? value;
  const nothing = { data: undefined, response: undefined, errors: {}, missing: undefined, thrown, flash: undefined };
  if (result instanceof Response)
    return { ...nothing, status: result.status, response: result, flash: flashOf({ response: result, request }) };
  if (isBackendError(thrown)) {
    const failure: Failure = thrown.failure;
    return { ...nothing, status: failure.status, missing: failure.missing };
  }
  if (thrown !== undefined) return { ...nothing, status: 500 };
  if (typeof value === "object" && value !== null && "init" in value && "data" in value) {
    const { data, init } = value as {
      data: { result?: { error?: Record<string, string[] | null> } };
      init: ResponseInit | null;
    };
    return { ...nothing, status: init?.status ?? 200, data, errors: data.result?.error ?? {} };
  }
  return { ...nothing, status: 200, data: value };
}

function flashOf({ response, request }: { response: Response; request: Request }): string | undefined {
  const cookie = cookiesOf(response.headers);
  return cookie === "" ? undefined : takeFlash(new Request(request.url, { headers: { Cookie: cookie } })).flash?.text;
}

/**
 * Opens a screen and gives what its loader, or with `form` its action, answered. `path` is a whole address, or one
 * below the index `at` or the cluster. Type it by the loader: `openScreen<typeof loader>("browse", { at: "films",
 * backend })`.
 */
export async function openScreen<Load extends (args: never) => unknown = (args: never) => unknown>(
  path: string,
  { backend, as = "admin", at, form, env, headers, instead }: Options,
): Promise<Opened<Exclude<Awaited<ReturnType<Load>>, Response>>> {
  const address = addressOf({ path, at });
  const { module: own, params, file } = await moduleAt(address);
  const module = { ...own, ...instead };
  const context = contextFor({ backend, env });
  const request = consoleRequest(address, {
    cookie: await cookieOf({ backend, as, env }),
    ...(form ? { form } : {}),
    ...(headers ? { headers } : {}),
  });
  const run = form ? module.action : module.loader;
  if (!run) throw new Error(`${file} has no ${form ? "action" : "loader"}`);
  let value: unknown;
  let thrown: unknown;
  try {
    value = await run({ request, params, context });
  } catch (error) {
    thrown = error;
  }
  return told({ value, thrown, request }) as Opened<Exclude<Awaited<ReturnType<Load>>, Response>>;
}

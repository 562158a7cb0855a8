import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import Provider, { type Context } from "oidc-provider";

// A real OpenID Connect provider on loopback, with plain pages of its own to sign in and out. Whoever types a name of
// `people` is signed in.

/**
 * Claims of a person beside the subject, which is the name that is typed; null for one who has no account any more. May
 * be changed while the provider runs.
 */
export type People = Record<string, Record<string, unknown> | null>;
export type RealProvider = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Paths that were asked for, without their query. */ seen: string[];
  /** Answers every call with this status from now on; undefined: as it should. */
  fail: (status: number | undefined) => void;
  /** Answers nothing any more, until `fail` is called. */
  hang: () => void;
  close: () => Promise<void>;
};

type Options = {
  /** Of the console. */ origin: string;
  people: People;
  /** Whether it gives refresh tokens, each good for one answer. */ refreshTokens?: boolean;
  /** As browsers need to tell it from the console by host. */ host?: string;
  changes?: Record<string, unknown>;
};

const clientId = "searchdeck";
const clientSecret = "a secret between the two, of some length";

const LONG = 14 * 24 * 3600;

const html = (body: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Example ID</title></head><body><main><h1>Example ID</h1>${body}</main></body></html>`;
const loginForm = (uid: string) =>
  html(
    `<form method="post" action="/interaction/${uid}"><label>Name <input name="login"></label> <button name="then" value="go">Go on</button> <button name="then" value="refuse">Refuse</button></form>`,
  );

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return new URLSearchParams(Buffer.concat(chunks).toString("utf8"));
}

/** Starts it on a free port; `origin` is the console's, whose callback and sign-in page are registered. */
export async function startProvider({
  origin,
  people,
  host = "127.0.0.1",
  refreshTokens = true,
  changes = {},
}: Options): Promise<RealProvider> {
  const seen: string[] = [];
  let failing: number | "hang" | undefined;
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://${host}:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        grant_types: ["authorization_code", "refresh_token"],
        redirect_uris: [`${origin}/login/oidc/callback`],
        post_logout_redirect_uris: [`${origin}/login`],
      },
    ],
    pkce: { required: () => true },
    cookies: { keys: ["for tests alone"] },
    claims: { openid: ["sub", "groups"], email: ["email", "email_verified"], profile: ["name", "preferred_username"] },
    findAccount: (_context: unknown, sub: string) =>
      people[sub] === null ? undefined : { accountId: sub, claims: () => ({ sub, ...people[sub] }) },
    issueRefreshToken: () => refreshTokens,
    rotateRefreshToken: () => true,
    expiresWithSession: () => false,
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    features: {
      devInteractions: { enabled: false },
      revocation: { enabled: true },
      rpInitiatedLogout: {
        logoutSource(context: Context, form: string) {
          context.body = html(
            `${form}<button form="op.logoutForm" name="logout" value="yes">Sign out of Example ID</button>`,
          );
        },
      },
    },
    ttl: {
      AccessToken: 60,
      AuthorizationCode: 60,
      IdToken: 60,
      Interaction: 600,
      Session: 3600,
      Grant: LONG,
      RefreshToken: LONG,
    },
    ...changes,
  });
  const handle = provider.callback();

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const { pathname } = new URL(request.url ?? "/", issuer);
    seen.push(`${request.method} ${pathname}`);
    if (failing === "hang") return;
    if (failing !== undefined) return void response.writeHead(failing, { "Content-Type": "text/html" }).end("away");
    if (!pathname.startsWith("/interaction/")) return handle(request, response);
    const { uid, prompt, params, session } = await provider.interactionDetails(request, response);
    if (prompt.name === "login") {
      if (request.method !== "POST")
        return void response.writeHead(200, { "Content-Type": "text/html" }).end(loginForm(uid));
      const form = await formOf(request);
      const login = form.get("login") ?? "";
      if (form.get("then") === "refuse")
        return provider.interactionFinished(request, response, {
          error: "access_denied",
          error_description: "the person refused",
        });
      return provider.interactionFinished(request, response, { login: { accountId: login } });
    }
    // Nobody is asked for consent.
    const grant = new provider.Grant({ accountId: session?.accountId, clientId: params["client_id"] });
    grant.addOIDCScope(params["scope"] ?? "openid");
    return provider.interactionFinished(
      request,
      response,
      { consent: { grantId: await grant.save() } },
      { mergeWithLastSubmission: true },
    );
  }

  const close = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  return {
    issuer,
    clientId,
    clientSecret,
    seen,
    fail: (status) => void (failing = status),
    hang: () => void (failing = "hang"),
    close,
  };
}

/** A browser as far as the provider is concerned: keeps its cookies and follows its redirects. */
export function visitor(issuer: string) {
  const jar = new Map<string, string>();
  async function ask(
    url: string,
    form?: Record<string, string>,
  ): Promise<{ left: URL | undefined; text: string; at: string }> {
    const init = form ? { method: "POST", body: new URLSearchParams(form) } : {};
    const answer = await fetch(url, {
      ...init,
      redirect: "manual",
      headers: { Cookie: [...jar].map(([name, value]) => `${name}=${value}`).join("; ") },
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [pair = ""] = cookie.split(";");
      jar.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
    }
    const text = await answer.text();
    const location = answer.headers.get("location");
    if (location === null) return { left: undefined, text, at: url };
    const to = new URL(location, url);
    return to.origin === issuer ? ask(to.href) : { left: to, text: "", at: url };
  }
  /**
   * Goes where the console led, signs in as `login` where asked, and gives the address that the provider leads back to.
   */
  async function signIn(to: string, { login, then = "go" }: { login: string; then?: string }): Promise<URL> {
    const first = await ask(to);
    const last = first.left ? first : await ask(first.at, { login, then });
    if (last.left === undefined) throw new Error(`the provider did not lead back: ${last.text}`);
    return last.left;
  }
  return { ask, signIn };
}

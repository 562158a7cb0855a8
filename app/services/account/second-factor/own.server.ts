import { MOST_PROOF_MINUTES } from "@common/access-control/second-factor";
import * as z from "zod";
import { type Gate, gateReason } from "~/lib/access-control/gate";
import { MASK } from "~/services/platform/changes/mask.server";
import type { Change } from "~/services/platform/changes/types";
import type { BackendClient } from "~/services/platform/http/client.server";
import { requireDone } from "~/services/platform/http/done.server";
import { BackendError } from "~/services/platform/http/errors.server";
import { whereOffered } from "~/services/platform/http/not-offered.server";
import { apiPath } from "~/services/platform/http/path";
import { protectionGate, protectionOf } from "~/session/protection.server";
import type { Scope } from "~/session/scope.server";
import { viewGate } from "~/session/view-as.server";

const OWN = "/_user/_second_factor";

const stateSchema = z.object({ active: z.boolean(), since: z.string(), recovery_codes_left: z.number() });
/** How it stands with one's own second factor. */
export type FactorState = { active: boolean; /** In ms. */ since: number | null; codesLeft: number };

/** One's own second factor; null where the server has none. Throws BackendError. */
export async function readFactor({ http }: Pick<Scope, "http">): Promise<FactorState | null> {
  const state = await whereOffered(http.call({ path: `${OWN}/_state`, schema: stateSchema }));
  return (
    state && { active: state.active, since: Date.parse(state.since) || null, codesLeft: state.recovery_codes_left }
  );
}

const begunSchema = z.object({ secret: z.string(), uri: z.string() });
/** A secret that is not in force yet, and the address by which an application takes it. */
export type Begun = z.output<typeof begunSchema>;

/**
 * A new secret. Nothing is in force by it; where there is a second factor already, it takes a code of that one. Throws
 * BackendError.
 */
export async function beginFactor(scope: Pick<Scope, "http" | "context" | "session">, code?: string): Promise<Begun> {
  const { http, context } = scope;
  const gate = ownGate(scope);
  if (!gate.ok) {
    const refused = {
      kind: "server-refused",
      status: 403,
      method: "POST",
      path: `${OWN}/_begin`,
      requestId: context.requestId,
    } as const;
    throw new BackendError({ failure: { ...refused, detail: gateReason(gate) } });
  }
  const json = { issuer: context.config.siteName.slice(0, 100), ...(code === undefined ? {} : { code }) };
  return http.call({ method: "POST", path: `${OWN}/_begin`, json, schema: begunSchema });
}

/**
 * Whether one may change one's own: everybody may, where changes go to the server at all. Not who signed in by OpenID
 * Connect: the user is not theirs alone, and nobody could sign in as it any more.
 */
export function ownGate({ session, context }: Pick<Scope, "session" | "context">): Gate {
  if (session.oidc)
    return {
      ok: false,
      because: "protected",
      missing: "You sign in through a provider, which asks for a second factor itself",
      who: "the provider",
      help: "Set it up there.",
    };
  const view = viewGate(session);
  return view.ok ? protectionGate(protectionOf({ url: session.url, config: context.config })) : view;
}

/** The scope of a change of one's own second factor: it takes no right. The log shows it to who manages users. */
export const asOwn = (scope: Scope): Scope => ({ ...scope, may: () => ownGate(scope) });

const common = ({ username }: Pick<Scope["session"], "username">) => ({
  resource: { kind: "user", id: username },
  right: "users:write" as const,
});

const codesSchema = z.object({ recovery_codes: z.array(z.string()).min(1) });
const confirmedSchema = codesSchema.extend({ proof: z.string() });

type WithCode<Value> = {
  session: Scope["session"];
  code: string;
  path: string;
  more?: object;
  schema: z.ZodType<Value>;
} & Pick<Change, "verb" | "noun">;

/** A change that a code goes with: it is sent, and not in the log. */
function withCode<Value>({ session, code, path, more = {}, schema, verb, noun }: WithCode<Value>): Change<Value> {
  const request = { method: "POST", path: `${OWN}/${path}`, json: { code: MASK, ...more } } as const;
  return {
    ...common(session),
    ...{ verb, noun, request },
    read: ({ body }) => schema.parse(body),
    call: (http: BackendClient) => http.call({ ...request, json: { code, ...more }, schema }),
  };
}

/** Puts a new secret in force. Gives the recovery codes and the proof to go on with. */
export function toTurnOn({
  session,
  config,
  code,
}: {
  session: Scope["session"];
  config: Scope["context"]["config"];
  code: string;
}) {
  const minutes = Math.min(MOST_PROOF_MINUTES, Math.ceil(config.sessionMs / 60_000));
  return withCode({
    session,
    code,
    path: "_confirm",
    more: { minutes },
    schema: confirmedSchema,
    verb: "create",
    noun: "second factor",
  });
}

/** New recovery codes in the place of the old ones. */
export function toRenewCodes({ session, code }: { session: Scope["session"]; code: string }) {
  return withCode({
    session,
    code,
    path: "_recovery_codes",
    schema: codesSchema,
    verb: "update",
    noun: "recovery codes",
  });
}

/** Turns the second factor off. */
export function toTurnOff({ session, code }: { session: Scope["session"]; code: string }) {
  return withCode({
    session,
    code,
    path: "_end",
    schema: z.object({ message: z.string() }),
    verb: "delete",
    noun: "second factor",
  });
}

/** Takes somebody's second factor away, for whoever lost it. */
export function toResetFactor({ username }: { username: string }): Change<void> {
  const request = { method: "DELETE", path: apiPath`/_user/${username}/_second_factor` } as const;
  return { ...common({ username }), verb: "delete", noun: "second factor", request, read: requireDone };
}

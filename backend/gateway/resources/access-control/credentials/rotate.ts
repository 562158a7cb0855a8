import { randomUUID } from "node:crypto";
import { CALLS_LIMITS } from "@common/limits/calls";
import * as z from "zod";
import type { Caller } from "@backend/gateway/platform/auth/types";
import { requireHasAll } from "@backend/gateway/platform/grants/grants";
import { rightsOfCredential } from "@backend/gateway/platform/grants/rights";
import { parseOwnBody } from "@backend/gateway/platform/http/own-body";
import { json } from "@backend/gateway/platform/http/reply";
import type { Route } from "@backend/gateway/platform/http/types";
import type { Services } from "@backend/gateway/services";
import { timestamp } from "@backend/gateway/platform/store/timestamp";
import type { Credential } from "@backend/gateway/platform/auth/credential";
import { answered, credentialNotFound, requireUser } from "./service";
import type { CredentialStore } from "./store";

/** A week: longer than that two passwords are no change of one. */
const MOST_MINUTES = CALLS_LIMITS.keepMinutes.most;

const RotateSchema = z.object({ keep_minutes: z.number().int().min(0).max(MOST_MINUTES).default(0) });

/** Gives a credential a new password; the one before stays valid for so many minutes. Throws 401 and 404. */
export async function rotatePassword({
  credentials,
  caller,
  username,
  keepMinutes,
  now = Date.now(),
}: {
  credentials: CredentialStore;
  caller: Caller;
  username: string;
  keepMinutes: number;
  now?: number;
}): Promise<Credential> {
  requireUser(caller);
  const existing = await credentials.get(username);
  if (!existing) throw credentialNotFound(username);
  // Who gets the password can do all that it opens.
  requireHasAll(caller, rightsOfCredential(existing));
  const to: Credential = {
    ...existing,
    password: randomUUID(),
    previous_password: keepMinutes > 0 ? existing.password : "",
    previous_until: keepMinutes > 0 ? new Date(now + keepMinutes * 60_000).toISOString() : "",
    updated_at: timestamp(),
  };
  await credentials.change({ from: existing, to });
  return to;
}

/**
 * `POST /_permission/{name}/_rotate`, which only this server has: a new password, `{"keep_minutes":30}` keeps the old
 * one good meanwhile.
 */
export function rotateRoute({ credentials }: Pick<Services, "credentials">): Route {
  return {
    methods: ["POST"],
    path: "/_permission/:name/_rotate",
    access: { kind: "server", category: "permission" },
    handle: async (context) => {
      const text = await context.text();
      const { keep_minutes: keepMinutes } = parseOwnBody({
        text: text === "" ? "{}" : text,
        schema: RotateSchema,
        refusal: `can't parse request body: "keep_minutes" is a whole number of minutes, at most ${MOST_MINUTES}`,
      });
      const rotated = await rotatePassword({
        credentials,
        caller: context.caller,
        username: context.params["name"] ?? "",
        keepMinutes,
      });
      return json(answered(rotated, context.caller));
    },
  };
}

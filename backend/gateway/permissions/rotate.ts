import { randomUUID } from "node:crypto";
import { CALLS_LIMITS } from "@common/limits/calls";
import * as z from "zod";
import type { Caller } from "../auth/types";
import { requireHasAll } from "../grants/grants";
import { rightsOfCredential } from "../grants/rights";
import { parseOwnBody } from "../http/own-body";
import { json } from "../http/reply";
import type { Route } from "../http/types";
import type { Services } from "../services";
import { timestamp } from "../store/timestamp";
import type { Permission } from "./schema";
import { answered, permissionNotFound, requireUser } from "./service";
import type { PermissionStore } from "./store";

/** A week: longer than that two passwords are no change of one. */
const MOST_MINUTES = CALLS_LIMITS.keepMinutes.most;

const RotateSchema = z.object({ keep_minutes: z.number().int().min(0).max(MOST_MINUTES).default(0) });

/** Gives a credential a new password; the one before stays good for so many minutes. Throws 401 and 404. */
export async function rotatePassword({
  permissions,
  caller,
  username,
  keepMinutes,
  now = Date.now(),
}: {
  permissions: PermissionStore;
  caller: Caller;
  username: string;
  keepMinutes: number;
  now?: number;
}): Promise<Permission> {
  requireUser(caller);
  const existing = await permissions.get(username);
  if (!existing) throw permissionNotFound(username);
  // Who gets the password can do all that it opens.
  requireHasAll(caller, rightsOfCredential(existing));
  const to: Permission = {
    ...existing,
    password: randomUUID(),
    previous_password: keepMinutes > 0 ? existing.password : "",
    previous_until: keepMinutes > 0 ? new Date(now + keepMinutes * 60_000).toISOString() : "",
    updated_at: timestamp(),
  };
  await permissions.change({ from: existing, to });
  return to;
}

/** `POST /_permission/{name}/_rotate`, which only this server has: a new password, `{"keep_minutes":30}` keeps the old one good meanwhile. */
export function rotateRoute({ permissions }: Pick<Services, "permissions">): Route {
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
      const rotated = await rotatePassword({ permissions, caller: context.caller, username: context.params["name"] ?? "", keepMinutes });
      return json(answered(rotated, context.caller));
    },
  };
}

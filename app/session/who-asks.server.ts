import type { AppLoadContext } from "@remix-run/node";
import type { Action } from "~/lib/access-control/actions";
import type { Gate } from "~/lib/access-control/gate";
import type { Right } from "~/lib/access-control/rights";
import type { BackendClient } from "~/services/platform/http/client.server";
import type { Identity } from "~/session/identity.server";
import type { readPreferences } from "~/session/preferences.server";
import type { Session } from "~/sessions.server";
import type { LevelRef } from "~/navigation/paths";

/** Who asks, at which level, and with what to call the back end. Services take it; it never leaves the server. */
export type Scope = LevelRef & {
  session: Session;
  identity: Identity;
  http: BackendClient;
  preferences: ReturnType<typeof readPreferences>;
  context: AppLoadContext;
  /** The address of the screen. */
  pathname: string;
  can(action: Action): boolean;
  /** Whether a change of that kind may be made here and now, with the reason where not: `Gated` shows it. */
  may(right: Right): Gate;
};

import type { ActionFunctionArgs } from "@remix-run/node";
import { CONSOLE_LIMITS } from "@common/limits/console";
import { readForm } from "~/components/forms/read-form.server";
import { contextOf } from "~/server/context.server";
import { safePath } from "~/lib/address/deep-link";
import { redirect } from "~/server/redirect.server";
import { requireSameOrigin } from "~/server/security.server";
import { leadAway } from "~/session/oidc/away-page.server";
import { writeBegun } from "~/session/oidc/cookies.server";
import { oidcProblem } from "~/session/oidc/problem.server";
import { beginAt } from "~/session/oidc/provider.server";
import { callbackOf } from "~/session/oidc/strategy.server";
import { countStep } from "~/session/rate-limit.server";
import { noOidc, refuse, tooMany } from "./refuse.server";

/** A link begins no sign-in: another site could send one. */
export async function loader() {
  return redirect("/login");
}

/** Begins a sign-in by OpenID Connect: keeps what its answer is held against, and leads to the provider. */
export async function action({ request, context: loadContext }: ActionFunctionArgs) {
  requireSameOrigin(request);
  const context = contextOf(loadContext);
  const { config } = context;
  const { oidc } = config;
  if (oidc === null) throw noOidc();
  const wait = await countStep(context.clientAddress);
  if (wait > 0) return tooMany(wait);
  const form = await readForm(request, { mostBytes: CONSOLE_LIMITS.signIn.most });
  const asked = form.get("redirectTo");
  const redirectTo = safePath(typeof asked === "string" ? asked : null);
  try {
    const { to, secrets } = await beginAt({ oidc, redirectUri: callbackOf({ request, config }) });
    const cookie = writeBegun({ request, config, begun: { issuer: oidc.issuer, redirectTo, ...secrets } });
    return leadAway({ to, headers: new Headers({ "Set-Cookie": cookie }) });
  } catch (error) {
    return refuse({ request, context, problem: oidcProblem(error, oidc), redirectTo });
  }
}

import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs } from "@remix-run/node";
import * as z from "zod";
import { formReply } from "~/components/forms/reply.server";
import type { Gate } from "~/lib/access-control/gate";
import { backendNames, backends } from "~/lib/access-control/plan";
import { hiddenBy, sections } from "~/navigation/sections";
import { clusterLevel, screenPath } from "~/navigation/paths";
import { answerForm } from "~/server/form-action.server";
import { toConnect, waitForServer } from "~/services/pipelines/connection.server";
import { change } from "~/services/platform/changes/change.server";
import { shownRequest } from "~/services/platform/changes/shown.server";
import type { Scope } from "~/session/scope.server";
import { redirectWithFlash } from "~/sessions.server";
import { CONNECT } from "./connect-intent";

/** How long a page waits for a server that starts again, in ms; it may take a minute. */
const PATIENCE = 8_000;

const ConnectSchema = z.object({
  backend: z.enum(backends, { error: "Choose an engine." }),
  url: z
    .string({ error: "Enter the address of the engine." })
    .trim()
    .max(2_000)
    .regex(/^https?:\/\/[\w-]+(\.[\w-]+)+(:\d{1,5})?\/?$/, {
      error: "Enter an address such as https://search.example.com:9200, without a path, a name or a password.",
    })
    .refine((typed) => URL.canParse(typed), { error: "Enter a port up to 65535." }),
  username: z
    .string({ error: "Enter the name of the user." })
    .trim()
    .max(200)
    .regex(/^[^:\s]+$/, {
      error: "Enter a name without colons and spaces.",
    }),
  password: z.string({ error: "Enter the password." }).max(1_000),
});

const OWN = ["system", "elasticsearch", "opensearch"] as const;
/** Our own server: the bundled engine, or a cluster, which may stand beside it under any name and ask for no sign-in. */
const OwnSchema = z
  .object({
    backend: z.enum(OWN, { error: "Choose an engine." }),
    url: z.string().trim().max(2_000).default(""),
    username: z.string().trim().max(200).default(""),
    password: z.string().max(1_000).default(""),
  })
  .superRefine(({ backend, url, username, password }, told) => {
    const say = (field: string, message: string) => told.addIssue({ code: "custom", path: [field], message });
    if (backend === "system") return;
    if (!/^https?:\/\/[^\s/?#@\\,]+\/?$/.test(url) || !URL.canParse(url))
      say("url", "Enter an address such as https://search.example.com:9200, without a path, a name or a password.");
    if (/[:\s]/.test(username)) say("username", "Enter a name without colons and spaces.");
    if (username === "" && password !== "") say("username", "Enter the name of the user.");
    if (username !== "" && password === "") say("password", "Enter the password.");
  });
export type ConnectShape = z.input<typeof ConnectSchema>;

/** What a form sends for this server: checked, and as the call takes it. */
function connectionIn(form: FormData, isOwn: boolean) {
  const submission = isOwn ? parseWithZod(form, { schema: OwnSchema }) : parseWithZod(form, { schema: ConnectSchema });
  if (submission.status !== "success") return { submission, connection: null };
  const { backend, url, username, password } = submission.value;
  const isBundled = isOwn && backend === "system";
  return { submission, connection: { backend, reach: isBundled ? null : { url, username, password } } };
}

/** What each engine hides of the console afterwards, those alike together. */
function hiding(): { engines: string[]; hides: string[] }[] {
  const groups = new Map<string, string[]>();
  for (const backend of backends) {
    const labels = sections.filter(({ id }) => hiddenBy[backend].includes(id)).map(({ label }) => label);
    const key = labels.join("\n");
    if (key !== "") groups.set(key, [...(groups.get(key) ?? []), backendNames[backend]]);
  }
  return [...groups].map(([labels, engines]) => ({ engines, hides: labels.split("\n") }));
}

const ADMINS: Gate = {
  ok: false,
  because: "right",
  missing: "Only an admin can connect another search engine",
  who: "an administrator",
  help: "Ask an administrator of this server.",
};

const reach = { url: "https://search.example.com:9200", username: "name", password: "password" };

/** What the form of the connection shows; what is stored is told by no server. */
export function connectPage(scope: Scope) {
  const own = scope.identity.plan.takesEngine;
  const { engineUnset, backend } = scope.identity;
  const isBundled = own?.isBundled === true;
  // Where the bundled engine is connected it is nothing to choose.
  const known = own === null ? backends : OWN.filter((name) => name !== "system" || !isBundled);
  return {
    constraint: getZodConstraint(own === null ? ConnectSchema : OwnSchema),
    isOwn: own !== null,
    isBundled,
    now: engineUnset || isBundled ? null : backend,
    engines: known.map((name) => ({
      value: name,
      label: own !== null && name === "system" ? "The bundled engine" : backendNames[name],
    })),
    hiding: own === null ? hiding() : [],
    gate: own === null || scope.identity.isAdmin ? scope.may("pipelines:write") : ADMINS,
    request: shownRequest(scope, toConnect({ backend: "opensearch", reach })),
  };
}

/** Connects the server with another engine, and waits a little until it is back. */
export function answerConnect(args: ActionFunctionArgs, screen: string) {
  return answerForm(args, {
    right: { screen },
    what: "The connection was not changed.",
    run: async ({ scope, form }) => {
      const { submission, connection } = connectionIn(form, scope.identity.plan.takesEngine !== null);
      if (connection === null) return formReply(submission, { intent: CONNECT });
      const changed = await change(scope, toConnect(connection));
      const isBack = await waitForServer(scope.http, PATIENCE);
      const name = connection.reach === null ? "the bundled engine" : backendNames[connection.backend];
      return redirectWithFlash({
        request: args.request,
        to: screenPath(clusterLevel, screen),
        text: isBack
          ? `The server took the connection to ${name}.`
          : `The server took the connection to ${name} and starts again, which may take a minute.`,
        changed,
      });
    },
  });
}

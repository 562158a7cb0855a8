import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs } from "@remix-run/node";
import * as z from "zod";
import { formReply } from "~/components/forms/reply.server";
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
export type ConnectShape = z.input<typeof ConnectSchema>;

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

const example = { backend: "opensearch", url: "https://search.example.com:9200", username: "name" } as const;

/** What the form of the connection shows; what is stored is told by no server. */
export function connectPage(scope: Scope) {
  return {
    constraint: getZodConstraint(ConnectSchema),
    now: scope.identity.engineUnset ? null : scope.identity.backend,
    engines: backends.map((backend) => ({ value: backend, label: backendNames[backend] })),
    hiding: hiding(),
    gate: scope.may("pipelines:write"),
    request: shownRequest(scope, toConnect({ ...example, password: "password" })),
  };
}

/** Connects the server with another engine, and waits a little until it is back. */
export function answerConnect(args: ActionFunctionArgs, screen: string) {
  return answerForm(args, {
    right: { screen },
    what: "The connection was not changed.",
    run: async ({ scope, form }) => {
      const submission = parseWithZod(form, { schema: ConnectSchema });
      if (submission.status !== "success") return formReply(submission, { intent: CONNECT });
      const changed = await change(scope, toConnect(submission.value));
      const isBack = await waitForServer(scope.http, PATIENCE);
      const name = backendNames[submission.value.backend];
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

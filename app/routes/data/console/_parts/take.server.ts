import { parseWithZod } from "@conform-to/zod/v4";
import * as z from "zod";
import { formReply } from "~/components/forms/reply.server";
import { readCurl } from "~/lib/data/console/curl";
import { pathOn } from "~/lib/data/console/named-server";
import {
  type ConsoleRequest,
  findChoice,
  parseConsole,
  requestLabel,
  targetText,
  writeRequest,
} from "~/lib/data/console/parse";
import { screenPath } from "~/navigation/paths";
import { redirect } from "~/server/redirect.server";
import { noteSent } from "~/services/data/console/history.server";
import { type Answer, confirmationOf, runRequest } from "~/services/data/console/run.server";
import { save } from "~/services/data/console/saved.server";
import { keepWork } from "~/services/data/console/work.server";
import type { Scope } from "~/session/scope.server";
import { redirectWithFlash } from "~/sessions.server";
import { workPath } from "./console-address";
import { CONSOLE, deeds, MOST_AT_ONCE } from "./intents";

const MOST_TEXT = 2_000_000;

const ConsoleSchema = z.object({
  text: z
    .string()
    .max(MOST_TEXT, { error: "The text is longer than 2 MB. Import large files instead." })
    .default("")
    .transform((text) => text.replaceAll("\r\n", "\n")),
  request: z.string().default(""),
  name: z.string().trim().max(120, { error: "A name has at most 120 characters." }).default(""),
  curl: z.string().default(""),
  do: z.enum(deeds).catch("run").default("run"),
});
export type ConsoleShape = { text: string; request: string; name: string; curl: string };

/** Sends a request and notes that in the history. */
export async function sendRequest(scope: Scope, request: ConsoleRequest): Promise<Answer> {
  const answer = await runRequest(scope, request);
  noteSent(scope, request, answer);
  return answer;
}

/**
 * What the buttons of the console do: run one request or all, list them again, save the text, import a curl command.
 * Every answer is kept and shown by address.
 */
export async function takeText({ request: asked, scope, form }: { request: Request; scope: Scope; form: FormData }) {
  const submission = parseWithZod(form, { schema: ConsoleSchema });
  if (submission.status !== "success") return formReply(submission, { intent: CONSOLE });
  const { text, request: choice, name, curl, do: deed } = submission.value;
  const requests = parseConsole(text);
  const refuse = (field: keyof ConsoleShape, problem: string) =>
    formReply(submission, { intent: CONSOLE, fieldErrors: { [field]: [problem] } });
  const { at: chosen, isSame } = findChoice(requests, choice);
  const keep = (answers: Answer[], at = chosen, kept = text) => keepWork(scope, { text: kept, chosen: at, answers });

  if (deed === "curl") {
    const read = readCurl(curl);
    if (!read.ok) return refuse("curl", read.problem);
    // The same server needs no address; what is meant for another one is not turned into a request to this one.
    const named = pathOn(scope.session.url, read.request);
    if ("problem" in named) return refuse("curl", named.problem);
    const imported = { ...read.request, server: null, path: named.path };
    const more = `${text.trimEnd()}${text.trim() === "" ? "" : "\n\n"}${writeRequest(imported)}\n`;
    const left = read.left.length === 0 ? "" : ` Left out: ${read.left.join(", ")}.`;
    const to = screenPath(scope, "console", { query: { work: keep([], requests.length, more) } });
    return redirectWithFlash({ request: asked, to, text: `Imported ${requestLabel(imported)}.${left}` });
  }
  const [first] = requests;
  if (first === undefined)
    return refuse(
      "text",
      "There is no request yet. Start a line with GET, POST, PUT, PATCH, DELETE or HEAD and a path.",
    );
  switch (deed) {
    case "list":
      return redirect(screenPath(scope, "console", { query: { work: keep([]) } }));
    case "save": {
      if (name === "") return refuse("name", "Enter a name.");
      const kept = save(scope, { name, text });
      if (!kept.ok) return refuse("text", kept.problem);
      const { saved } = kept;
      return redirectWithFlash({
        request: asked,
        to: screenPath(scope, "console", { query: { work: keep([]) } }),
        text: `Saved as ${saved.name}.${saved.note === null ? "" : ` ${saved.note}`}`,
      });
    }
    case "all": {
      if (requests.length > MOST_AT_ONCE)
        return refuse("text", `The text has ${requests.length} requests. Up to ${MOST_AT_ONCE} are run at once.`);
      const answers: Answer[] = [];
      for (const one of requests) answers.push(await sendUnlessAsked(scope, one));
      return redirect(workPath(scope, keep(answers)));
    }
    case "run": {
      const request = requests[chosen];
      if (request === undefined || !isSame)
        return redirectWithFlash({
          request: asked,
          to: screenPath(scope, "console", { query: { work: keep([]) } }),
          kind: "bad",
          text: notRun(choice, request),
        });
      if (confirmationOf(request, scope.session.url) !== null)
        return redirect(
          screenPath(scope, "console", { rest: ["confirm"], query: { work: keep([]), request: chosen } }),
        );
      return redirect(workPath(scope, keep([await sendRequest(scope, request)])));
    }
  }
}

/** Why nothing was run: what was chosen is not what the text has now. */
function notRun(choice: string, probably: ConsoleRequest | undefined): string {
  if (choice === "") return "Nothing was sent. Choose the request to run.";
  const changed = "Nothing was sent: the text has changed since its requests were listed.";
  return probably === undefined
    ? `${changed} Choose the request again.`
    : `${changed} Check the chosen request and run it again.`;
}

async function sendUnlessAsked(scope: Scope, request: ConsoleRequest): Promise<Answer> {
  const why = confirmationOf(request, scope.session.url);
  if (why === null) return sendRequest(scope, request);
  const { method, from } = request;
  const message = `${why} Run it alone to confirm it.`;
  return {
    method,
    target: targetText(request),
    from,
    state: "not sent",
    status: null,
    took: null,
    shown: null,
    contentType: "",
    message,
    headers: null,
  };
}

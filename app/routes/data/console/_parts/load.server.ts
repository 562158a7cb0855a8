import { parseConsole, writeRequest, methods } from "~/lib/data/console/parse";
import { blockOf } from "~/services/data/console/blocked";
import { blocksOf } from "~/services/data/console/blocks.server";
import { getSent, listSent } from "~/services/data/console/history.server";
import type { Answer } from "~/services/data/console/run.server";
import { openedText } from "~/services/data/console/opened";
import { getSaved, listSaved } from "~/services/data/console/saved.server";
import { getWork } from "~/services/data/console/work.server";
import { requestAgain } from "~/services/data/logs/again.server";
import { maskedBody } from "~/services/data/logs/body-view.server";
import { getLog } from "~/services/data/logs/get.server";
import { indexOf } from "~/services/indices/get.server";
import type { Scope } from "~/session/scope.server";
import { personOf } from "~/sessions.server";
import { consoleAddress } from "./console-address";
import { noneSaved, noneSent } from "./none.server";

const SHOWN = 5;

type Beginning = {
  text: string;
  chosen: number;
  answers: Answer[];
  name: string;
  /** Why it is not what was asked for. */ notice: string | null;
};

function emptyText(index: string): string {
  const of = index === "" ? "" : `/${encodeURIComponent(index)}`;
  return [
    "# One request after another: a method and a path, then the body.",
    `GET ${of}/_search`,
    '{\n  "query": { "match_all": {} },\n  "size": 3\n}',
    "",
    index === "" ? "GET /_cat/indices?v&s=index" : `GET ${of}/_mapping`,
    "",
  ].join("\n");
}

const joined = (...notices: (string | null)[]) => notices.filter((one) => one !== null).join(" ") || null;

/** A text that was kept, as it is opened. */
function opened(text: string, note: string | null): Pick<Beginning, "text" | "notice"> {
  const read = openedText(text);
  return { text: `${read.text.trimEnd()}\n`, notice: joined(note, read.notice) };
}

async function beginningOf(scope: Scope, request: Request): Promise<Beginning> {
  const { work, saved, history, log } = consoleAddress.at(request).state;
  const plain = { chosen: 0, answers: [], name: "", notice: null };
  const empty = { ...plain, text: emptyText(indexOf(scope)) };
  if (work !== "") {
    const kept = getWork(scope, work);
    return kept
      ? { ...plain, ...kept }
      : { ...empty, notice: "This text is no longer kept. Texts and answers are kept for one day." };
  }
  if (saved !== "") {
    const found = getSaved(scope, saved);
    return found
      ? { ...plain, name: found.name, ...opened(found.text, found.note) }
      : { ...empty, notice: "This saved request no longer exists." };
  }
  if (history !== "") {
    const sent = getSent(scope, history);
    if (!sent) return { ...empty, notice: "This request is no longer in the history." };
    const [path = "", ...rest] = sent.path.split("?");
    const method = methods.find((one) => one === sent.method) ?? "GET";
    return { ...plain, ...opened(writeRequest({ method, path, search: rest.join("?"), body: sent.body }), sent.note) };
  }
  if (log !== "") {
    const record = await getLog(scope, log);
    if (!record) return { ...empty, notice: "This request is no longer in the request log." };
    const read = requestAgain(record);
    if (!read.ok) return { ...empty, notice: read.reason };
    const { method, path, query, left } = read.again;
    const kept = left === null ? record.request.body : (read.again.body ?? "");
    // Other servers record passwords.
    const body = kept === "" ? null : maskedBody(kept);
    return {
      ...plain,
      ...opened(writeRequest({ method, path, search: new URLSearchParams(query).toString(), body }), left),
    };
  }
  return empty;
}

/** What the console shows. Nothing of it is sent. Throws BackendError where it begins with a request of the log. */
export async function loadConsole(scope: Scope, request: Request) {
  const beginning = await beginningOf(scope, request);
  const requests = parseConsole(beginning.text);
  const blocks = blocksOf(scope);
  return {
    ...beginning,
    chosen: Math.min(beginning.chosen, requests.length - 1),
    history: listSent(scope, { page: 1, size: SHOWN }),
    saved: listSaved(scope).map((one) => ({ ...one, own: one.person === personOf(scope.session) })),
    blocks,
    blocked: requests.map((one) => blockOf(one, blocks) ?? null),
    username: scope.session.username,
    none: { sent: noneSent(scope), saved: noneSaved(scope) },
  };
}

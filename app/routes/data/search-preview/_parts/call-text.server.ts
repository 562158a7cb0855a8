import type { JsonObject } from "@common/text/json";
import { curlCommand } from "~/lib/data/curl";
import { jsonLines } from "~/lib/json/lines";
import type { Failure } from "~/lib/messages/user-messages";
import type { Scope } from "~/session/scope.server";
import { settle, type Settled } from "~/services/platform/http/settle.server";
import { searchPath, validateSearch } from "~/services/data/search/reactivesearch.server";
import type { CallTab } from "../../_parts/search/params";

export type CallText = { ok: true; text: string; cut: boolean } | { ok: false; failure: Failure };

/** What a page shows of an answer at most, in characters. */
const MOST = 100_000;

/** The text of one tab of "The call". Only the translated query asks the server once more. */
export async function callText(
  scope: Scope,
  {
    tab,
    index,
    request,
    fill = (one) => one,
    answer,
  }: {
    tab: CallTab;
    index: string;
    request: JsonObject;
    /** Fills in a request of a draft, which no server translates by itself. */
    fill?: ((request: JsonObject) => JsonObject) | undefined;
    answer: Settled<JsonObject>;
  },
): Promise<CallText> {
  switch (tab) {
    case "request":
      return shown(jsonLines(request));
    case "curl":
      return shown(curlOf(scope, { index, request }));
    case "response":
      return answer.ok ? shown(jsonLines(answer.value)) : answer;
    case "translated": {
      const { draft: _, ...plain } = request;
      const translated = await settle(validateSearch(scope, { index, request: fill(plain) }));
      return translated.ok ? shown(jsonLines(translated.value)) : translated;
    }
  }
}

function curlOf({ session }: Scope, { index, request }: { index: string; request: JsonObject }) {
  return curlCommand({
    method: "POST",
    url: `${session.url}${searchPath(index, request)}`,
    username: session.username,
    headers: [["Content-Type", "application/json"]],
    body: jsonLines(request),
  });
}

function shown(text: string): CallText {
  return text.length <= MOST
    ? { ok: true, text, cut: false }
    : { ok: true, text: text.slice(0, MOST).replace(/[\ud800-\udbff]$/, ""), cut: true };
}

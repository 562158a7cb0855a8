import { isJsonObject } from "@common/text/json";
import { curlCommand } from "~/lib/data/curl";
import { readPlace } from "~/lib/address/list-place";
import { countOf } from "~/lib/values/numbers";
import { bodyView, maskedBody, readJson, shownHeaders } from "~/services/data/logs/body-view.server";
import { searchedIn } from "~/services/data/search/recorded.server";
import { requireRun, type RunRecord } from "~/services/pipelines/logs/get.server";
import { listVersions, readText, requirePipeline } from "~/services/pipelines/read.server";
import { settle } from "~/services/platform/http/settle.server";
import type { Scope } from "~/session/scope.server";
import { loadHead } from "../../_parts/head.server";
import { runAddress } from "./addresses";
import { nearRun } from "./near.server";
import { stagesView } from "./stages-view.server";

/** What a page carries as a command. */
const MOST_CURL = 100_000;
/** Headers that belong to a caller or a connection. */
const notCopied = /^(authorization|cookie|host|connection|content-length|user-agent|accept-encoding|sec-.*|x-.*)$/i;

/** The text of the version that ran; null where it is gone. */
async function documentOf(scope: Scope, { id, version }: { id: string; version: number | null }) {
  const pipeline = await requirePipeline(scope, id);
  if (version === null || version === pipeline.live) return readText(pipeline.content).document;
  const versions = await settle(listVersions(scope, id));
  const found = versions.ok ? versions.value.find(({ number }) => number === version) : undefined;
  return found === undefined ? null : readText(found.content).document;
}

function curlOf({ request }: RunRecord, { session }: Scope): string | null {
  const { method, path, headers, body } = request;
  if (!path.startsWith("/") || body.length > MOST_CURL) return null;
  return curlCommand({
    method,
    url: `${session.url}${maskedBody(path)}`,
    username: session.username,
    headers: shownHeaders(headers)
      .filter(({ name }) => !notCopied.test(name))
      .map(({ name, value }) => [name, value] as const),
    ...(body !== "" && method !== "GET" && { body: maskedBody(body) }),
  });
}

/** How many hits the answer tells of, where it is that of a search. */
function hitsOf(body: string): string | null {
  const read = readJson(body)?.value;
  if (!isJsonObject(read)) return null;
  const answers = [read, ...Object.values(read)];
  for (const answer of answers) {
    const hits = isJsonObject(answer) ? answer["hits"] : undefined;
    const total = isJsonObject(hits) ? hits["total"] : undefined;
    const value = isJsonObject(total) ? Number(total["value"]) : Number.NaN;
    if (Number.isFinite(value)) return countOf(value, "hit");
  }
  return null;
}

function linesOf({ lines }: RunRecord): string {
  return Object.entries(lines)
    .flatMap(([stage, all]) => all.map((line) => (stage === "" ? line : `${stage}: ${line}`)))
    .map(maskedBody)
    .join("\n");
}

/** A run as its page shows it. Throws the 404 of the frame where the run or its pipeline is gone. */
export async function loadRun(
  scope: Scope,
  { id, run: runId, request }: { id: string; run: string; request: Request },
) {
  const search = new URL(request.url).searchParams;
  const place = readPlace(search);
  const { view, as, from } = runAddress.at(request).state;
  const [head, record] = await Promise.all([loadHead(scope, id), requireRun(scope, runId)]);
  const [document, near] = await Promise.all([
    documentOf(scope, { id, version: record.version }),
    place.row === null ? null : settle(nearRun(scope, { id, list: place.list, row: place.row, run: runId })),
  ]);
  const folding = { as: as === "" ? ("tree" as const) : as, path: search.getAll("at"), from };
  const stages = stagesView(record, document);
  const side = view === "request" ? record.request : view === "response" ? record.response : null;
  return {
    head,
    view,
    place,
    near: near?.ok ? near.value : null,
    run: {
      id: runId,
      at: record.at,
      took: record.took,
      method: record.request.method,
      path: maskedBody(record.request.path),
      code: record.response.code,
      version: record.version,
      isLive: record.version !== null && record.version === head.live,
      category: record.category,
      address: record.address,
      hits: hitsOf(record.response.body),
      stages: stages.length,
    },
    words: searchedIn(record.request.body)?.q || null,
    failed: stages.filter(({ outcome }) => outcome === "failed").length,
    stages: view === "" ? stages : null,
    part: side && { body: bodyView(side.body, folding), headers: shownHeaders(side.headers), length: side.body.length },
    context: view === "context" ? bodyView(record.context, folding) : null,
    lines: linesOf(record),
    curl: curlOf(record, scope),
  };
}
export type RunFacts = Awaited<ReturnType<typeof loadRun>>["run"];

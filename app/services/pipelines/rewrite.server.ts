import { changedText } from "@common/pipelines/changed-text";
import { DocumentFault } from "@common/pipelines/document/faults";
import type { JsonValue } from "@common/text/json";
import type { Change } from "~/services/platform/changes/types";
import type { BackendClient } from "~/services/platform/http/client.server";
import { requireDone } from "~/services/platform/http/done.server";
import { isBackendError } from "~/services/platform/http/errors.server";
import { apiPath } from "~/services/platform/http/path";
import { pipelineForm } from "./form.server";
import { getPipeline, type Pipeline, readText } from "./read.server";
import { common, conflict, readFiles, resource } from "./write.server";

// No call switches a pipeline on or off, or moves it: both are members of its text, so the live version is written again
// with another one, and all else as it is.

type Live = Pick<Pipeline, "id" | "content" | "live">;
type Members = Readonly<Record<string, JsonValue>>;

const pathOf = ({ id, live }: Live) => apiPath`/_pipeline/${id}/version/${String(live ?? 1)}`;

/** The text with other members. Throws BackendError, 409, for one that cannot be read. */
function rewritten(content: string, members: Members): string {
  try {
    return changedText(
      content,
      Object.entries(members).map(([name, value]) => ({ path: [name], value })),
    );
  } catch (error) {
    if (!(error instanceof DocumentFault)) throw error;
    throw conflict("/_pipelines", "Its text cannot be read. Open it and fix the text first.");
  }
}

/** The request, without the files and the description that are read before it is sent. */
function shown(pipeline: Live, members: Members, more: Readonly<Record<string, string>> = {}) {
  const form = pipelineForm({ content: rewritten(pipeline.content, members), scripts: {}, more });
  return { method: "PUT" as const, path: pathOf(pipeline), ...form };
}

/** Writes the live version again. Throws BackendError, 409, where it is not what it was. */
async function rewrite(
  http: BackendClient,
  { pipeline, members, more = {} }: { pipeline: Live; members: Members; more?: Readonly<Record<string, string>> },
): Promise<void> {
  const { id, live, content } = pipeline;
  const stored = live === null ? undefined : await readFiles(http, { id, number: live });
  if (stored === undefined) throw conflict(pathOf(pipeline), "There is no such version any more.");
  if (stored.content !== content || !stored.version.live)
    throw conflict(pathOf(pipeline), "It was changed in the meantime.");
  const form = pipelineForm({ ...stored, content: rewritten(content, members), more });
  requireDone(await http.send({ method: "PUT", path: pathOf(pipeline), ...form }));
}

/** Switches one on or off. 409 where it was changed since it was read. */
export function toSwitchPipeline({ pipeline, enabled }: { pipeline: Live; enabled: boolean }): Change<void> {
  const members = { enabled };
  const more = { enabled: String(enabled) };
  return {
    ...common,
    resource: resource(pipeline.id, pipeline.content),
    verb: "switch",
    request: shown(pipeline, members, more),
    read: requireDone,
    call: (http) => rewrite(http, { pipeline, members, more }),
    before: { enabled: !enabled },
    after: { enabled },
    stored: async (http) => {
      const found = await getPipeline({ http }, pipeline.id);
      return found === undefined ? null : { enabled: readText(found.content).document?.enabled ?? false };
    },
    summary: () => (enabled ? "on" : "off"),
    undo: () => ({ kind: "switch-pipeline", value: { id: pipeline.id, enabled: !enabled } }),
  };
}

/** A pipeline with the priority that it is to have. */
export type Move = { pipeline: Live; from: number; to: number };

/**
 * Gives pipelines other priorities, the first of them is the one that was moved. Where one is refused, those before it
 * are put back.
 */
export function toReorder(moves: readonly [Move, ...Move[]]): Change<void> {
  const [{ pipeline: moved, to }] = moves;
  const orderOf = (name: "from" | "to") => Object.fromEntries(moves.map((move) => [move.pipeline.id, move[name]]));
  return {
    ...common,
    resource: resource(moved.id, moved.content),
    verb: "reorder",
    request: shown(moved, { priority: to }),
    read: requireDone,
    call: async (http) => {
      const done: Move[] = [];
      for (const move of moves) {
        try {
          await rewrite(http, { pipeline: move.pipeline, members: { priority: move.to } });
          done.push(move);
        } catch (error) {
          const left = await putBack(http, done);
          if (left.length === 0) throw error;
          throw conflict(
            "/_pipelines",
            `It was refused, and ${left.join(", ")} could not be restored: check the order.`,
          );
        }
      }
    },
    before: orderOf("from"),
    after: orderOf("to"),
    stored: async (http) => {
      const all = await Promise.all(moves.map(({ pipeline }) => getPipeline({ http }, pipeline.id)));
      return Object.fromEntries(
        all.flatMap((one) => (one === undefined ? [] : [[one.id, readText(one.content).document?.priority ?? 0]])),
      );
    },
    undo: () => ({ kind: "reorder-pipelines", value: { from: orderOf("to"), to: orderOf("from"), moved: moved.id } }),
  };
}

/** Gives moved ones the priorities that they had; the ids of those that keep the new one. */
async function putBack(http: BackendClient, done: readonly Move[]): Promise<string[]> {
  const left: string[] = [];
  for (const { pipeline, from, to } of [...done].reverse()) {
    const now = { ...pipeline, content: rewritten(pipeline.content, { priority: to }) };
    try {
      await rewrite(http, { pipeline: now, members: { priority: from } });
    } catch (error) {
      if (!isBackendError(error)) throw error;
      left.push(pipeline.id);
    }
  }
  return left;
}

type Placed = { id: string; priority: number };

/**
 * Which priorities put one in the place of another: higher ones are asked first. As few as can be: those above (or
 * below) are moved on only where there is no number left between. The first is the one that moves.
 */
export function movesTo<Row extends Placed>(
  rows: readonly Row[],
  { id, over }: { id: string; over: string },
): { row: Row; to: number }[] {
  const from = rows.findIndex((row) => row.id === id);
  const target = rows.findIndex((row) => row.id === over);
  const [row, other] = [rows[from], rows[target]];
  if (row === undefined || other === undefined || row === other) return [];
  const up = target < from;
  const step = up ? 1 : -1;
  const moves = [{ row, to: other.priority + step }];
  // What stands on the far side must stay there.
  const beyond = up ? rows.slice(0, target).reverse() : rows.slice(target + 1);
  let last = other.priority + step;
  for (const next of beyond) {
    if ((next.priority - last) * step > 0) break;
    last += step;
    moves.push({ row: next, to: last });
  }
  return moves;
}

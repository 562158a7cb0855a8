import { isJsonObject, type JsonObject, stringifyJson } from "@common/text/json";
import * as z from "zod";
import { openStore, requireStore } from "~/services/platform/store/database.server";
import { contextOf } from "~/server/context.server";
import type { Scope } from "~/session/scope.server";
import { personOf } from "~/sessions.server";
import type { Draft } from "./draft";

// Drafts of relevance settings in the console's own database: of one person, for one index of one server.

type Bound = Pick<Scope, "context" | "session">;

const object = z.custom<JsonObject>(isJsonObject);
const schema = z.object({ base: object, version: z.string(), values: object });
const whose = ({ session }: Bound, index: string) => [session.url, index, personOf(session)] as const;
const where = "server = ? AND index_name = ? AND person = ?";

function read(row: { content: string } | undefined): Draft | undefined {
  const draft = row && schema.safeParse(JSON.parse(row.content));
  // What a later version of the console wrote is left out and stays.
  return draft?.success ? draft.data : undefined;
}

/** The draft of whoever asks; undefined where nothing waits. */
export function getDraft(scope: Bound, index: string): Draft | undefined {
  const { dataDir } = contextOf(scope.context).config;
  return read(
    openStore(dataDir)
      .prepare<{ content: string }>(`SELECT content FROM relevance_drafts WHERE ${where}`)
      .get(...whose(scope, index)),
  );
}

/** All drafts of whoever asks on the server, by index. */
export function listDrafts({ context, session }: Bound): ReadonlyMap<string, Draft> {
  const rows = openStore(contextOf(context).config.dataDir)
    .prepare<{ name: string; content: string }>(
      "SELECT index_name AS name, content FROM relevance_drafts WHERE server = ? AND person = ? ORDER BY index_name",
    )
    .all(session.url, personOf(session));
  return new Map(
    rows.flatMap(({ name, content }) => {
      const draft = read({ content });
      return draft === undefined ? [] : [[name, draft] as const];
    }),
  );
}

/** Keeps a draft; one without a change is forgotten. Throws BackendError 507 where the console's disk is full. */
export function keepDraft(scope: Bound, index: string, draft: Draft): void {
  if (Object.keys(draft.values).length === 0) return removeDraft(scope, index);
  requireStore(contextOf(scope.context).config.dataDir)
    .prepare(
      "INSERT OR REPLACE INTO relevance_drafts (server, index_name, person, content, changed) VALUES (?, ?, ?, ?, ?)",
    )
    .run(...whose(scope, index), stringifyJson(draft), Date.now());
}

/** Forgets a draft. Throws BackendError 507 where the console's disk is full. */
export function removeDraft(scope: Bound, index: string): void {
  requireStore(contextOf(scope.context).config.dataDir)
    .prepare(`DELETE FROM relevance_drafts WHERE ${where}`)
    .run(...whose(scope, index));
}

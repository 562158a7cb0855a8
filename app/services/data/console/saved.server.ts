import { randomBytes } from "node:crypto";
import { endpointRefusal } from "@common/http/endpoint-queries";
import { parseConsole, requestLabel } from "~/lib/data/console/parse";
import { endpointsIn } from "~/services/platform/http/endpoint-calls";
import { requireStore, openStore } from "~/services/platform/store/database.server";
import type { Scope } from "~/session/scope.server";
import { personOf } from "~/sessions.server";
import { maskedRequest, maskedText } from "./masked-request.server";

/** A text of requests that is kept by name. */
export type Saved = {
  id: string;
  person: string;
  name: string;
  at: number;
  requests: number;
  /** Why it is not as it was typed. */ note: string | null;
};

const MOST_EACH = 500;

type Bound = Pick<Scope, "context" | "session" | "identity">;
const storeOf = ({ context }: Bound) => openStore(context.config.dataDir);

// Whoever is held to some indices sees his own alone: paths of others name indices.
function visible({ session, identity }: Bound): { where: string; values: string[] } {
  if (identity.heldTo === null) return { where: "server = ?", values: [session.url] };
  return { where: "server = ? AND person = ?", values: [session.url, personOf(session)] };
}

/** Those of the server that the reader may see, by name. */
export function listSaved(scope: Bound): Saved[] {
  const { where, values } = visible(scope);
  const sql = `SELECT id, person, name, at, requests, note FROM console_saved WHERE ${where} ORDER BY lower(name), at LIMIT ${MOST_EACH}`;
  return storeOf(scope)
    .prepare<Saved>(sql)
    .all(...values);
}

/** One with its text; undefined where it does not exist, or no longer. */
export function getSaved(scope: Bound, id: string): (Saved & { text: string }) | undefined {
  const { where, values } = visible(scope);
  const sql = `SELECT id, person, name, at, requests, note, text FROM console_saved WHERE id = ? AND ${where}`;
  return (
    storeOf(scope)
      .prepare<Saved & { text: string }>(sql)
      .get(id, ...values) ?? undefined
  );
}

/**
 * Keeps a text by name, secrets masked; in place of one of this name that is the reader's own. A sentence where it is
 * not kept: others open and run it, so none of its searches may call an endpoint. Throws BackendError 507.
 */
export function save(
  scope: Bound,
  { name, text }: { name: string; text: string },
): { ok: true; saved: Saved } | { ok: false; problem: string } {
  const requests = parseConsole(text);
  const calling = requests.flatMap((request) => {
    const places = endpointsIn(request);
    return places.length === 0 ? [] : [`${requestLabel(request)}: ${endpointRefusal(places)}`];
  });
  if (calling.length > 0) return { ok: false, problem: `Not saved. ${calling.join(" ")}` };
  const note = requests.map((request) => maskedRequest(request).note).find((one) => one !== null) ?? null;
  // Remarks and the way it is laid out stay where nothing is to be hidden.
  const kept = note === null ? text : requests.map(maskedText).join("\n\n");
  const { session, context } = scope;
  const saved: Saved = {
    id: randomBytes(9).toString("base64url"),
    person: personOf(session),
    name,
    at: Date.now(),
    requests: requests.length,
    note,
  };
  const database = requireStore(context.config.dataDir);
  database.transaction(() => {
    database
      .prepare("DELETE FROM console_saved WHERE server = ? AND person = ? AND name = ?")
      .run(session.url, personOf(session), name);
    database
      .prepare(
        "INSERT INTO console_saved (id, server, person, name, at, text, requests, note) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
      )
      .run(saved.id, session.url, saved.person, name, saved.at, kept, saved.requests, note);
  });
  return { ok: true, saved };
}

/** Forgets one of the reader's own. False if it is gone already. */
export function removeSaved({ context, session }: Bound, id: string): boolean {
  return (
    requireStore(context.config.dataDir)
      .prepare("DELETE FROM console_saved WHERE id = ? AND server = ? AND person = ?")
      .run(id, session.url, personOf(session)) > 0
  );
}

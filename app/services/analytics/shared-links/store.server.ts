import { createHash, randomBytes } from "node:crypto";
import type { Config } from "~/server/config.server";
import { openStore, requireStore } from "~/services/platform/store/database.server";

// Shared links in the console's own database. A link's secret is in its address alone; here is its hash, so that
// whoever reads the file can open none.

const DAY = 24 * 3600_000;
/** How long openings are kept, and how many of one link; a link itself for so long after its end. */
const KEPT = { age: 90 * DAY, openings: 1000 };

const columns = [
  ...["id", "token_hash", "server", "index_name", "screen", "search", "zone", "label", "person", "created", "ends"],
  ...["revoked", "revoked_by", "credential", "sealed", "opened", "last_opened"],
] as const;

type Row = {
  id: string;
  token_hash: string;
  server: string;
  /** Null for a page about all indices. */
  index_name: string | null;
  /** The key of the screen, and what its address said. */
  screen: string;
  search: string;
  /** On whose clock its days are. */
  zone: string;
  label: string;
  person: string;
  created: number;
  ends: number;
  revoked: number | null;
  revoked_by: string | null;
  /** The name of the API credential that it reads with, and the sealed password of it. */
  credential: string;
  sealed: string;
  opened: number;
  last_opened: number | null;
};

export type SharedLink = Omit<Row, "token_hash">;
export type LinkState = "active" | "ended" | "revoked";
export type Opening = { at: number; address: string; agent: string };

type Where = Pick<Config, "dataDir">;
const select = `SELECT ${columns.filter((name) => name !== "token_hash").join(", ")} FROM shared_links`;
const hashOf = (token: string) => createHash("sha256").update(token).digest("base64url");

/** What a link's address ends in: 192 bits that nobody guesses. */
export const newToken = () => randomBytes(24).toString("base64url");
export const newLinkId = () => randomBytes(9).toString("base64url");
const TOKEN = /^[A-Za-z0-9_-]{32}$/;

/** A link is over the moment that its end comes. */
export function stateOf({ revoked, ends }: Pick<SharedLink, "revoked" | "ends">, now = Date.now()): LinkState {
  if (revoked !== null) return "revoked";
  return now >= ends ? "ended" : "active";
}

/**
 * Keeps a link. Throws BackendError 507 where the console's disk is full: one that a restart forgets could not be
 * revoked.
 */
export function addLink(
  { dataDir }: Where,
  { token, ...link }: Omit<SharedLink, "revoked" | "revoked_by" | "opened" | "last_opened"> & { token: string },
) {
  const row: Row = {
    ...link,
    token_hash: hashOf(token),
    revoked: null,
    revoked_by: null,
    opened: 0,
    last_opened: null,
  };
  const database = requireStore(dataDir);
  database
    .prepare(`INSERT INTO shared_links (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`)
    .run(...columns.map((name) => row[name]));
  prune(dataDir);
}

/** Links that ended long ago go, with their openings. */
function prune(dataDir: string) {
  const database = requireStore(dataDir);
  const before = Date.now() - KEPT.age;
  database.prepare("DELETE FROM shared_links WHERE ends < ?").run(before);
  database
    .prepare("DELETE FROM shared_link_openings WHERE at < ? OR link NOT IN (SELECT id FROM shared_links)")
    .run(before);
}

/**
 * The link whose address ends in this; undefined for anything else. By its hash: how long it takes tells nothing of
 * what is kept.
 */
export function linkByToken({ dataDir }: Where, token: string): SharedLink | undefined {
  if (!TOKEN.test(token)) return undefined;
  return openStore(dataDir).prepare<SharedLink>(`${select} WHERE token_hash = ?`).get(hashOf(token)) ?? undefined;
}

/** The links of a server, the newest first; those of one index where one is given. */
export function listLinks(
  { dataDir }: Where,
  { server, index }: { server: string; index?: string | undefined },
): SharedLink[] {
  const database = openStore(dataDir);
  if (index === undefined)
    return database.prepare<SharedLink>(`${select} WHERE server = ? ORDER BY created DESC`).all(server);
  return database
    .prepare<SharedLink>(`${select} WHERE server = ? AND index_name = ? ORDER BY created DESC`)
    .all(server, index);
}

/** One of them by its id. */
export function getLink(
  where: Where,
  { id, ...of }: { id: string; server: string; index?: string | undefined },
): SharedLink | undefined {
  return listLinks(where, of).find((link) => link.id === id);
}

/**
 * Ends a link now, and forgets the password that it read with. Throws BackendError 507 where the console's disk is
 * full.
 */
export function revokeLink({ dataDir }: Where, { id, person }: { id: string; person: string }) {
  requireStore(dataDir)
    .prepare(
      "UPDATE shared_links SET revoked = coalesce(revoked, ?), revoked_by = coalesce(revoked_by, ?), sealed = '' WHERE id = ?",
    )
    .run(Date.now(), person, id);
}

/**
 * Notes that a link was opened. Throws BackendError 507 where the console's disk is full: what cannot be noted is not
 * shown.
 */
export function noteOpening(
  { dataDir }: Where,
  { id, address, agent }: { id: string; address: string; agent: string },
) {
  const database = requireStore(dataDir);
  const now = Date.now();
  database.transaction(() => {
    database.prepare("UPDATE shared_links SET opened = opened + 1, last_opened = ? WHERE id = ?").run(now, id);
    database
      .prepare("INSERT INTO shared_link_openings (link, at, address, agent) VALUES (?, ?, ?, ?)")
      .run(id, now, address.slice(0, 100), agent.slice(0, 300));
    const oldest = "SELECT at FROM shared_link_openings WHERE link = ? ORDER BY at DESC LIMIT 1 OFFSET ?";
    database
      .prepare(`DELETE FROM shared_link_openings WHERE link = ? AND at <= coalesce((${oldest}), 0)`)
      .run(id, id, KEPT.openings);
  });
}

/** The last times that a link was opened, the newest first. */
export function openingsOf({ dataDir }: Where, { id, most }: { id: string; most: number }): Opening[] {
  const sql = "SELECT at, address, agent FROM shared_link_openings WHERE link = ? ORDER BY at DESC LIMIT ?";
  return openStore(dataDir).prepare<Opening>(sql).all(id, most);
}

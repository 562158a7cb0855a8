import { createHash } from "node:crypto";
import type { Config } from "~/server/config.server";
import { openStore, requireStore } from "~/services/platform/store/database.server";
import type { Schedule } from "~/lib/schedule/when";
import { noteUnsubscribed, unsubscribedSince } from "./addresses.server";

// Who gets which weekly report, in the console's own database. Of the link at the end of a mail only the hash is kept
// in the clear.

type Where = Pick<Config, "dataDir">;

const columns = [
  "id",
  "server",
  "index_name",
  "label",
  "weekday",
  "hour",
  "zone",
  "origin",
  "person",
  "created",
  "credential",
  "sealed",
] as const;

type Row = Schedule & {
  id: string;
  server: string;
  /** Null for a report about all indices. */
  index_name: string | null;
  label: string;
  /** The console's address when it was created, as the request gave it; links never use it. */
  origin: string;
  person: string;
  created: number;
  credential: string;
  sealed: string;
};

export type Recipient = { address: string; /** When he unsubscribed. */ left: number | null };
export type ReportMail = Row & { recipients: Recipient[] };

const select = `SELECT ${columns.join(", ")} FROM report_mails`;
const hashOf = (token: string) => createHash("sha256").update(token).digest("base64url");
const TOKEN = /^[A-Za-z0-9_-]{32}$/;

function withRecipients({ dataDir }: Where, row: Row): ReportMail {
  const sql = "SELECT address, left_at AS left FROM report_mail_recipients WHERE mail = ? ORDER BY rowid";
  const recipients = openStore(dataDir).prepare<Recipient>(sql).all(row.id);
  return {
    ...row,
    recipients: recipients.map(({ address, left }) => ({
      address,
      left: left ?? unsubscribedSince({ dataDir }, address),
    })),
  };
}

/** Keeps who gets a report; `tokens` by address. Throws BackendError 507 where the console's disk is full. */
export function addReportMail({ dataDir }: Where, { tokens, ...row }: Row & { tokens: Record<string, string> }) {
  const database = requireStore(dataDir);
  database.transaction(() => {
    database
      .prepare(`INSERT INTO report_mails (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`)
      .run(...columns.map((name) => row[name]));
    const add = database.prepare("INSERT INTO report_mail_recipients (mail, address, token_hash) VALUES (?, ?, ?)");
    for (const [address, token] of Object.entries(tokens)) add.run(row.id, address, hashOf(token));
  });
}

/** Those of a server, the newest first; those of one index where one is given. */
export function listReportMails(
  where: Where,
  { server, index }: { server: string; index?: string | undefined },
): ReportMail[] {
  const all = openStore(where.dataDir).prepare<Row>(`${select} WHERE server = ? ORDER BY created DESC`).all(server);
  return all
    .filter(({ index_name: of }) => index === undefined || of === index)
    .map((row) => withRecipients(where, row));
}

/** One of them by its id. */
export function getReportMail(
  where: Where,
  { id, ...of }: { id: string; server: string; index?: string | undefined },
): ReportMail | undefined {
  return listReportMails(where, of).find((mail) => mail.id === id);
}

/** All of this console, whatever their server. */
export function allReportMails({ dataDir }: Where): Row[] {
  return openStore(dataDir).prepare<Row>(select).all();
}

/** One by its id alone, for the sender; undefined once it is deleted. */
export function reportMailById(where: Where, id: string): ReportMail | undefined {
  const row = openStore(where.dataDir).prepare<Row>(`${select} WHERE id = ?`).get(id);
  return row && withRecipients(where, row);
}

/** Forgets one, with its recipients and what was sent. Throws BackendError 507 where the console's disk is full. */
export function deleteReportMail({ dataDir }: Where, id: string) {
  const database = requireStore(dataDir);
  database.transaction(() => {
    database.prepare("DELETE FROM report_mails WHERE id = ?").run(id);
    for (const table of ["report_mail_recipients", "report_mail_weeks"])
      database.prepare(`DELETE FROM ${table} WHERE mail = ?`).run(id);
  });
}

/** Who is meant by the link at the end of a mail; undefined for anything else. */
export function recipientByToken({ dataDir }: Where, token: string): (Recipient & { label: string }) | undefined {
  if (!TOKEN.test(token)) return undefined;
  const sql =
    "SELECT address, left_at AS left, label FROM report_mail_recipients AS one JOIN report_mails AS mails ON mails.id = one.mail WHERE token_hash = ?";
  const found = openStore(dataDir).prepare<Recipient & { label: string }>(sql).get(hashOf(token));
  return found && { ...found, left: found.left ?? unsubscribedSince({ dataDir }, found.address) };
}

/**
 * Sends him no more, in whatever report his address stands now or later. Throws BackendError 507 where the console's
 * disk is full.
 */
export function unsubscribe(where: Where, token: string) {
  const database = requireStore(where.dataDir);
  const now = Date.now();
  database.transaction(() => {
    database
      .prepare("UPDATE report_mail_recipients SET left_at = coalesce(left_at, ?) WHERE token_hash = ?")
      .run(now, hashOf(token));
    const found = database
      .prepare<{ address: string }>("SELECT address FROM report_mail_recipients WHERE token_hash = ?")
      .get(hashOf(token));
    if (found) noteUnsubscribed(where, { address: found.address, now });
  });
}

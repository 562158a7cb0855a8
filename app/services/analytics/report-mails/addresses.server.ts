import { MAIL_LIMITS } from "@common/limits/mail";
import type { Config } from "~/server/config.server";
import { openStore, requireStore } from "~/services/platform/store/database.server";

// Rules for an address, whatever report names it: whether its owner wants mail, and how many it may get in a day.

type Where = Pick<Config, "dataDir">;
type To = { server: string; address: string };

const DAY = 24 * 3600_000;
const MOST = MAIL_LIMITS.mailsToAddress.most;

/** An address as it is compared: `Ada@Example.org` is `ada@example.org`. What stands behind a plus belongs to it. */
export const plainMailAddress = (address: string) => address.trim().toLowerCase();

/** Since when the owner of an address wants no mail of this console; null where he does. */
export function unsubscribedSince({ dataDir }: Where, address: string): number | null {
  const sql = "SELECT left_at AS left FROM mail_unsubscribed WHERE address = ?";
  return openStore(dataDir).prepare<{ left: number }>(sql).get(plainMailAddress(address))?.left ?? null;
}

/** Notes that an address gets no mail any more. Throws BackendError 507 where the console's disk is full. */
export function noteUnsubscribed({ dataDir }: Where, { address, now }: { address: string; now: number }) {
  requireStore(dataDir)
    .prepare("INSERT OR IGNORE INTO mail_unsubscribed (address, left_at) VALUES (?, ?)")
    .run(plainMailAddress(address), now);
}

const countSql = "SELECT count(*) AS count FROM mail_sent WHERE server = ? AND address = ? AND at > ?";

/** Whether an address may get a further mail of a server's reports today. */
export function mayMail({ dataDir }: Where, { server, address, now }: To & { now: number }): boolean {
  const found = openStore(dataDir)
    .prepare<{ count: number }>(countSql)
    .get(server, plainMailAddress(address), now - DAY);
  return (found?.count ?? 0) < MOST;
}

/**
 * Takes one of the mails that an address may get in a day, before it is sent; null where there is none left. Throws
 * BackendError 507.
 */
export function takeMail(
  { dataDir }: Where,
  { server, address, now }: To & { now: number },
): { giveBack: () => void } | null {
  const database = requireStore(dataDir);
  const key = plainMailAddress(address);
  const id = database.transaction(() => {
    database.prepare("DELETE FROM mail_sent WHERE at <= ?").run(now - DAY);
    if ((database.prepare<{ count: number }>(countSql).get(server, key, now - DAY)?.count ?? 0) >= MOST) return null;
    return (
      database
        .prepare<{ id: number }>("INSERT INTO mail_sent (server, address, at) VALUES (?, ?, ?) RETURNING id")
        .get(server, key, now)?.id ?? null
    );
  });
  // A mail that the mail server did not take was none.
  return id === null
    ? null
    : { giveBack: () => void requireStore(dataDir).prepare("DELETE FROM mail_sent WHERE id = ?").run(id) };
}

/** What is said where an address gets no more. */
export const TOO_MANY_MAILS = `${MOST} mails went to this address within a day; it gets no more today.`;

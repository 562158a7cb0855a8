import { createHash, randomUUID } from "node:crypto";
import type { Logger } from "pino";
import * as z from "zod";
import { HttpError } from "@backend/gateway/platform/http/errors";
import { callEngine } from "@backend/gateway/platform/store/engine-client";
import { createTurns } from "@backend/gateway/platform/store/in-turn";
import { restoreMissing } from "@backend/gateway/platform/store/restore-missing";
import { SYSTEM } from "@backend/gateway/platform/store/system-indices";
import type { StoreParts } from "@backend/gateway/platform/store/system-store";
import { nextStep, type Session, SessionSchema } from "./session";

const ATTEMPTS = 5;
/** Sessions that nothing came to for so long are removed, looked for so often; both in ms. */
const FORGOTTEN_AFTER = 3_600_000;
const CLEAN_EVERY = 600_000;

const GetSchema = z.object({ _seq_no: z.number(), _primary_term: z.number(), _source: z.unknown() });

type SessionStep = {
  /** The visitor's key. */ user: string;
  term: string | undefined;
  sentAt: number | undefined;
  at?: number | undefined;
};

/** A step that is being taken: its id is known before it is kept. */
export type TakenStep = {
  /**
   * The id of the search or click; null for a request that its client made before another one that came first
   * (`sentAt`, ms).
   */
  id: Promise<string | null>;
  /** Settles when the session is written, for those that go on from it. */
  kept: Promise<void>;
};

/** Tells which searches are one, over all gateways of an engine. */
export type SearchSessions = {
  /** `at`: when it happened, where that is not now. */
  begin: (step: SessionStep) => TakenStep;
};

/** Sessions as short-lived documents of `.search_sessions`, one for each visitor. `now` gives the time in ms. */
export function createSearchSessions({
  engine,
  places,
  log,
  now = Date.now,
}: StoreParts & { log: Pick<Logger, "warn">; now?: () => number }): SearchSessions {
  const turns = createTurns();
  let cleaned = now();
  const index = () => places.of(SYSTEM.searchSessions).definition.name;

  async function read(path: string): Promise<{ session: Session | null; condition: Record<string, string> }> {
    const { status, body } = await callEngine(engine, { method: "GET", path }, [404]);
    if (status === 404) {
      await restoreMissing({ engine, place: places.of(SYSTEM.searchSessions), answer: body });
      return { session: null, condition: { op_type: "create" } };
    }
    const { _seq_no, _primary_term, _source } = GetSchema.parse(body);
    const parsed = SessionSchema.safeParse(_source);
    return {
      session: parsed.success ? parsed.data : null,
      condition: { if_seq_no: String(_seq_no), if_primary_term: String(_primary_term) },
    };
  }

  async function step(
    path: string,
    { term, sentAt, at }: Omit<SessionStep, "user">,
    tell: (id: string | null) => void,
  ): Promise<void> {
    let id: string | undefined;
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const { session, condition } = await read(path);
      const next = nextStep(session, { term, sentAt, now: at ?? now(), id });
      if (!next) return tell(null);
      // Whoever asks has the id now, and keeps it should another gateway have changed the session meanwhile.
      tell((id = next.id));
      const { status } = await callEngine(
        engine,
        { method: "PUT", path, query: condition, body: { ...next.session, seen_at: now() } },
        [409],
      );
      if (status !== 409) return;
    }
    throw new HttpError(409, "the searches of this visitor are being changed by others");
  }

  function clean(): void {
    if (now() - cleaned < CLEAN_EVERY) return;
    cleaned = now();
    const body = { query: { range: { seen_at: { lt: now() - FORGOTTEN_AFTER, format: "epoch_millis" } } } };
    callEngine(engine, {
      method: "POST",
      path: `/${index()}/_delete_by_query`,
      query: { conflicts: "proceed" },
      body,
    }).catch((error: unknown) => log.warn({ err: error }, "old search sessions not removed"));
  }

  // Steps of one visitor that reach the same gateway wait for each other, so that only those on another one can
  // conflict.
  function begin({ user, ...more }: SessionStep): TakenStep {
    const sentAt = Number.isFinite(more.sentAt) ? more.sentAt : undefined;
    if (sentAt === undefined && (more.term ?? "").trim() === "")
      return { id: Promise.resolve(randomUUID()), kept: Promise.resolve() };
    clean();
    const name = createHash("sha256").update(user).digest("base64url");
    let tell: (id: string | null) => void = () => undefined;
    const told = new Promise<string | null>((resolve) => (tell = resolve));
    const kept = turns.take(name, () => step(`/${index()}/_doc/${name}`, { ...more, sentAt }, tell));
    // Where it fails before an id is known, there is none.
    return { id: Promise.race([told, kept.then(() => told)]), kept };
  }

  return { begin };
}

import { createHash } from "node:crypto";
import * as z from "zod";
import { HttpError } from "@backend/gateway/platform/http/errors";
import { callEngine } from "@backend/gateway/platform/store/engine-client";
import { createTurns } from "@backend/gateway/platform/store/in-turn";
import { restoreMissing } from "@backend/gateway/platform/store/restore-missing";
import { SYSTEM } from "@backend/gateway/platform/store/system-indices";
import type { StoreParts } from "@backend/gateway/platform/store/system-store";
import { ownerKey } from "./owner";
import { nextVisit, type Visit, VisitSchema, type VisitStep } from "./visit";

const ATTEMPTS = 5;

const GetSchema = z.object({ _seq_no: z.number(), _primary_term: z.number(), _source: z.unknown() });

/** Keeps visits in `.user_sessions`, over all gateways of an engine. */
export type Visits = { note: (step: Step) => Promise<void> };
type Step = Omit<VisitStep, "now"> & { at?: number | undefined };

/**
 * Visits over the engine. That of a visitor which goes on is the document of his name; once it is over it moves to a
 * document of its own. A process that ends between the two leaves it twice, until that visitor comes again.
 */
export function createVisits({ engine, places, now = Date.now }: StoreParts & { now?: () => number }): Visits {
  const turns = createTurns();
  const path = (id: string) => `/${places.of(SYSTEM.userSessions).definition.name}/_doc/${id}`;

  async function read(id: string): Promise<{ visit: Visit | null; condition: Record<string, string> }> {
    const { status, body } = await callEngine(engine, { method: "GET", path: path(id) }, [404]);
    if (status === 404) {
      await restoreMissing({ engine, place: places.of(SYSTEM.userSessions), answer: body });
      return { visit: null, condition: { op_type: "create" } };
    }
    const { _seq_no, _primary_term, _source } = GetSchema.parse(body);
    const visit = VisitSchema.safeParse(_source);
    return {
      visit: visit.success ? visit.data : null,
      condition: { if_seq_no: String(_seq_no), if_primary_term: String(_primary_term) },
    };
  }

  async function note(id: string, { at, ...step }: Step): Promise<void> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const { visit, condition } = await read(id);
      const next = nextVisit(visit, { ...step, now: at ?? now() });
      if (visit && next.timestamp !== visit.timestamp)
        await callEngine(engine, { method: "PUT", path: path(`${id}-${Date.parse(visit.timestamp)}`), body: visit });
      const { status } = await callEngine(
        engine,
        { method: "PUT", path: path(id), query: condition, body: next },
        [409],
      );
      if (status !== 409) return;
    }
    throw new HttpError(409, "the visit of this user is being changed by others");
  }

  return {
    note: (step) => {
      const id = createHash("sha256")
        .update(ownerKey({ userId: step.userId, origin: { key: step.recordedBy } }))
        .digest("base64url");
      return turns.take(id, () => note(id, step));
    },
  };
}

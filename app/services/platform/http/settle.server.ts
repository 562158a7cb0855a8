import { WAIT } from "~/lib/address/wait";
import type { Failure } from "~/lib/messages/user-messages";
import { mayStream } from "./streaming.server";
import { BackendError } from "./errors.server";

export type Settled<T> = { ok: true; value: T } | { ok: false; failure: Failure };

/**
 * One panel of a page: its value, or why there is none. Only failed calls are caught; anything else is a fault of ours
 * and goes on.
 */
export async function settle<T>(promise: Promise<T>): Promise<Settled<T>> {
  try {
    return { ok: true, value: await promise };
  } catch (error) {
    if (error instanceof BackendError) return { ok: false, failure: error.failure };
    throw error;
  }
}

/** A panel of a page: settled, or on its way to a browser that runs scripts, which shows it when it comes. */
export type PanelData<T> = Settled<T> | { later: Promise<Settled<T>> };

/**
 * A panel that is not there after so many ms does not hold the page; `beside`: panels beside what one comes for, on pages
 * that cannot be streamed. Tests that look at what panels hold wait longer.
 */
export const panelPatience = { ms: 2_000, beside: 800, asked: 20_000 };

type PanelOptions = { request: Request; requestId?: string; patience?: number };

/**
 * One panel of a page, as `settle`, for as long as a reader may be kept waiting. What takes longer comes later where
 * the browser runs scripts; elsewhere the panel says that it is late, with a link that waits for it.
 */
export async function panel<T>(
  promise: Promise<T>,
  { request, requestId = "", patience = panelPatience.ms }: PanelOptions,
): Promise<PanelData<T>> {
  const settled = settle(promise);
  // A fault of ours is thrown where the panel is awaited, and must not end the process where nobody awaits it any more.
  settled.catch(() => undefined);
  let timer: NodeJS.Timeout | undefined;
  // Who asked for what a page had left out waits for it.
  const waits = new URL(request.url).searchParams.has(WAIT) ? panelPatience.asked : patience;
  const late = new Promise<null>((resolve) => (timer = setTimeout(resolve, waits, null)));
  const first = await Promise.race([settled, late]).finally(() => clearTimeout(timer));
  if (first !== null) return first;
  if (mayStream(request)) return { later: settled };
  return {
    ok: false,
    failure: { kind: "late", status: 504, method: request.method, path: new URL(request.url).pathname, requestId },
  };
}

/** A panel whose value is made of another's. */
export function mapPanel<T, Mapped>(data: PanelData<T>, map: (value: T) => Mapped): PanelData<Mapped> {
  const mapped = (settled: Settled<T>): Settled<Mapped> =>
    settled.ok ? { ok: true, value: map(settled.value) } : settled;
  return "later" in data ? { later: data.later.then(mapped) } : mapped(data);
}

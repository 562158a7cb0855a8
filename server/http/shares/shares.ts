import type { Request, RequestHandler, Response } from "express";
import { CONSOLE_LIMITS } from "@common/limits/console";
import { createShares, type Full, type Share, type Shares } from "@common/process/shares";
import { asksPageData } from "../page-data";
import { type Refused, sendRefusal } from "../refusal";
import { endConnection, hasBody, isReadingRequest } from "../unread-body";
import type { Holds, Kind } from "./kinds";

const { heldByStrangers, formsOfOne, formsTogether } = CONSOLE_LIMITS;
const STRANGER = "address ";
/** In s. */
const RETRY_AFTER = 5;

/** The kinds, with what of them is open and what helps whoever has his share. */
const KINDS: Readonly<Record<Kind, { ofOne: number; ofAll: number; open: string; help: string }>> = {
  pages: {
    ofOne: CONSOLE_LIMITS.pagesOfOne.most,
    ofAll: CONSOLE_LIMITS.pagesOfAll.most,
    open: "pages loading",
    help: "Wait until some of them are there, then reload this one.",
  },
  events: {
    ofOne: CONSOLE_LIMITS.eventsOfOne.most,
    ofAll: CONSOLE_LIMITS.eventsOfAll.most,
    open: "pages open that follow jobs",
    help: "Close some of them.",
  },
  files: {
    ofOne: CONSOLE_LIMITS.filesOfOne.most,
    ofAll: CONSOLE_LIMITS.filesOfAll.most,
    open: "downloads running",
    help: "Wait until one ends, or cancel one, then try again.",
  },
  calls: {
    ofOne: CONSOLE_LIMITS.callsOfOne.most,
    ofAll: CONSOLE_LIMITS.callsOfAll.most,
    open: "runs of the console under way",
    help: "Nothing was sent. Wait until one ends, then go back and run it again.",
  },
  uploads: {
    ofOne: CONSOLE_LIMITS.uploadsOfOne.most,
    ofAll: CONSOLE_LIMITS.uploadsOfAll.most,
    open: "uploads running",
    help: "Nothing was kept. Wait until one ends, or cancel one, then go back and send it again.",
  },
};

/** Who holds what a request opens: a person at a server by name, or an address where nobody is signed in. */
export type Holder = { isKnown: boolean; name: string };

type Held = { owner: string; share: Share; pending: Set<Promise<unknown>>; isClosed: boolean };

const strangersOf = (most: number) => ({
  are: (owner: string) => owner.startsWith(STRANGER),
  most: Math.floor((most * heldByStrangers.most) / 100),
});

/** Why one more is not taken. */
function refusalOf({ kind, full }: { kind: Kind; full: Full }): Refused {
  const { ofOne, open, help } = KINDS[kind];
  if (full === "one")
    return {
      status: 429,
      title: "Too much at a time",
      text: `You have ${ofOne} ${open}, the most that one person may have at a time. ${help}`,
    };
  return {
    status: 503,
    title: "Busy",
    text: "Too many people use the console just now for one more of these. Try again in a moment.",
  };
}

/** Refuses with a page where a page or its data was asked for, else with a line of text. */
function refuse({ request, response, refused }: { request: Request; response: Response; refused: Refused }): void {
  response.set("Retry-After", String(RETRY_AFTER));
  if (asksPageData(request.originalUrl) || request.get("accept")?.includes("text/html"))
    return sendRefusal(response, refused);
  response.status(refused.status).set("Cache-Control", "no-store").type("text/plain").send(`${refused.text}\n`);
}

/** What is held open in one console, by kind, and bytes of forms that are being sent. */
export type ConsoleShares = {
  /**
   * Takes a share for each request, or refuses it. It is given back when the answer is closed, whoever closed it, and
   * what it began has ended.
   */
  guard: RequestHandler;
  /** Keeps the share of an answer until this work has ended too. */
  keep: (response: Response, work: Promise<unknown>) => void;
  /** Counts the bytes of the form of this request. */
  formOf: (request: Request, response: Response) => Share;
  /** How many of a kind all hold together. */
  total: (kind: Kind) => number;
};

type Options = {
  holds: (target: string) => Promise<Holds>;
  isUpload: (request: Request) => Promise<boolean>;
  holderOf: (request: Request, response: Response) => Promise<Holder>;
  isLeftOut: (request: Request) => boolean;
};

/** Shares of people in what the console has open: each kind has its own, so that full downloads leave pages alone. */
export function consoleShares({ holds, isUpload, holderOf, isLeftOut }: Options): ConsoleShares {
  const of = (kind: Kind): Shares => createShares({ ...KINDS[kind], strangers: strangersOf(KINDS[kind].ofAll) });
  const shares: Readonly<Record<Kind, Shares>> = {
    pages: of("pages"),
    events: of("events"),
    files: of("files"),
    calls: of("calls"),
    uploads: of("uploads"),
  };
  const forms = createShares({
    ofOne: formsOfOne.most,
    ofAll: formsTogether.most,
    strangers: strangersOf(formsTogether.most),
  });
  const heldBy = new WeakMap<Response, Held>();

  async function kindOf(request: Request): Promise<Kind> {
    const { reading, sending } = await holds(request.originalUrl);
    if (isReadingRequest(request)) return reading;
    return (await isUpload(request)) ? "uploads" : sending;
  }

  function hold({ response, owner, share }: { response: Response; owner: string; share: Share }): void {
    const held: Held = { owner, share, pending: new Set(), isClosed: false };
    heldBy.set(response, held);
    response.once("close", () => {
      held.isClosed = true;
      if (held.pending.size === 0) share.release();
    });
  }

  async function take(request: Request, response: Response): Promise<boolean> {
    const { isKnown, name } = await holderOf(request, response);
    const owner = `${isKnown ? "person " : STRANGER}${name}`;
    const kind = await kindOf(request);
    // Who left meanwhile is never told that his answer is closed.
    if (response.destroyed) return false;
    const share = shares[kind].open(owner);
    const full = share.add();
    if (full === undefined) {
      hold({ response, owner, share });
      return true;
    }
    request.log.warn({ kind, full }, "one too many open at a time");
    if (hasBody(request)) endConnection({ request, response });
    refuse({ request, response, refused: refusalOf({ kind, full }) });
    return false;
  }

  return {
    guard: (request, response, next) => {
      if (isLeftOut(request)) return next();
      take(request, response).then((isTaken) => isTaken && next(), next);
    },
    keep: (response, work) => {
      const held = heldBy.get(response);
      if (held === undefined) return;
      // What goes on after its reader has left is counted again, though nobody is there to be refused.
      if (held.isClosed && held.pending.size === 0) held.share.add();
      held.pending.add(work);
      const end = () => {
        held.pending.delete(work);
        if (held.isClosed && held.pending.size === 0) held.share.release();
      };
      work.then(end, end);
    },
    formOf: (request, response) => forms.open(heldBy.get(response)?.owner ?? `${STRANGER}${request.ip ?? "unknown"}`),
    total: (kind) => shares[kind].total(),
  };
}

import type { IncomingHttpHeaders } from "node:http";
import type { Caller } from "../auth/types";
import type { Acl, Category, Op } from "@common/access-control/categories";
import type { RecordDraft } from "../recording/types";
import type { Reply } from "./reply";

export type Method = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";

/**
 * Who may use a route.
 * - `open`: everyone, without signing in.
 * - `signed-in`: any user or credential.
 * - `server`: a route of this server. Users are asked for the category after the index check, in other words than on
 *   search routes.
 * - `search`: a route passed on to the engine, and the search API. Users are asked for the category while signing in.
 * `mayBeStream`: the caller may name the call a stream by a header, and then needs the category `streams` in the place
 * of the route's.
 * `indices: "path"` checks the index of the path, or, for a path without one, the right to cluster-level routes.
 */
export type Access =
  | { kind: "open" }
  | { kind: "signed-in" }
  | { kind: "server"; category: Category; op?: Op; indices?: "path"; skipUserCategory?: boolean }
  | { kind: "search"; category: Category; acl?: Acl; op?: Op; mayBeStream?: boolean };

/** One call as handlers see it. */
export type Context = {
  /** Taken from `X-Request-Id` or made here; goes into logs, to the engine and back to the caller. */
  id: string;
  method: Method;
  /** The path as asked, without the query string. */
  path: string;
  /** Path segments, decoded; an id may hold a slash. */
  segments: readonly string[];
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
  headers: IncomingHttpHeaders;
  /** Address of the socket's other end. */
  socketAddress: string;
  /**
   * From where the call came, by proxies that are trusted alone: no header that came with it is believed. The socket's
   * other end where only such are told.
   */
  provenAddress: string;
  /** Where this server itself is reached from this process, for calls to its own paths. */
  selfUrl: string;
  /** Index expressions of the path (`books,films` gives two), empty on cluster-level routes. */
  indices: readonly string[];
  /** Ends when the caller goes away. */
  signal: AbortSignal;
  /** Reads the body (unpacked, within the weight of its route); later calls give the same text. */
  text: () => Promise<string>;
  /**
   * The body in pieces, unpacked, in the place of `text`; its bytes are counted, a refusal may come halfway. `held`:
   * they are kept until the answer.
   */
  pieces: (options?: { held?: boolean }) => AsyncIterable<Uint8Array>;
  /** What the request log will say beside the obvious; handlers add stages and the category. */
  record: RecordDraft;
};

/** A call whose caller is known. */
export type SignedContext = Context & {
  caller: Caller;
  /** The admin who looks as the caller (`auth/view-as.ts`): such a call leaves nothing behind in the caller's name. */
  viewer?: Caller;
  /** Whose records have changed what this call asks: it may do no more than each of them (`access/runs-as.ts`). */
  behalf?: Behalf;
};

/** The uses of bodies, each with a weight of its own (`body-weight.ts`). */
export type Use = "open" | "api" | "search" | "analyze" | "document" | "bulk" | "definition" | "own" | "synonyms";

/**
 * A route. Segments of `path` that begin with `:` are parameters (`:index` names the index), `*rest` at the end takes
 * what is left.
 * `weighs` says by which use its body is bounded, a resource of this server's own unless it is told. `log: false` keeps
 * its calls out of the request log, for what only reads; `log: "bare"` keeps their bodies out. `withoutSecondFactor`:
 * by name and password alone, also for who has a second factor.
 */
export type Route = {
  methods: readonly Method[];
  path: string;
  access: Access;
  weighs?: Use;
  log?: false | "bare";
  withoutSecondFactor?: true;
  handle: (context: SignedContext) => Promise<Reply>;
};

/** Whether the engine can be used: null, or one sentence on what is in the way. */
export type Readiness = { problem: () => string | null };

/**
 * On whose behalf a call goes on. `made`: a script wrote part of it, so nobody's admin rights count. `fieldsOf`:
 * authors of records that add words and fields alone, and see nothing of what is found: only what they may not see of
 * documents is held.
 */
export type Behalf = { authors: readonly Caller[]; fieldsOf?: readonly Caller[]; made: boolean };

import type { JsonValue } from "@common/text/json";
import type { Right } from "~/lib/access-control/rights";
import type { BackendAnswer, BackendClient, CallOptions } from "~/services/platform/http/client.server";
import type { Came } from "~/services/platform/http/what-came";
import type { Verb } from "./words";

/**
 * What a change is made to. `index` is the index whose readers may see it in the log; without one it is the cluster's.
 * `routing` is part of the address of a document, and not in the log.
 */
export type Resource = {
  kind: string;
  id: string;
  name?: string | undefined;
  index?: string | undefined;
  routing?: string | undefined;
};

/** The one call of a change; of several, the one that stands for them. */
export type ChangeRequest = Omit<CallOptions, "signal" | "method"> & { method: "POST" | "PUT" | "PATCH" | "DELETE" };

/** The way back, as data: the kind of `undo-kinds.server` that reads `value` at the time of the undo. */
export type Undo = { kind: string; value: JsonValue };

/**
 * A change as it is declared by the module of its resource (`toDeleteIndex({ index })`): for `change`, which makes it,
 * and for `shownRequest`, which shows it before. Nothing is sent by declaring it.
 */
export type Change<Value = unknown> = {
  resource: Resource;
  verb: Verb;
  /** What is changed, for the title: "document", "API credential". */
  noun: string;
  right: Right;
  request: ChangeRequest;
  /**
   * Checks the answer and takes out of it what the caller needs. Throws for an answer that is not one to this request.
   */
  read: (answer: BackendAnswer) => Value;
  /** The console keeps it itself: there is no call that the log or a page could show. `call` makes the change. */
  own?: true;
  /** In place of the one call, where it takes several. `http` may write. */
  call?: (http: BackendClient) => Promise<Value>;
  /** Old and new, as JSON text or value. Secrets are masked before they are kept. */
  before?: string | JsonValue;
  after?: string | JsonValue;
  /** A text of `before` or `after` as the log may keep it, where names alone do not tell what is secret in it. */
  hide?(text: string): string;
  /** "3 groups"; what the title leaves out. */
  summary?(value: Value): string | undefined;
  /** What belongs to it and was not done all the same, in a sentence: for the flash and the log. */
  missed?(value: Value): string | undefined;
  /** What came of it, where the module of the resource knows better than the reader of answers (`http/what-came`). */
  came?(value: Value): Came;
  /**
   * Any answer is a value, also one that says that nothing was done: it is shown as it is, and the log has what it
   * says.
   */
  takesAny?: true;
  /**
   * Reads what is stored after it, in the form of `after`: servers take some members and keep others as they were, and
   * what they kept is told. Null where there is no such thing, undefined where that cannot be told.
   */
  stored?(http: BackendClient, value: Value): Promise<string | JsonValue | undefined>;
  /** The way back from what was done, where there is one. */
  undo?(value: Value): Undo | undefined;
  /** The job that goes on after the call; the entry is `running` until `settleJobChange`. */
  job?(value: Value): string | undefined;
};

/** What `change` gives back: for the redirect, whose flash offers the undo. */
export type Changed<Value> = {
  value: Value;
  /** The entry in the log. */
  id: string;
  undoable: boolean;
  /**
   * False where the console's full disk took no entry: it is kept in memory and in the console's own log, and the flash
   * says so.
   */
  logged: boolean;
  /** What was not done though the change was made, by the answer too; the flash says it. */
  missed?: string | undefined;
};

import * as z from "zod";
import type { Query } from "~/navigation/paths";
import type { Change, Changed } from "~/services/platform/changes/types";
import type { Scope } from "~/session/scope.server";

/**
 * What is stored now, as text, and a word that is another one as soon as it changes: what a save has as its
 * precondition.
 */
export type Current = { text: string; version: string };

/** The version of what is not stored: saving it is creating it. */
export const NOT_STORED = "";

/** The version in a form; an empty field comes as none. */
export const versionField = z.string().default(NOT_STORED);

export type EditorPage = "edit" | "review" | "delete";

/**
 * What the editor must know of a kind of thing that is changed as text: a document, a stored query. `Ref` says which
 * one it is. Texts go to the back end as they were typed.
 */
export type Editable<Ref> = {
  /** "document": in the words of the pages, and in the kind of its drafts. */
  noun: string;
  /** Its page, or one under it. */
  pathOf(scope: Scope, ref: Ref, page?: EditorPage, query?: Query): string;
  /** Undefined where it does not exist, or no longer. Throws BackendError. */
  read(scope: Scope, ref: Ref): Promise<Current | undefined>;
  /** The same, or the 404 of the frame. */
  require(scope: Scope, ref: Ref): Promise<Current>;
  /**
   * The changes, as `change` makes them. Of save and removal the call is refused with 409 when it is not at `version`
   * any more, of creation when there is one.
   */
  toSave(
    ref: Ref,
    next: Current & { /** The text that it replaces, for the log and the way back. */ before: string | null },
  ): Change;
  toCreate(ref: Ref, text: string): Change;
  toRemove(ref: Ref, stored: Current): Change;
  /** Makes a save or a removal, where more belongs to it than the change; `after` is null for a removal. */
  make?(
    scope: Scope,
    asked: Change,
    texts: { ref: Ref; before: string | null; after: string | null },
  ): Promise<Changed<unknown>>;
  /** What a reader calls it, by its text; its id where it has no name. */
  nameOf(ref: Ref, text: string): string;
  /** What it does, in one line, for the page before it is deleted; else what its text holds. */
  factsOf?(text: string): string;
  /** What must be typed before it is deleted; without it the button alone confirms. */
  typedName?(ref: Ref, text: string): string;
  /** A text as a person reads it, where it is not that already: for differences, and what is deleted. */
  readable?(text: string): string;
  /** What is wrong with a text that is JSON, where that can be told before the engine is asked. */
  problemOf?(ref: Ref, text: string): string | undefined;
  /** What a save does besides, for the page before it. */
  remarkOf?(ref: Ref, texts: { before: string; text: string }): string | null;
};

/** A thing at the address of a request. */
export type Edited<Ref> = { request: Request; scope: Scope; editable: Editable<Ref>; ref: Ref };

export const capital = (word: string) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;

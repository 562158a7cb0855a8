import type { JsonValue, LosslessNumber } from "@common/text/json";

/** JSON text that goes into an answer as it stands: a document's source, verbatim. It must be valid JSON. */
export class RawJson {
  constructor(readonly text: string) {}
}

/** What an answer may hold: any JSON value, with raw JSON text in it. `undefined` members are left out. */
export type AnswerValue =
  JsonValue | LosslessNumber | RawJson | undefined | readonly AnswerValue[] | { readonly [key: string]: AnswerValue };

import { Fragment } from "react";

const BREAKS = /([a-z0-9][/._])(?=[a-z0-9_])/gi;

/**
 * A name such as `ngram_search_analyzer`, or a path: where it needs more than a line it breaks after a stroke, a dot or
 * an underscore, not within a word.
 */
export function LongName({ text }: { text: string }) {
  const parts = text.replace(BREAKS, "$1\n").split("\n");
  return parts.map((part, at) => (
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}

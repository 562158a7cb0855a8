import { titleOf } from "~/lib/data/documents/title";
import { shownId } from "~/lib/address/ids";
import { parseSource } from "~/lib/json/view.server";
import { isSecretName } from "~/services/platform/changes/mask.server";

/** Beyond this many characters a document is not read for its title. */
const MOST_FOR_TITLE = 1_000_000;

/**
 * What readers call a document of this text: its title; its ID where the text has no title, is not read or is no JSON.
 * A field that holds a secret by its name is no title: the change log keeps names as they are.
 */
export function nameOfDocument({ id }: { id: string }, text: string | null | undefined): string {
  if (text === null || text === undefined || text.length > MOST_FOR_TITLE) return shownId(id);
  return titleIn(text) ?? shownId(id);
}

function titleIn(text: string): string | undefined {
  try {
    const fields = Object.entries(parseSource(text)).filter(([name]) => !isSecretName(name));
    return titleOf(Object.fromEntries(fields));
  } catch {
    return undefined;
  }
}

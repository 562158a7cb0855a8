import { visitorRequest } from "@common/search-relevance/visitors/request";
import { readable } from "@common/search-relevance/settings/read";
import type { JsonObject } from "@common/text/json";
import type { MappingField } from "~/lib/data/documents/mapping-fields";
import { labelOf } from "~/lib/data/documents/title";
import type { Connection } from "~/lib/search-relevance/snippets/connection";
import { answerSchema, readHits } from "~/services/data/search/answer.server";
import { defaultSearchFields, titleField } from "~/services/data/search/fields";
import { searchPath } from "~/services/data/search/reactivesearch.server";
import { listFields } from "~/services/indices/mappings/get.server";
import { publicAddress } from "~/services/platform/http/public-address.server";
import { settle } from "~/services/platform/http/settle.server";
import type { Scope } from "~/session/scope.server";
import { getRelevance } from "../settings.server";

/** Fields of a hit that a snippet shows, and fields that it names where no settings do. */
const SHOWN = 3;
/** Words of the example, and letters where a text has no spaces. */
const WORDS = 2;
const LETTERS = 40;
/** What is searched for where no document tells anything better. */
const ANY_WORDS = "text";

/**
 * What a snippet for an index needs to find something as copied: the address that browsers reach, the fields that the
 * settings show (else those that they search), fields to look in where there are no settings, and words of a document.
 * What the reader may not read is guessed. Throws nothing for a failed call.
 */
export async function connectionOf(
  scope: Pick<Scope, "http" | "session" | "context">,
  { index, credentials }: Pick<Connection, "index" | "credentials">,
): Promise<Connection> {
  const [mapping, settings, found] = await Promise.all([
    settle(listFields(scope, index)),
    settle(getRelevance(scope, index)),
    settle(oneDocument(scope, index)),
  ]);
  const fields = mapping.ok ? mapping.value : [];
  const saved = settings.ok && settings.value?.saved === true ? settings.value.record : {};
  const searched = readable(saved).search?.dataField ?? [];
  const usual = searched.length > 0 ? [] : defaultSearchFields(fields, SHOWN).map(({ path }) => path);
  const first = found.ok ? readHits(found.value) : null;
  const [hit] = first?.ok ? first.value.hits : [];
  return {
    url: publicAddress(scope),
    index,
    credentials,
    words: (hit && wordsOf(labelOf(hit._source, ""))) || ANY_WORDS,
    usual,
    shown: shownFields({ saved, fields, searched: searched.length > 0 ? searched : usual }),
  };
}

// Not by `search`, which counts as somebody's: a page that is opened must not stand in the figures of the index.
const oneDocument = ({ http }: Pick<Scope, "http">, index: string) =>
  http.call({
    method: "POST",
    path: searchPath(index),
    json: visitorRequest({ text: "", from: 0, size: 1, marked: [] }),
    schema: answerSchema,
  });

type Known = { saved: JsonObject; fields: readonly MappingField[]; searched: readonly string[] };

// Fields that come back by name; else those that are searched, a sub-field as its field; what names a document first.
function shownFields({ saved, fields, searched }: Known): string[] {
  const { includeFields = [], excludeFields = [] } = readable(saved).results ?? {};
  const named = includeFields.filter((field) => !field.includes("*"));
  const own = fields.map(({ path }) => path);
  const roots = searched.flatMap((path) => own.findLast((one) => path === one || path.startsWith(`${one}.`)) ?? []);
  const title = titleField(fields);
  const some = (named.length > 0 && named.length === includeFields.length ? named : roots).filter(
    (field) => !excludeFields.includes(field),
  );
  const ordered = some.includes(title ?? "") ? [title ?? "", ...some] : some;
  return [...new Set(ordered)].slice(0, SHOWN);
}

const wordsOf = (text: string) => (text.match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, WORDS).join(" ").slice(0, LETTERS);

import type { SpecRow } from "./spec-row";

/** Suggestions, relevance settings, synonyms and grades. */
export const RELEVANCE_ROWS: readonly SpecRow[] = [
  {
    spec: "order of suggestions: not said",
    server: "not seen",
    ours: "promoted, featured, recent, popular, index; `sectionsOrder` may name any section",
    mark: "client",
    shown:
      "tests/contract/search-relevance/suggestions.test.ts: stand with the others in the order of sections that is asked for",
  },
  {
    spec: "preferences of suggestions, out of bounds",
    server: "500 with a sentence",
    ours: "the same; 400 where the body is no JSON or a member has another type. Who may not use all indices can read preferences and not save them",
    mark: "server",
    shown:
      "tests/contract/search-relevance/suggestion-preferences.test.ts: are saved by whoever may use all indices alone",
  },
  {
    spec: "popular suggestions: `minHits`",
    server: "at least so many results, by the records of searches",
    ours: "at least so many results once within the days; a search counts unless it found nothing, since days that are added up tell no more",
    mark: "server",
    shown:
      "tests/contract/search-relevance/suggestions.test.ts: stand behind one alias; what was there before is removed, and so is what a build left that ended half-way",
  },
  {
    spec: "predictive suggestions of a word that was only begun: not said",
    server: "it stays as it was typed, and the suggestion searches for `son lamp`",
    ours: "it is completed from the document: `sony lamp`",
    mark: "server",
    shown:
      "backend/gateway/resources/data/reactivesearch/response/suggestions.test.ts: any beginning of a text gives words that the document has",
  },
  {
    spec: "relevance settings: what becomes of them when their index is deleted",
    server: "they stay; DELETE of settings wants an index that is there",
    ours: "they stay, and are in force again for an index of the same name; those of an index that is gone can be deleted too",
    mark: "server",
    shown:
      "tests/contract/search-relevance/relevance.test.ts: go by the name that lasts: an alias has its own, an index keeps them when it is made anew or deleted",
  },
  {
    spec: "searches of an index without relevance settings: not said",
    server: "are filled with the built-in values: ten results, or, no typing errors",
    ours: "are translated as they were sent",
    mark: "server",
    shown:
      "tests/contract/search-relevance/filled-searches.test.ts: an index without settings is searched as before, also beside others that have some",
  },
  {
    spec: "relevance settings and a credential's rights: not said",
    server: "its lists of fields replace those of the query; a filled size above its limit is refused",
    ours: "fields that it may not see or search are not filled in, and sizes no further than it may ask for",
    mark: "server",
    shown:
      "tests/contract/search-relevance/filled-searches.test.ts: a credential's limits bound what is filled, and still refuse what he asks",
  },
  {
    spec: "relevance settings: a term query with a `size`, a search with `searchOperators`",
    server: "`aggregationSize` and `queryString` are filled all the same",
    ours: "a size counts as the number of buckets, and one way of reading a text as the choice of it",
    mark: "server",
    shown:
      "common/search-relevance/settings/fill.test.ts: a number of buckets that older clients give as size, and none of nothing",
  },
  {
    spec: "relevance settings: PUT without `indexSettings`",
    server: "they are not filled in",
    ours: "what was stored of them stays, as of every section that is not sent",
    mark: "server",
    shown:
      "tests/contract/search-relevance/relevance.test.ts: take sections that are sent whole and keep the others, bare and with 202",
  },
  {
    spec: "synonyms: where they act is not said",
    server:
      "its dashboard puts them into the analyzer of the sub-field: at once on searches, after a re-index on documents too, where one-way groups find both ways; on no word with a capital",
    ours: "the console puts them into the search analyzer of the sub-field alone: capitals aside, one-way ones in one direction, the same before and after a re-index",
    mark: "client",
    shown:
      "tests/contract/search-relevance/synonyms-in-searches.test.ts: act the same after a re-index, and others can be applied then",
  },
  {
    spec: "synonyms: how all of an index are deleted",
    server: "the path was not seen",
    ours: "DELETE `/_synonyms/{index}`; those of an index that is gone stay until then, as its settings do",
    mark: "client",
    shown:
      "tests/contract/search-relevance/synonyms.test.ts: stay with the name when the index is made anew or deleted",
  },
  {
    spec: "synonyms that are no list of words, or have the id of one of another index: not said",
    server: "taken as they come",
    ours: "400 with the place of the first one; nothing is saved",
    mark: "server",
    shown: "tests/contract/search-relevance/synonyms.test.ts: refused (%#): %s",
  },
  {
    spec: "synonyms are listed by a search of `.synonyms`",
    server: "whoever may search the index",
    ours: "admins, and who has the category `synonyms`, all indices and all fields: the index holds those of every index",
    mark: "client",
    shown:
      "tests/contract/search-relevance/synonyms.test.ts: can be listed by a search of their index, as other clients do",
  },
  {
    spec: "where the numbers of `/_grade/metrics` come from: not said",
    server: "neither the numbers nor the call that gives and takes grades was seen",
    ours: "nDCG@10 of the present results, from grades 0 to 3 that are given by PUT `/_grade/{index}`; GET and DELETE `/_grade/{index}?query=` show and remove them; ten terms on a page (docs/use/relevance-settings.md)",
    mark: "client",
    shown:
      "tests/contract/search-relevance/grades.test.ts: nDCG@10 of the present results, by term and index, with the settings in force",
  },
  {
    spec: "search boxes and featured suggestions of one ID: two records",
    server: "not seen",
    ours: "one record: each call changes what the other tells. A box that is sent without `sections` keeps those that there are; those of before a box become its own",
    mark: "client",
    shown:
      "tests/contract/ui-builder/search-boxes.test.ts: that were there before the box become its own, unless it says others",
  },
  {
    spec: "who may read a search box or a page: not said",
    server: "not seen",
    ours: "a credential that cannot write reads one by its ID, without members that hold secrets, and no list (docs/use/ui-builder.md)",
    mark: "client",
    shown: "tests/contract/ui-builder/rights.test.ts: for a %s",
  },
  {
    spec: "the temporary search box of a preview is deleted when the preview closes",
    server: "not seen",
    ours: "one that was made hidden, was never shown and was left alone for a day goes by itself, with the next list or save",
    mark: "client",
    shown:
      "tests/contract/ui-builder/search-boxes.test.ts: goes after a day, with the next list or save, and nothing else does",
  },
  {
    spec: "PUT `/_uibuilder/{id}/code`: body not said",
    server: "not seen",
    ours: '`{code: {"name of a file": "text"}, metadata: {commit}}`, answered with its `version_id`; a name that climbs is refused, and of very many versions the oldest goes (docs/use/ui-builder.md)',
    mark: "client",
    shown: "tests/contract/ui-builder/code.test.ts: each save is a version, and every one can be read",
  },
];

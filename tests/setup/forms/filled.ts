import { generateKeyPairSync } from "node:crypto";
import { sampleIndex, sampleUser } from "../../e2e/support/screens";
import type { PageForm } from "../page-forms";

// What somebody types who means it, where a form takes nothing else: with the fills that all forms share it is refused
// before anything is sent.

type Values = Record<string, string | null>;

const pem = generateKeyPairSync("rsa", { modulusLength: 2048 })
  .publicKey.export({ type: "spki", format: "pem" })
  .toString();

/** By the address of the form: what its fields say. Null leaves one out, as a box that is not ticked. */
const meant: [at: RegExp, values: Values][] = [
  [/\/aliases\/edit$/, { alias: "typed-alias", index: sampleIndex }],
  [/\/aliases\/edit\?/, { filter: '{"term":{"year":1927}}' }],
  [/\/templates\/new$/, { name: "typed-template", patterns: "typed-*" }],
  [
    /\/templates\/legacy\/.*\/edit$/,
    { text: '{"index_patterns":["sweep-made-*"],"settings":{"number_of_replicas":"1"}}' },
  ],
  [/\/settings\/edit$/, { text: '{"index.refresh_interval":"7s"}' }],
  [/\/search-preview(\?|$)/, { name: "typed-search" }],
  [/\/stored-queries\/new$/, { id: "typed-query", index: sampleIndex }],
  [/\/stored-queries\/[^/]+\/edit$/, { id: "sweep-genre", description: "typed with care", index: sampleIndex }],
  [/\/browse\/documents\/add$/, { id: "typed-document" }],
  [/\/search\/file$/, { text: `{"version":1,"index":"${sampleIndex}","suggestions":{"recent":{"size":8}}}` }],
  [/\/synonyms\/new$/, { groups: "typed,written", words: "typed\nwritten" }],
  [/\/synonyms\/[^/]+\/edit$/, { words: "film\nmovie\npicture" }],
  [/\/rules\/new(\?|$)/, { query: "typed", cards: "custom_data", customData: '{"banner":"typed"}' }],
  [/\/relevance-tests\/new$/, { search: "metropolis", "expectations[0].document": "1" }],
  [
    /\/user-management\/new$/,
    { username: "typed-user", password: "a-quiet-typed-owl", email: "", isAdmin: null, acls: null },
  ],
  [/\/user-management\/[^/]+\/edit$/, { email: "typed@example.org", isAdmin: null }],
  [/\/user-management\/[^/]+\/password$/, { password: "another-quiet-owl" }],
  [/\/user-management\/[^/]+\/(delete|second-factor)$/, { confirmation: sampleUser.username }],
  [/\/rules\/[^/]+\/delete$/, { confirmation: "sweep_rule" }],
  [/\/role-based-access$/, { key: pem, "roles[0].role": "typed-role" }],
  [/\/sync-preferences$/, { interval: "90" }],
  [/\/credentials\/(new|[^/]+\/edit)$/, { description: "typed with care", indices: sampleIndex, includedOnly: null }],
  [/\/report\/mail\/new$/, { recipients: "typed@example.org" }],
  [/\/suggestions$/, { minHits: "6" }],
  [/\/suggestions\/(recent|index)$/, { size: "7" }],
  [/\/suggestions\/featured\/[^/]+$/, { text: '{"sections":[{"id":"typed","title":"Typed","suggestions":[]}]}' }],
  [/\/app\/[^/]+\/search$/, { fuzziness: "1" }],
  [/\/global-envs\/[^/]+$/, { label: "Typed", password: "typed", expected: "", url: "", headers: "", body: "" }],
  [/\/pipelines\/[^/]+\/sample(\?|$)/, { name: "typed sample", body: "{}", headers: "", envs: "{}", path: "" }],
  [/\/global-envs\/new$/, { key: "TYPED_KEY" }],
];

/** A form filled in with what it takes. */
export function asMeant(form: PageForm): PageForm {
  const values = Object.assign({}, ...meant.filter(([at]) => at.test(form.action)).map(([, one]) => one)) as Values;
  const button = form.entries.at(-1);
  const entries = form.entries.flatMap(([name, value]): [string, string][] => {
    const put = values[name];
    return put === null ? [] : [[name, put ?? value]];
  });
  const added = Object.entries(values).flatMap(([name, value]): [string, string][] =>
    value === null || form.entries.some(([known]) => known === name) || !couldHave(form, name) ? [] : [[name, value]],
  );
  // The button that is pressed stays the last.
  return {
    ...form,
    entries: added.length === 0 || button === undefined ? entries : [...entries.slice(0, -1), ...added, button],
  };
}

/** A card of a rule is there once it was added. */
const couldHave = ({ entries }: PageForm, name: string) =>
  name === "customData" && entries.some(([known]) => known === "cards");

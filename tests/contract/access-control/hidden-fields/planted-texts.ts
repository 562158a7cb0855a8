import type { Api } from "../../api";

/** A field that was planted, the word by which it is known in an answer, and what a document holds in it. */
export type Planted = { field: string; mark: string; value: string };
type Target = { index: string; planted: readonly Planted[] };
type Send = Api["call"];

// A name at the beginning, in the middle or at the end, or a value alone.
const saidOf = ({ field, value }: Planted) => [`${field} of boots`, `boots: ${field}`, `boots (${field} is ${value})`];

/** Texts about an index that people write: synonyms, also in its analysis, and grades. */
async function plantSynonymsAndGrades(send: Send, { index, planted }: Target): Promise<void> {
  await send("DELETE", `/_synonyms/${index}`);
  await send("DELETE", `/_grade/${index}`);
  const records = planted.flatMap(({ field, mark, value }) => [
    { _id: `${mark}-1`, type: "equivalent", synonym: `${field},boots` },
    { _id: `${mark}-2`, type: "one-way", synonym: `boots, the ${field} => ${value}` },
  ]);
  await send("PUT", `/_synonym/${index}`, [
    { _id: "open-1", type: "equivalent", synonym: "boots,wellingtons" },
    ...records,
  ]);
  await send("PUT", `/_grade/${index}`, { query: "boot", docs: { 1: 3, 2: 1 } });
  for (const one of planted)
    for (const query of saidOf(one)) await send("PUT", `/_grade/${index}`, { query, docs: { 1: 2 } });
}

/** What visitors search for, and how they name what came of it. */
async function plantSearches(send: Send, { index, planted }: Target): Promise<void> {
  for (const one of planted) {
    const more = { custom_events: { [one.field]: one.value, told_by: one.field }, filters: { brand: one.field } };
    for (const [at, query] of saidOf(one).entries())
      await send("PUT", `/${index}/_analytics/search`, { query, total_hits: at, ...more });
  }
}

/** A conversation with an AI model about each field, and one of all. */
async function plantConversations(send: Send, { index, planted }: Target): Promise<void> {
  const now = Date.now();
  const times = { created_at: now, updated_at: now, timestamp: now };
  for (const [at, some] of [...planted.map((one) => [one]), [...planted]].entries()) {
    const content = some.map(({ field, value }) => `{"${field}": "${value}"}`).join();
    const messages = [
      { role: "system", content },
      { role: "user", content: "open boot" },
      { role: "assistant", content: `The ${content}.` },
    ];
    const more = {
      reason: content,
      meta: { [some[0]?.field ?? ""]: content, open: "boot" },
      model: "m",
      more: [content],
      invocation_count: 1,
    };
    await send("PUT", `/.ai_sessions/_doc/told-${at}?refresh=true`, {
      session_id: `told-${at}`,
      index: [index],
      document_ids: ["1"],
      messages,
      ...more,
      ...times,
    });
  }
}

/** Calls whose paths name the fields, for the request log. */
async function plantCalls(call: Send, { index, planted }: Target): Promise<void> {
  for (const { field, value } of planted)
    for (const path of [
      `/${index}/_mapping/field/${field}`,
      `/${index}/_search?q=${field}:${value}`,
      `/${index}/_doc/${field}`,
    ])
      await call("GET", path);
}

/**
 * Puts the names and values of fields into the texts that people write about an index. `send` throws where `call` tells
 * of a refusal.
 */
export async function plantTexts({ send, call }: { send: Send; call: Send }, target: Target): Promise<void> {
  await plantSynonymsAndGrades(send, target);
  await plantSearches(send, target);
  await plantConversations(send, target);
  await plantCalls(call, target);
}

/** What an index is created with, whose definition names each field beside its mapping. */
export function definitionOf({ planted, properties }: { planted: readonly Planted[]; properties: object }): object {
  const synonyms = planted.map(({ field, value }) => `${field}, ${value}`);
  const told = {
    type: "synonym_graph",
    synonyms: [...synonyms, "boots, wellingtons", `clogs, ${planted.map(({ field }) => field).join()}`],
  };
  // Such a name has no point.
  const plain = planted.filter(({ field }) => !field.includes("."));
  const own = Object.fromEntries(plain.map(({ field }) => [field, { type: "stop", stopwords: ["of"] }]));
  const templates = planted.map(({ field }) => ({
    [field]: { path_match: `${field}.*`, mapping: { type: "keyword" } },
  }));
  const copied = { type: "keyword", copy_to: planted.map(({ field }) => field) };
  return {
    mappings: {
      properties: { ...properties, copied },
      _meta: { about: planted.map(({ field, value }) => `${field} is ${value}`) },
      dynamic_templates: templates,
    },
    settings: {
      analysis: { filter: { told, ...own } },
      "query.default_field": ["name", ...planted.map(({ field }) => field)],
    },
    aliases: Object.fromEntries(
      planted.map(({ mark, field, value }, at) => [
        `${mark.slice(0, 3)}-${at}`,
        { filter: { term: { [field]: value } } },
      ]),
    ),
  };
}

// What rules cost a search: none, five hundred of which a few fire, and one with a script. One client, the whole way
// over HTTP.
import { load } from "../load.mjs";
import { startProgram } from "../processes.mjs";

const RULES = 500;
const MOST_RULES_MS = 10;
const MOST_SCRIPT_MS = 5;
const WORDS = "amber basin cedar delta ember fjord grove haven inlet juniper".split(" ");
const AUTHORIZATION = `Basic ${Buffer.from("admin:bench-password").toString("base64")}`;
const HEADERS = { authorization: AUTHORIZATION, "content-type": "application/json" };

const SCRIPT = `function handleRequest() {
  const body = JSON.parse(context.request.body);
  body.query[0].size = 5;
  return { ...context.request, body: JSON.stringify(body) };
}`;

async function call(url, { method = "POST", body, type = "application/json" } = {}) {
  const answer = await fetch(url, { method, headers: { ...HEADERS, "content-type": type }, body });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${text.slice(0, 300)}`);
  return JSON.parse(text);
}

// As forms make them: words, patterns, filters, an index; a hundredth of them fires.
function expressionOf(place) {
  const word = place % 100 === 0 ? WORDS[(place / 100) % 10] : `${WORDS[place % 10]}${place}`;
  const kinds = [
    `$query contains '${word}'`,
    `$query matches '^(${word}|x${place}) .*'`,
    `$query == '${word}' or $filter.brand.keyword == '${word}'`,
  ];
  return `'shop,other' in $index and ${kinds[place % 3]}`;
}

const bodyOf = (n) =>
  JSON.stringify({ query: [{ id: "s", dataField: ["name"], value: `${WORDS[n % 10]} ${WORDS[n % 7]}`, size: 10 }] });

async function measured(url, { seconds, fires }) {
  const { settings } = await call(`${url}/shop/_reactivesearch`, { body: bodyOf(0) });
  if ((settings.queryRules !== undefined) !== fires)
    throw new Error(`rules do not act as they should: ${JSON.stringify(settings)}`);
  const next = (n) => ({ url: `${url}/shop/_reactivesearch`, method: "POST", headers: HEADERS, body: bodyOf(n) });
  await load({ clients: 1, seconds: 1, next });
  return load({ clients: 1, seconds, next });
}

/** The section of the page. */
export async function rulesSection({ dataDir, seconds, at, others }) {
  const env = {
    BACKEND_PORT: "0",
    DATA_DIR: `${dataDir}/rules`,
    ADMIN_USERNAME: "admin",
    ADMIN_PASSWORD: "bench-password",
  };
  const backend = await startProgram({ file: "dist/backend.js", env });
  try {
    const url = `http://127.0.0.1:${backend.message.port}`;
    const documents = Array.from(
      { length: 20_000 },
      (_, n) => `{"index":{"_id":"${n}"}}\n${JSON.stringify({ name: `${WORDS[n % 10]} ${WORDS[n % 9]} ${n}` })}\n`,
    );
    await call(`${url}/shop/_bulk?refresh=true`, { body: documents.join(""), type: "application/x-ndjson" });
    const none = await measured(url, { seconds, fires: false });
    for (let place = 0; place < RULES; place++) {
      const actions = [
        { type: "custom_data", data: { banner: place } },
        { type: "replace_words", data: { [`word${place}`]: "amber" } },
      ];
      await call(`${url}/_rule`, {
        body: JSON.stringify({
          name: `Rule ${place}`,
          trigger: { type: "filter", expression: expressionOf(place) },
          actions,
        }),
      });
    }
    const many = await measured(url, { seconds, fires: true });
    for (const { id } of await call(`${url}/_rules`, { method: "GET" }))
      await call(`${url}/_rule/${id}`, { method: "DELETE" });
    await call(`${url}/_rule`, {
      body: JSON.stringify({ trigger: { type: "always" }, actions: [{ type: "script", script: SCRIPT }] }),
    });
    const scripted = await measured(url, { seconds, fires: true });
    const rows = [
      ["no rule", none],
      [`${RULES} rules, some of which fire`, many],
      ["one rule with a script", scripted],
    ];
    const cost = many.p95 - none.p95;
    const script = scripted.p50 - none.p50;
    const held = (value, most) => (value <= most ? "held" : "missed");
    return `## Rules

${at}. A search over 20,000 documents by one client through the back end (load average ${others.toFixed(1)}).

| searched with | p50 / p95 ms |
|---|---|
${rows.map(([name, { p50, p95 }]) => `| ${name} | ${p50.toFixed(1)} / ${p95.toFixed(1)} |`).join("\n")}

Goals: ${RULES} rules cost a search at most ${MOST_RULES_MS} ms at p95 (${cost.toFixed(1)}, ${held(cost, MOST_RULES_MS)}), a script at most ${MOST_SCRIPT_MS} ms at p50 (${script.toFixed(1)}, ${held(script, MOST_SCRIPT_MS)}).`;
  } finally {
    await backend.stop();
  }
}

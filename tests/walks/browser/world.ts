import type { BrowserContext } from "playwright-core";
import { sessionSecrets } from "~/session/seal.server";
import { axeSource } from "../../e2e/support/axe";
import { getBrowser } from "../../e2e/support/browser";
import { type Product, startProduct } from "../../e2e/support/product";
import {
  sampleAiSession,
  sampleIndex,
  sampleLink,
  sampleMail,
  samplePipeline,
  sampleRule,
  sampleSynonym,
  sampleTest,
  storedPipeline,
  storedRule,
} from "../../e2e/support/screens";
import { watchPage } from "../../e2e/support/watch-page";
import { ELSEWHERE, everything, TOLD } from "../../setup/hostile/payloads";
import { seedConsole, seedServer } from "../../setup/hostile/stored";
import { seedLink } from "../../setup/seeds/link";
import { seedMail } from "../../setup/seeds/mail";
import { seedTest } from "../../setup/seeds/test";
import { seedVersion } from "../../setup/seeds/version";
import type { Heard } from "./seen";

/** What the screens about one thing are opened with, beside what `seedServer` leaves. */
async function seedThings({ call }: Pick<Product, "call">) {
  const rule = {
    ...storedRule,
    ...{ name: everything, description: everything },
    actions: [{ type: "custom_data", data: JSON.stringify({ banner: everything }) }],
  };
  const messages = sampleAiSession.messages.map((message) => ({ ...message, content: everything }));
  const session = { ...sampleAiSession, reason: everything, messages, model: everything };
  const group = { type: "equivalent", synonym: everything, index: sampleIndex };
  const content = storedPipeline.content.replace("Sweep pipeline", () => JSON.stringify(everything));
  const pipeline = { ...storedPipeline, content };
  await call("POST", "/_pipeline", pipeline);
  await call("POST", `/_pipeline/${samplePipeline}/version`, { ...pipeline, versionDescription: everything });
  await call("PUT", `/.rules/_doc/${sampleRule}?refresh=true`, rule);
  await call("PUT", `/.ai_sessions/_doc/${session.session_id}?refresh=true`, session);
  await call("PUT", `/.synonyms/_doc/${sampleSynonym._id}?refresh=true`, group);
}

/** A product in which all that is stored and shown is markup. Its console asks `server`, else its own back end. */
export async function startHostile({ server }: { server?: string } = {}): Promise<Product> {
  const product = await startProduct(server === undefined ? {} : { env: { ALLOWED_CLUSTER_URLS: server } });
  const { dataDir, username: person } = product;
  await seedServer(product.call);
  await seedThings(product);
  const kept = { dataDir, server: server ?? product.backendUrl, index: sampleIndex };
  seedLink({ ...kept, id: sampleLink });
  seedMail({ ...kept, id: sampleMail });
  seedConsole({ ...kept, person, secrets: sessionSecrets({ sessionSecrets: [], dataDir }) });
  // Their texts are JSON, which is no record any more when markup stands in its place.
  seedTest({ ...kept, id: sampleTest });
  seedVersion(kept);
  return product;
}

/** What a window of a walk is like. */
export const windows = { wide: { width: 1200, height: 900 }, narrow: { width: 420, height: 900 } };

/** What a browser says of an answer that was to be expected: a page that is not there. */
const EXPECTED = /Failed to load resource: the server responded with a status of (400|403|404)/;

/**
 * A context whose browser calls itself markup too, and in which whatever comes to life, asks elsewhere or complains is
 * heard of.
 */
export async function listening({ product, scripts = true }: { product: Product; scripts?: boolean }) {
  const context: BrowserContext = await (
    await getBrowser()
  ).newContext({
    baseURL: product.url,
    userAgent: everything.replace(/[^ -~]/g, ""),
    javaScriptEnabled: scripts,
    viewport: windows.wide,
    colorScheme: "light",
    reducedMotion: "reduce",
  });
  if (scripts) await context.addInitScript(axeSource);
  const heard: Heard[] = watchPage({ context, own: product.url });
  const alive = (what: string) => void heard.push({ kind: "alive", what });
  await context.exposeBinding(TOLD, (_source, from) => alive(`a script ran: ${String(from)}`));
  context.on("dialog", (dialog) => {
    alive(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  context.on("request", (request) => {
    const url = new URL(request.url());
    if (url.pathname.startsWith(`/${TOLD}`) || url.host.includes(ELSEWHERE)) alive(`a request for ${request.url()}`);
  });
  context.on("console", (message) => {
    const text = message.text().slice(0, 200);
    if (/Refused to|violates the following/.test(text)) alive(text);
    else if (["error", "warning"].includes(message.type()) && !EXPECTED.test(text))
      heard.push({ kind: "console line", what: `${message.type()}: ${text}` });
  });
  return { context, heard };
}

import { afterAll, beforeAll } from "vitest";
import type { loader as consolePage } from "~/routes/data/console/console";
import { type Gate, openGate, startTestBackend, type TestBackend } from "../../../setup/backend";
import { openScreen } from "../../../setup/open-screen";

export let backend: TestBackend;

export let gate: Gate;

export const seen: string[] = [];

const LONG = JSON.stringify({ text: "x".repeat(3_000_000) });

export const behind = () => ({ url: gate.url, username: backend.username, password: backend.password });

export const locationOf = ({ response }: { response: Response | undefined }) => response?.headers.get("Location") ?? "";

type More = { do?: string; request?: string; name?: string; curl?: string };

export const post = (
  text: string,
  { do: deed = "run", ...more }: More = {},
  options: Partial<Parameters<typeof openScreen>[1]> = {},
) =>
  openScreen("console", {
    backend: behind(),
    form: { intent: "console", text, request: "", name: "", curl: "", do: deed, ...more },
    ...options,
  });

/** Runs a text and gives what the page shows then. */
export async function run(text: string, more: More = {}) {
  const posted = await post(text, more);
  const opened = await openScreen<typeof consolePage>(locationOf(posted), { backend: behind() });
  return { posted, data: opened.data, answers: opened.data?.answers ?? [] };
}

/** Starts what these tests run on before the first of them, and ends it after the last. */
export function startConsole(): void {
  beforeAll(async () => {
    backend = await startTestBackend();
    for (const id of ["1", "2"]) await backend.call("PUT", `/films/_doc/${id}?refresh=true`, { title: `Film ${id}` });
    gate = await openGate(backend.url);
    gate.decide((path, _bulk, { method = "" }) => {
      seen.push(`${method} ${path}`);
      return path.startsWith("/long/")
        ? { status: 200, headers: { "Content-Type": "application/json" }, body: LONG }
        : "pass";
    });
  });
  afterAll(async () => {
    await gate.close();
    await backend.close();
  });
}

import express from "express";
import { createServer, type Server } from "node:http";
import { connect, type Socket } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import { CONSOLE_LIMITS } from "@common/limits/console";
import { createShares } from "@common/process/shares";
import { readRefusal } from "../../tests/setup/refused-data";
import { formGate } from "./form-gate";

const { form, formPause, formsOfOne, formsTogether } = CONSOLE_LIMITS;
const MB = 1024 ** 2;

const servers: Server[] = [];
const sockets: Socket[] = [];
afterEach(() => {
  vi.useRealTimers();
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) server.close();
});

/** A server with the gate alone, whose owner of a form is named by a header; answers wait until they are let go. */
async function start() {
  const shares = createShares({ ofOne: formsOfOne.most, ofAll: formsTogether.most });
  const app = express();
  app.use(
    formGate({ takes: async () => "forms", formOf: (request) => shares.open(request.get("x-owner") ?? "nobody") }),
  );
  const waiting: (() => void)[] = [];
  app.use((_request, response) => void waiting.push(() => response.end("taken")));
  const server = createServer(app);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return { port: typeof address === "object" && address !== null ? address.port : 0, shares, waiting };
}

type Sending = { port: number; owner: string; announced: number; path?: string };

/** A form that is announced; `more` sends so many bytes of it. */
function sending({ port, owner, announced, path = "/" }: Sending) {
  let answer = "";
  const socket = connect(port, "127.0.0.1");
  sockets.push(socket);
  socket.on("data", (part) => (answer += part.toString("latin1")));
  socket.on("error", () => undefined);
  const closed = new Promise<string>((resolve) => socket.once("close", () => resolve(answer)));
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: a\r\nX-Owner: ${owner}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${announced}\r\n\r\n`,
  );
  return {
    more: (bytes: number) => socket.write(Buffer.alloc(bytes, "a")),
    leave: () => socket.destroy(),
    closed,
    answer: () => answer,
  };
}

const held = (shares: { total: () => number }, bytes: number) =>
  vi.waitFor(() => expect(shares.total()).toBe(bytes), { timeout: 10_000 });

describe("a form that stands still", () => {
  it("is given up with 408 after its pause, not sooner, and each piece begins the pause anew", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { port, shares } = await start();
    const slow = sending({ port, owner: "mira", announced: 100 });
    const until = async (bytes: number) => {
      while (shares.total() !== bytes) await new Promise((resolve) => setImmediate(resolve));
    };
    slow.more(10);
    await until(10);
    vi.advanceTimersByTime(formPause.most - 1);
    slow.more(10);
    await until(20);
    vi.advanceTimersByTime(formPause.most - 1);
    expect(slow.answer()).toBe("");
    vi.advanceTimersByTime(1);
    await until(0);
    while (!slow.answer().includes("</html>")) await new Promise((resolve) => setImmediate(resolve));
    expect(slow.answer()).toMatch(
      /^HTTP\/1\.1 408 [\s\S]*connection: close[\s\S]*The form did not arrive in time\. Nothing was changed\. Send it again\./i,
    );
    vi.advanceTimersByTime(2_000);
    await slow.closed;
  });
});

describe("a form that is sent by the scripts of a page", () => {
  const told = async (answer: string) => (await readRefusal(answer.slice(answer.indexOf("\r\n\r\n") + 4))).ofForm;

  it("is refused in the form that they read, with the words of the page", async () => {
    const { port } = await start();
    const large = { port, owner: "mira", announced: form.most + 1 };
    const page = await sending(large).closed;
    const data = await sending({ ...large, path: "/create-index.data?index" }).closed;
    expect(data).toMatch(/^HTTP\/1\.1 413 [\s\S]*content-type: text\/x-script[\s\S]*x-remix-response: yes/i);
    const text = "This request is larger than 8 MB, the limit. Nothing was changed.";
    expect(page).toContain(`<h1>Too large</h1><p>${text}</p>`);
    expect(await told(data)).toEqual({ status: 413, data: text });
  });

  it("says so too of what did not arrive in time and of what is too much at a time", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { port, shares } = await start();
    const until = async (isSo: () => boolean) => {
      while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
    };
    const isTold = (sent: { answer: () => string }) => until(() => sent.answer().includes("]"));
    const slow = sending({ port, owner: "mira", announced: 100, path: "/a.data" });
    slow.more(10);
    await until(() => shares.total() === 10);
    vi.advanceTimersByTime(formPause.most);
    await isTold(slow);
    expect(await told(slow.answer())).toMatchObject({
      status: 408,
      data: "The form did not arrive in time. Nothing was changed. Send it again.",
    });
    const full = shares.open("mira");
    expect(full.add(formsOfOne.most)).toBeUndefined();
    const past = sending({ port, owner: "mira", announced: 10, path: "/_root.data" });
    past.more(1);
    await isTold(past);
    expect(past.answer()).toMatch(/retry-after: 5/i);
    expect(await told(past.answer())).toMatchObject({
      status: 429,
      data: expect.stringMatching(/^You are sending more than 64 MB at a time/) as string,
    });
    full.release();
    for (let n = 0; n * formsOfOne.most < formsTogether.most; n++)
      expect(shares.open(`person ${n}`).add(formsOfOne.most)).toBeUndefined();
    const late = sending({ port, owner: "late", announced: 10, path: "/a.data" });
    late.more(1);
    await isTold(late);
    expect(await told(late.answer())).toMatchObject({
      status: 503,
      data: expect.stringMatching(/^So much is being sent/) as string,
    });
    vi.advanceTimersByTime(2_000);
    await Promise.all([slow.closed, past.closed, late.closed]);
  });
});

describe("forms that are being sent", () => {
  it("of one are so many bytes: one more is refused with 429, others go on, and what is answered is room again", async () => {
    const { port, shares, waiting } = await start();
    const count = formsOfOne.most / form.most;
    for (let n = 0; n < count; n++) sending({ port, owner: "mira", announced: form.most }).more(form.most);
    await held(shares, formsOfOne.most);
    const past = sending({ port, owner: "mira", announced: 10 });
    past.more(1);
    expect(await past.closed).toMatch(
      /^HTTP\/1\.1 429 [\s\S]*retry-after: 5[\s\S]*You are sending more than 64 MB at a time/i,
    );
    const other = sending({ port, owner: "ada", announced: 3 });
    other.more(3);
    await vi.waitFor(() => expect(waiting).toHaveLength(count + 1));
    waiting[0]?.();
    await held(shares, formsOfOne.most - form.most + 3);
    const again = sending({ port, owner: "mira", announced: 5 });
    again.more(5);
    await vi.waitFor(() => expect(waiting).toHaveLength(count + 2));
    for (const go of waiting) go();
    await held(shares, 0);
  }, 30_000);

  it("of all together are so many bytes: past it 503; who leaves gives back what he sent", async () => {
    const { port, shares } = await start();
    const open = Array.from({ length: formsTogether.most / (4 * MB) }, (_, n) =>
      sending({ port, owner: `person ${n}`, announced: form.most }),
    );
    for (const { more } of open) more(4 * MB);
    await held(shares, formsTogether.most);
    const past = sending({ port, owner: "late", announced: 10 });
    past.more(1);
    expect(await past.closed).toMatch(/^HTTP\/1\.1 503 [\s\S]*retry-after: 5[\s\S]*Send it again in a moment/i);
    for (const { leave } of open) leave();
    await held(shares, 0);
  }, 30_000);
});

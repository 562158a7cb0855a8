import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import type { Case } from "./cases";
import type { Answer } from "./compare";
import { fetchAsIs } from "./fetch-as-is";

type Login = { username: string; password: string };
export type Replayer = {
  /** Sends a case and gives the answer; remembers what later cases need. */
  play: (recorded: Case) => Promise<Answer>;
  /** The case with `{{names}}` in its expected answer filled in. */
  filled: (recorded: Case) => Case;
};

const FIXED: Record<string, Login> = {
  admin: { username: "foo", password: "bar" },
  badpass: { username: "foo", password: "bar-wrong" },
  unknown: { username: "nobody-here", password: "nothing" },
};

function basic({ username, password }: Login): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
}

function at(value: unknown, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>(
      (inner, key) => (typeof inner === "object" && inner !== null ? Reflect.get(inner, key) : undefined),
      value,
    );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Plays recorded cases against a server, one after the other. */
export function createReplayer(url: string): Replayer {
  const callers = new Map(Object.entries(FIXED));
  const values = new Map<string, string>();

  function fill(text: string): string {
    return text.replace(/\{\{([^{}]+)\}\}/g, (whole, name: string) => values.get(name) ?? whole);
  }

  function authorization(recorded: Case): Record<string, string> {
    if (recorded.as === "none") return {};
    if (recorded.as === "raw") return { Authorization: fill(recorded.authorization ?? "") };
    const caller = callers.get(recorded.as);
    if (!caller) throw new Error(`${recorded.id}: no caller called ${recorded.as}`);
    return { Authorization: basic(caller) };
  }

  async function send(recorded: Case): Promise<Answer> {
    const { method, path, headers, body } = recorded.request;
    const text = body === undefined ? undefined : fill(typeof body === "string" ? body : JSON.stringify(body));
    const response = await fetchAsIs(`${url}${fill(path)}`, {
      method,
      headers: {
        ...(text === undefined ? {} : { "Content-Type": "application/json" }),
        ...headers,
        ...authorization(recorded),
      },
      body: text,
    });
    return response;
  }

  async function sendOften(recorded: Case, count: number): Promise<Answer> {
    const answers = await Promise.all(Array.from({ length: count }, () => send(recorded)));
    return answers.reduce((highest, answer) => (answer.status > highest.status ? answer : highest));
  }

  async function sendUntil(recorded: Case, retry: NonNullable<Case["retry"]>): Promise<Answer> {
    const end = Date.now() + retry.seconds * 1000;
    for (;;) {
      const answer = await send(recorded);
      const value = at(parsed(answer.body), retry.path);
      const reached =
        retry.atLeast === undefined ? value === retry.equals : typeof value === "number" && value >= retry.atLeast;
      if (reached || Date.now() > end) return answer;
      await sleep(200);
    }
  }

  function remember(recorded: Case, answer: Answer): void {
    const body = parsed(answer.body);
    for (const [name, path] of Object.entries(recorded.save)) values.set(name, String(at(body, path)));
    if (!recorded.defines) return;
    const { name, username, password } = recorded.defines;
    const login = {
      username: username ?? String(at(body, "username")),
      password: password ?? String(at(body, "password")),
    };
    callers.set(name, login);
    values.set(`${name}.username`, login.username);
    values.set(`${name}.password`, login.password);
  }

  return {
    play: async (recorded) => {
      await sleep(recorded.delay);
      const answer = await (recorded.burst
        ? sendOften(recorded, recorded.burst)
        : recorded.retry
          ? sendUntil(recorded, recorded.retry)
          : send(recorded));
      remember(recorded, answer);
      return answer;
    },
    filled: (recorded) => ({
      ...recorded,
      response: ResponseSchema.parse(JSON.parse(fill(JSON.stringify(recorded.response)))),
    }),
  };
}

const ResponseSchema = z.object({
  status: z.number(),
  headers: z.record(z.string(), z.string()),
  body: z.unknown().optional(),
});

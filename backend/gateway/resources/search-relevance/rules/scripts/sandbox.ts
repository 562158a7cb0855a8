import { createHash, createHmac, randomUUID } from "node:crypto";
import {
  type QuickJSContext,
  type QuickJSDeferredPromise,
  type QuickJSHandle,
  type QuickJSRuntime,
  type QuickJSWASMModule,
  Scope,
} from "quickjs-emscripten-core";
import { SCRIPTS_LIMITS } from "@common/limits/scripts";
import { type Handler, HANDLERS } from "@common/search-relevance/rule-kinds";
import * as z from "zod";
import { PRELUDE } from "./prelude";
import { tooLong } from "./sandbox-words";
import type { FetchAnswer, FetchCall, ScriptJob, ScriptOutcome } from "./types";

const MOST_LINES = SCRIPTS_LIMITS.lines.most;
const MOST_LOGGED = SCRIPTS_LIMITS.printed.most;
const LONGEST_MESSAGE = SCRIPTS_LIMITS.errorText.most;
const MOST_FETCHES = SCRIPTS_LIMITS.fetches.most;
/** So many steps of promises in a row before it is looked at the clock. */
const STEPS = 1_000;

/** Ends a run with a sentence for whoever wrote the script. */
class ScriptFailure extends Error {
  /** After a limit was met nothing of the interpreter is used again. */
  readonly isHard: boolean;

  constructor(message: string, { isHard = false } = {}) {
    super(message);
    this.isHard = isHard;
  }
}

const DigestSchema = z.tuple([z.enum(["md5", "sha1", "sha256", "sha512"]), z.string(), z.string().nullable()]);
const Base64Schema = z.tuple([z.enum(["encode", "decode"]), z.string()]);
const FetchSchema = z.object({
  url: z.string(),
  method: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.string().nullable(),
});

type Outside = (asked: FetchCall) => Promise<FetchAnswer | { error: string }>;

/**
 * Runs a script in an interpreter of its own, in WebAssembly: it has the language and what the prelude gives, no file,
 * no network, no other run's values. Whatever it does to its globals, getters and prototypes happens in there; what
 * comes out is text that the interpreter's own JSON wrote.
 */
export async function runScript(module: QuickJSWASMModule, job: ScriptJob, outside: Outside): Promise<ScriptOutcome> {
  const logs: string[] = [];
  const { limits } = job;
  const deadline = Date.now() + limits.timeMs;
  const scope = new Scope();
  try {
    const runtime = scope.manage(module.newRuntime());
    runtime.setMemoryLimit(limits.memory);
    runtime.setMaxStackSize(limits.stack);
    runtime.setInterruptHandler(() => Date.now() > deadline);
    const done = await createRun({ runtime, scope, job, outside, logs, deadline })();
    return { kind: "done", ...done, logs, spent: !isCleared(scope) };
  } catch (error) {
    if (Date.now() > deadline) return { kind: "failed", message: tooLong(limits.timeMs), logs, spent: true };
    if (!(error instanceof ScriptFailure))
      return { kind: "failed", message: `the script ended unexpectedly (${String(error)})`, logs, spent: true };
    return { kind: "failed", message: error.message, logs, spent: error.isHard || !isCleared(scope) };
  }
}

// With the run all its values go. Where they cannot be cleared away the thread is not used again.
function isCleared(scope: Scope): boolean {
  try {
    scope.dispose();
    return true;
  } catch {
    return false;
  }
}

function createRun({
  runtime,
  scope,
  job,
  outside,
  logs,
  deadline,
}: {
  runtime: QuickJSRuntime;
  scope: Scope;
  job: ScriptJob;
  outside: Outside;
  logs: string[];
  deadline: number;
}): () => Promise<{ result: string | null; called: boolean }> {
  const vm: QuickJSContext = scope.manage(runtime.newContext());
  const kept = (handle: QuickJSHandle) => scope.manage(handle);
  // Taken before the script can put its own in their place.
  const json = kept(vm.getProp(vm.global, "JSON"));
  const [parse, stringify] = [kept(vm.getProp(json, "parse")), kept(vm.getProp(json, "stringify"))];
  const waiting = new Set<Promise<void>>();
  let logged = 0;
  let fetches = 0;

  function failure(error: QuickJSHandle): ScriptFailure {
    try {
      return describe(kept(error));
    } catch {
      return new ScriptFailure("the script threw something that cannot be shown");
    }
  }

  function shortText(handle: QuickJSHandle): string {
    if (vm.typeof(handle) !== "string") return "";
    const length = vm.getNumber(kept(vm.getProp(handle, "length")));
    return length > 100_000 ? "" : vm.getString(handle).slice(0, LONGEST_MESSAGE);
  }

  function describe(error: QuickJSHandle): ScriptFailure {
    const type = vm.typeof(error);
    if (type !== "object")
      return new ScriptFailure(`the script threw ${(type === "string" ? shortText(error) : "") || type}`);
    const [name, message, stack] = ["name", "message", "stack"].map((key) => shortText(kept(vm.getProp(error, key))));
    if (message === "out of memory")
      return new ScriptFailure(`the script took more than ${job.limits.memory / 1024 ** 2} MB of memory`, {
        isHard: true,
      });
    if (message === "stack overflow") return new ScriptFailure("the script calls itself too deeply", { isHard: true });
    const line = /script\.js:(\d+)/.exec(stack ?? "")?.[1];
    return new ScriptFailure(
      `${name ? `${name}: ` : ""}${message || "no message"}${line === undefined ? "" : ` (line ${line})`}`,
    );
  }

  function unwrap(result: ReturnType<QuickJSContext["evalCode"]>): QuickJSHandle {
    if (result.error) throw failure(result.error);
    return kept(result.value);
  }

  // A text of the script's, by its own JSON: what it holds beyond that stays inside.
  function textOf(handle: QuickJSHandle | undefined): unknown {
    if (!handle || vm.typeof(handle) !== "string") return undefined;
    const length = vm.getNumber(kept(vm.getProp(handle, "length")));
    if (length > job.limits.output) throw new Error("this text is too long");
    return JSON.parse(vm.getString(handle));
  }

  function log(text: QuickJSHandle): void {
    if (logs.length > MOST_LINES || logged > MOST_LOGGED) return;
    const line = String(textOf(text) ?? "").slice(0, MOST_LOGGED);
    logged += line.length;
    logs.push(logs.length === MOST_LINES || logged > MOST_LOGGED ? "… more lines were left out" : line);
  }

  function digest(given: QuickJSHandle): QuickJSHandle {
    const [algorithm, text, key] = DigestSchema.parse(textOf(given));
    const made = key === null ? createHash(algorithm).update(text) : createHmac(algorithm, key).update(text);
    return vm.newString(JSON.stringify(made.digest("hex")));
  }

  function base64(given: QuickJSHandle): QuickJSHandle {
    const [way, text] = Base64Schema.parse(textOf(given));
    return vm.newString(
      JSON.stringify(
        way === "encode" ? Buffer.from(text, "utf8").toString("base64") : Buffer.from(text, "base64").toString("utf8"),
      ),
    );
  }

  function settle(deferred: QuickJSDeferredPromise, answer: FetchAnswer | { error: string }): void {
    if (!vm.alive) return;
    if ("error" in answer)
      vm.newError({ name: "TypeError", message: answer.error }).consume((error) => deferred.reject(error));
    else vm.newString(JSON.stringify(answer)).consume((text) => deferred.resolve(text));
  }

  function startFetch(given: QuickJSHandle): QuickJSHandle {
    const asked = FetchSchema.parse(textOf(given));
    if (job.check) throw new Error("nothing is fetched while a script is checked");
    if (++fetches > MOST_FETCHES) throw new Error(`a script may call fetch at most ${MOST_FETCHES} times`);
    const deferred = scope.manage(vm.newPromise());
    const under: Promise<void> = outside(asked).then((answer) => {
      waiting.delete(under);
      settle(deferred, answer);
    });
    waiting.add(under);
    return deferred.handle;
  }

  function giveGlobals(): void {
    const host = kept(vm.newObject());
    const give = (name: string, work: (given: QuickJSHandle) => QuickJSHandle | void) =>
      vm.newFunction(name, (given) => work(given)).consume((made) => vm.setProp(host, name, made));
    give("log", log);
    give("digest", digest);
    give("base64", base64);
    give("fetch", startFetch);
    give("uuid", () => vm.newString(JSON.stringify(randomUUID())));
    const prelude = unwrap(vm.evalCode(PRELUDE, "prelude.js"));
    const readable = unwrap(vm.callFunction(prelude, vm.undefined, host));
    const context = unwrap(vm.callFunction(parse, vm.undefined, kept(vm.newString(job.context))));
    vm.setProp(vm.global, "context", unwrap(vm.callFunction(readable, vm.undefined, context)));
  }

  function runSteps(): void {
    const done = runtime.executePendingJobs(STEPS);
    if (done.error) throw failure(done.error);
    if (Date.now() > deadline) throw new ScriptFailure(tooLong(job.limits.timeMs));
  }

  async function settled(value: QuickJSHandle): Promise<QuickJSHandle> {
    for (;;) {
      runSteps();
      if (runtime.hasPendingJob()) continue;
      const state = vm.getPromiseState(value);
      if (state.type === "rejected") throw failure(state.error);
      if (state.type === "fulfilled") return state.notAPromise ? value : kept(state.value);
      if (waiting.size === 0) throw new ScriptFailure(`${job.handler} waits for something that never comes`);
      await Promise.race([
        ...waiting,
        new Promise<void>((resolve) => setTimeout(resolve, Math.max(0, deadline - Date.now()) + 1).unref()),
      ]);
    }
  }

  function written(value: QuickJSHandle): string | null {
    const text = unwrap(vm.callFunction(stringify, vm.undefined, value));
    if (vm.typeof(text) !== "string") return null;
    const length = vm.getNumber(kept(vm.getProp(text, "length")));
    if (length > job.limits.output)
      throw new ScriptFailure(`${job.handler} gave more than ${job.limits.output / 1024 ** 2} MB`);
    return vm.getString(text);
  }

  return async () => {
    giveGlobals();
    unwrap(vm.evalCode(job.script, "script.js"));
    runSteps();
    const functionOf = (name: Handler) =>
      unwrap(vm.evalCode(`typeof ${name} === "function" ? ${name} : undefined`, "handler.js"));
    const has = (name: Handler) => vm.typeof(functionOf(name)) === "function";
    if (job.handler === null) return { result: JSON.stringify(HANDLERS.filter(has)), called: false };
    const handler = functionOf(job.handler);
    const called = vm.typeof(handler) === "function";
    if (!called && job.handler !== "handleCron") return { result: null, called };
    const argument = kept(vm.getProp(vm.global, "context"));
    const value = called ? unwrap(vm.callFunction(handler, vm.undefined, argument)) : vm.undefined;
    const result = written(await settled(value));
    return { result, called };
  };
}

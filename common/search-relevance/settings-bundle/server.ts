import { saysNotOffered } from "@common/http/not-offered";
import * as z from "zod";
import { BundleError } from "./schema";

export type Call = { method: "GET" | "PUT" | "POST" | "DELETE"; path: string; body?: unknown };
export type Answer = { status: number; body: unknown };
/** Calls a server; what is not answered at all is a `BundleError`. */
export type CallServer = (call: Call) => Promise<Answer>;

const RefusalSchema = z.object({ error: z.object({ message: z.string() }) });
const MessageSchema = z.object({ message: z.string() });

function reasonOf({ body }: Answer): string {
  const told = RefusalSchema.safeParse(body);
  const plain = MessageSchema.safeParse(body);
  return told.success
    ? told.data.error.message
    : plain.success
      ? plain.data.message
      : (JSON.stringify(body) ?? "").slice(0, 200);
}

/** What an answer that is not a success says. */
export function refusalOf({ method, path }: Call, answer: Answer): string {
  return `${method} ${path} answered ${answer.status}: ${reasonOf(answer)}`;
}

/** True for the answer of a server that has no such call or thing, or whose plan has not. */
export function isLacking(answer: Answer): boolean {
  const { status } = answer;
  return status === 402 || status === 404 || saysNotOffered({ status, detail: reasonOf(answer) });
}

/** The body of a call that must succeed. Throws `BundleError`. */
export async function must(callServer: CallServer, call: Call): Promise<unknown> {
  const answer = await callServer(call);
  if (answer.status >= 400) throw new BundleError(refusalOf(call, answer));
  return answer.body;
}

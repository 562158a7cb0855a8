import { isRouteErrorResponse } from "@remix-run/react";
import { decodeViaTurboStream } from "@remix-run/react/dist/single-fetch";

type Told = { status: number; data: unknown };

const told = (error: unknown): Told | undefined =>
  isRouteErrorResponse(error) ? { status: error.status, data: error.data } : undefined;

type Refusal = {
  ofForm: Told | undefined;
  ofRoutes: Record<string, Told | undefined>;
  /** Where the browser is sent instead. */ instead: unknown;
};

/**
 * What the scripts of a page make of a refusal that came as its data: the error of a form, or of each route by its id,
 * or a page to be loaded instead.
 */
export async function readRefusal(body: string): Promise<Refusal> {
  const { body: stream } = new Response(body);
  if (stream === null) throw new Error("there is no body");
  const { value } = await decodeViaTurboStream(stream, globalThis);
  const answers: Record<string, unknown> = Object.fromEntries(Object.entries(value ?? {}));
  const errorOf = (answer: unknown) =>
    typeof answer === "object" && answer !== null && "error" in answer ? told(answer.error) : undefined;
  const instead = Object.getOwnPropertySymbols(value ?? {}).map((name): unknown => Reflect.get(Object(value), name))[0];
  return {
    ofForm: told(answers["error"]),
    ofRoutes: Object.fromEntries(Object.entries(answers).map(([id, answer]) => [id, errorOf(answer)])),
    instead,
  };
}

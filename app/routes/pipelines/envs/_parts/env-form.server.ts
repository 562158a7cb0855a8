import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import { isJsonObject } from "@common/text/json";
import * as z from "zod";
import { parseJsonText } from "~/lib/json/text.server";
import type { EnvCheck, GlobalEnv } from "~/services/pipelines/envs/read.server";
import type { EnvSent } from "~/services/pipelines/envs/write.server";

const text = (most: number) => z.string().trim().max(most).default("");
const json = (kind: "any" | "object") =>
  z
    .string()
    .max(100_000)
    .default("")
    .superRefine((typed, context) => {
      if (typed.trim() === "") return;
      const read = parseJsonText(typed);
      if (!read.ok) context.addIssue({ code: "custom", message: read.message });
      else if (kind === "object" && !isJsonObject(read.value))
        context.addIssue({ code: "custom", message: 'Enter a JSON object, such as {"X-Key": "…"}.' });
    });

/** What the form of a variable takes; whether a value must be typed depends on whether there is one. */
export const EnvSchema = z
  .object({
    key: z
      .string({ error: "Enter a key." })
      .max(200)
      .regex(/^[a-zA-Z0-9_]+$/, { error: "Use letters, digits and underscores." }),
    label: z.string({ error: "Enter a label." }).trim().min(1).max(200),
    description: text(2_000),
    // By its name the form kit sends it back to no page.
    password: z.string().max(100_000).default(""),
    expected: z
      .number({ error: "Enter a status from 200 to 599." })
      .int({ error: "Enter a status from 200 to 599." })
      .min(200, { error: "Enter a status from 200 to 599." })
      .max(599, { error: "Enter a status from 200 to 599." })
      .optional(),
    url: text(4_000).refine((typed) => typed === "" || /^https?:\/\/\S+$/.test(typed), {
      error: "Enter an address that starts with https:// or http://.",
    }),
    method: z.enum(["GET", "POST", "PUT", "PATCH", "DELETE"]).default("GET"),
    headers: json("object"),
    body: json("any"),
  })
  .refine(({ url, headers, body }) => url !== "" || (headers.trim() === "" && body.trim() === ""), {
    path: ["url"],
    error: "Enter the address that headers and body go to.",
  });
export type EnvShape = z.input<typeof EnvSchema>;
export const envConstraint = getZodConstraint(EnvSchema);
/** Of a variable that is not there yet: its value must be typed. */
export const newEnvConstraint = { ...envConstraint, password: { ...envConstraint["password"], required: true } };

/** Reads the form; without a kept value one must be typed. */
export function parseEnv(form: FormData, kept: GlobalEnv | null) {
  return parseWithZod(form, {
    schema: EnvSchema.refine(({ password }) => password !== "" || (kept !== null && kept.value !== ""), {
      path: ["password"],
      error: "Enter a value.",
    }),
  });
}

/** What was typed, once it is taken. */
export type EnvTyped = z.output<typeof EnvSchema>;

/** The check that was typed; null without an address. */
export function checkOf({ url, method, expected, headers, body }: EnvTyped): EnvCheck | null {
  return url === "" ? null : { url, method, expected: expected ?? 200, headers, body };
}

/** What is sent of what was typed: an empty value is the kept one. */
export function envOf(typed: EnvTyped, kept: GlobalEnv | null): EnvSent {
  const { key, label, description, password } = typed;
  return { key, label, description, value: password === "" ? (kept?.value ?? "") : password, check: checkOf(typed) };
}

/** What the form begins with: all but the value, which no page has. */
export function envValues({ key, label, description, check }: GlobalEnv) {
  return {
    key,
    label,
    description,
    expected: String(check?.expected ?? ""),
    url: check?.url ?? "",
    method: check?.method || "GET",
    headers: check?.headers ?? "",
    body: check?.body ?? "",
  };
}

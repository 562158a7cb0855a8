import { isIP } from "node:net";
import { CATEGORIES } from "@common/access-control/categories";
import { getZodConstraint } from "@conform-to/zod/v4";
import * as z from "zod";
import { readTime, timeFromWords, timeInWords, timeOf, type Unit } from "~/lib/access-control/time-to-live";
import { NOT_STORED } from "~/editor/editable.server";
import type { Content } from "~/services/access-control/credentials/content.server";
import { categoryRows, limitKey } from "../_parts/categories";
import type { CredentialShape } from "./shape";
import { thens } from "../_parts/intents";
import { accessOf } from "../_parts/words";

const MOST_LINES = 100;

const listOf = (text: string) =>
  [...new Set(text.split("\n").map((line) => line.trim()))].filter((line) => line !== "");
const few = (list: readonly string[]) => list.length <= MOST_LINES;
const tooMany = { error: `At most ${MOST_LINES} lines.` };
const lines = z.string().default("").transform(listOf).refine(few, tooMany);
const someLines = (error: string) =>
  z
    .string({ error })
    .transform(listOf)
    .refine((list) => list.length > 0, { error })
    .refine(few, tooMany);

function isCidr(text: string): boolean {
  const [address = "", prefix = "", ...more] = text.split("/");
  const most = isIP(address) === 4 ? 32 : isIP(address) === 6 ? 128 : -1;
  return more.length === 0 && /^\d{1,3}$/.test(prefix) && Number(prefix) <= most;
}

const least = (min: number, max: number, what: string) =>
  z
    .number({ error: `${what} is a whole number from ${min} to ${max.toLocaleString("en")}.` })
    .int({ error: "A whole number." })
    .min(min, { error: `At least ${min}.` })
    .max(max, { error: `At most ${max.toLocaleString("en")}.` })
    .optional();

const MOST = 1_000_000_000;
const limitFields = Object.fromEntries(CATEGORIES.map((name) => [name, least(1, MOST, "A limit")]));

/** The form of a credential. Lists have one entry per line. */
export const CredentialSchema = z
  .object({
    description: z.string().trim().max(500, { error: "A description has at most 500 characters." }).default(""),
    access: z
      .string({ error: "Choose an access type." })
      .regex(/^(read|write|delete)(,(read|write|delete))*$/, { error: "Choose an access type." }),
    categories: z.array(z.enum(CATEGORIES)).default([]),
    limits: z.object(limitFields).default({}),
    referers: someLines("Enter a referer, or * for any page."),
    sources: someLines("Enter a range, or 0.0.0.0/0 for any address.").refine((list) => list.every(isCidr), {
      error: "A range is an address with a prefix, such as 203.0.113.0/24.",
    }),
    depth: least(1, 100, "The depth"),
    indices: someLines("Enter an index or a pattern."),
    include: lines,
    exclude: lines,
    includedOnly: z.boolean().default(false),
    maxSize: least(0, 10_000, "A size"),
    maxAggregations: least(0, 100_000, "A size"),
    queryDsl: z.boolean().default(false),
    ipLimit: least(0, MOST, "A limit"),
    expires: z.enum(["never", "after", "keep"]).default("never"),
    amount: least(1, 1_000_000, "A time"),
    unit: z.enum(["days", "hours", "minutes"]).default("days"),
    lasts: z.string().default("never"),
    role: z.string().trim().max(200).default(""),
    page: z.string().trim().max(2000).default(""),
    version: z.string().default(NOT_STORED),
    then: z.enum(thens).catch("save").default("save"),
  })
  .refine(({ expires, amount }) => expires !== "after" || amount !== undefined, {
    path: ["amount"],
    error: "Enter a time.",
  })
  .refine(({ include, includedOnly }) => !includedOnly || (include.length > 0 && !include.includes("*")), {
    path: ["includedOnly"],
    error: "Name the included fields, or let all be searched.",
  })
  .refine(({ include, exclude }) => !(include.includes("*") && exclude.includes("*")), {
    path: ["exclude"],
    error: "All fields are included. Exclude some of them, or take * out above.",
  });
export type Typed = z.output<typeof CredentialSchema>;

export const credentialConstraint = getZodConstraint(CredentialSchema);

function lasting({ expires, amount, unit, lasts }: Typed): string {
  if (expires === "never" || (expires === "after" && amount === undefined)) return "never";
  return expires === "keep" ? timeInWords(timeFromWords(lasts)) : timeInWords(timeOf({ amount: amount ?? 0, unit }));
}

/** What was typed, as it is stored. */
export function contentOfTyped(typed: Typed): Content {
  const {
    description,
    access,
    categories,
    limits,
    referers,
    sources,
    depth,
    indices,
    include,
    exclude,
    maxSize,
    maxAggregations,
    queryDsl,
    ipLimit,
    role,
  } = typed;
  const given = [
    ...CATEGORIES.map((name): [string, number | undefined] => [limitKey(name), limits[name]]),
    ["ip_limit", ipLimit] as const,
  ];
  const kept = given
    .flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const]))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    ...{
      description,
      operations: access.split(","),
      categories: [...categories].sort(),
      limits: Object.fromEntries(kept),
      referers,
      sources,
    },
    // In the order of what is stored, which the review compares line by line.
    ...{
      source_depth: depth ?? null,
      indices,
      include_fields: include,
      exclude_fields: exclude,
      search_include_fields_only: typed.includedOnly,
    },
    ...{
      max_size: maxSize ?? null,
      max_aggregation_size: maxAggregations ?? null,
      query_dsl: queryDsl,
      expires_after: lasting(typed),
      role,
    },
  };
}

const shown = (value: number | null | undefined) => (value === null || value === undefined ? "" : String(value));

/** The fields of a credential, to be changed. */
export function fieldsOf(content: Content): CredentialShape {
  const {
    description,
    operations,
    categories,
    limits,
    referers,
    sources,
    source_depth,
    indices,
    include_fields,
    exclude_fields,
  } = content;
  const ttl = timeFromWords(content.expires_after);
  const time: { amount: number; unit: Unit } | null = readTime(ttl);
  return {
    ...{
      description,
      access: accessOf(operations),
      categories,
      referers: referers.join("\n"),
      sources: sources.join("\n"),
      depth: shown(source_depth),
    },
    limits: Object.fromEntries(
      categoryRows.map(({ name }) => [name, limits[limitKey(name)] ? shown(limits[limitKey(name)]) : ""]),
    ),
    ...{
      indices: indices.join("\n"),
      include: include_fields.join("\n"),
      exclude: exclude_fields.join("\n"),
      maxSize: shown(content.max_size),
    },
    includedOnly: content.search_include_fields_only ? "on" : undefined,
    ...{
      maxAggregations: shown(content.max_aggregation_size),
      queryDsl: content.query_dsl ? "on" : undefined,
      ipLimit: shown(limits["ip_limit"]),
    },
    ...{
      expires: ttl < 0 ? "never" : time === null ? "keep" : "after",
      amount: shown(time?.amount),
      unit: time?.unit ?? "days",
      lasts: content.expires_after,
    },
    ...{ role: content.role, page: "" },
  };
}

import { getZodConstraint } from "@conform-to/zod/v4";
import { stringifyJson } from "@common/text/json";
import * as z from "zod";
import { indexNameProblem } from "~/lib/indices/index-name";
import { jsonObjectText } from "~/lib/json/text.server";
import type { CopyPlan } from "~/services/indices/reindex/plan";
import { copyActions } from "~/services/indices/reindex/copy-actions";

const name = z
  .string({ error: "Enter a name for the new index." })
  .trim()
  .superRefine((text, context) => {
    const problem = indexNameProblem(text);
    if (problem !== undefined) context.addIssue({ code: "custom", message: problem });
  });

const actions = z
  .array(z.enum(copyActions), { error: "Choose at least one." })
  .min(1, { error: "Choose at least one." });

export const CloneSchema = z.object({ target: name, action: actions });
export const cloneConstraint = getZodConstraint(z.object({ target: name }));
export type CloneShape = { target: string; action: string[] };

export const planOfClone = ({ source, value }: { source: string; value: z.output<typeof CloneSchema> }): CopyPlan => ({
  ...{ source, target: value.target, action: value.action },
  ...{ mappings: null, settings: null, include: [], exclude: [], type: null, shards: null, replicas: null },
});

const number = (from: number, to: number) => {
  const error = `Enter a whole number from ${from} to ${to}.`;
  return z.number({ error }).int({ error }).min(from, { error }).max(to, { error });
};

const fields = z
  .string()
  .default("")
  .transform((text) => [...new Set(text.split(/[\s,]+/).filter((field) => field !== ""))]);

export const ReindexSchema = z
  .object({
    where: z.enum(["in-place", "into"]),
    target: z.string().trim().optional(),
    shards: number(1, 1024).optional(),
    replicas: number(0, 100).optional(),
    mappings: jsonObjectText("Mappings").optional(),
    settings: jsonObjectText("Settings").optional(),
    include: fields,
    exclude: fields,
    type: z.string().trim().optional(),
  })
  .superRefine(({ where, target = "" }, context) => {
    const problem = where === "into" ? indexNameProblem(target) : undefined;
    if (problem !== undefined) context.addIssue({ code: "custom", path: ["target"], message: problem });
  });
export const reindexConstraint = getZodConstraint(ReindexSchema);
export type ReindexShape = {
  where: string;
  target?: string;
  shards?: number;
  replicas?: number;
  mappings?: string;
  settings?: string;
  include?: string;
  exclude?: string;
  type?: string;
};

export function planOfReindex({ source, value }: { source: string; value: z.output<typeof ReindexSchema> }): CopyPlan {
  const { where, target, shards, replicas, mappings, settings, include, exclude, type } = value;
  return {
    ...{ source, target: where === "into" ? (target ?? "") : null, action: [], include, exclude, type: type ?? null },
    ...{
      mappings: mappings === undefined ? null : stringifyJson(mappings),
      settings: settings === undefined ? null : stringifyJson(settings),
    },
    ...{ shards: shards ?? null, replicas: replicas ?? null },
  };
}

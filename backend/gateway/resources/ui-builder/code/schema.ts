import * as z from "zod";
import { UI_BUILDER_LIMITS } from "@common/limits/ui-builder";

const { codeFiles, codePath, commit } = UI_BUILDER_LIMITS;

/**
 * Whether a name stands for a file below the folder of the page, wherever somebody unpacks it: no steps up, no name of
 * a drive, nothing that a shell or a disk reads otherwise.
 */
export function isFilePath(path: string): boolean {
  if (path.length > codePath.most || /[\0-\x1f\x7f\\:]/.test(path)) return false;
  const segments = path.replace(/^\//, "").split("/");
  return segments.every((segment) => segment.trim() !== "" && !/^\.+\s*$/.test(segment));
}

const FilesSchema = z
  .record(z.string(), z.union([z.string(), z.looseObject({ code: z.string() })]))
  .refine((files) => Object.keys(files).length > 0, "must hold at least one file")
  .refine((files) => Object.keys(files).length <= codeFiles.most, `must hold at most ${codeFiles.most} files`)
  .refine((files) => Object.keys(files).every(isFilePath), "names of files must lie below the folder of the page")
  // `/a` and `a` are one file.
  .refine((files) => {
    const names = Object.keys(files).map((path) => path.replace(/^\//, ""));
    return new Set(names).size === names.length;
  }, "must name each file once");

/** A version that is to be kept: files by their names, each a text or an object with it, and what the commit says. */
export const CodeSchema = z.looseObject({
  code: FilesSchema,
  metadata: z.looseObject({ commit: z.string().max(commit.most).nullish() }).nullish(),
});

const VersionSchema = z.object({ version_id: z.string(), created_at: z.number().int(), commit: z.string() });
export type Version = z.infer<typeof VersionSchema>;

/** What is kept of a page's code beside its versions: their list, oldest first, and the highest number ever given. */
export const KeptListSchema = z.object({ last: z.number().int(), versions: z.array(VersionSchema) });
/** One version; its files as text. */
export const KeptCodeSchema = VersionSchema.extend({ code: z.string() });
export type KeptCode = z.infer<typeof KeptCodeSchema>;

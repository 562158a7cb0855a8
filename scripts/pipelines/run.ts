import { existsSync, mkdirSync } from "node:fs";
import { harmless, type Tell } from "../command/usage";
import { type FolderPipeline, newFolder, type Pipeline, readFolder, writePipeline } from "./folder";
import { PipelinesError, requireApart } from "./names";
import { openPulled } from "./pulled";
import { type Environment, maskSecrets, secretNames } from "./secrets";
import type { PipelineServer, ServerPipeline } from "./server";

/** What each of the three works on. `only`: ids; undefined for all. `url` is the server's name in the notes of the folder. */
export type Wish = {
  server: PipelineServer;
  url: string;
  folder: string;
  only: readonly string[] | undefined;
  env: Environment;
  tell: Tell;
};

const wantedOf =
  ({ only }: Pick<Wish, "only">) =>
  (id: string) =>
    only === undefined || only.includes(id);

function differing(one: Pipeline, other: Pipeline): string[] {
  const scripts = [...new Set([...Object.keys(one.scripts), ...Object.keys(other.scripts)])].sort();
  return [
    ...(one.content === other.content ? [] : ["text"]),
    ...scripts.filter((name) => one.scripts[name] !== other.scripts[name]),
  ];
}

async function both(wish: Wish): Promise<{ files: FolderPipeline[]; held: Map<string, ServerPipeline> }> {
  const files = readFolder(wish.folder, wish.env).filter(({ id }) => wantedOf(wish)(id));
  const known = new Set(files.map(({ id }) => id));
  const lost = wish.only?.find((id) => !known.has(id));
  if (lost !== undefined) throw new PipelinesError(`There is no pipeline ${lost} in ${wish.folder}.`);
  const held = await wish.server.list(wantedOf(wish));
  return { files, held: new Map(held.map((one) => [one.id, one])) };
}

/** Writes what the server has into the folder. Throws `PipelinesError`, before any file is written where it can be known. */
export async function pull(wish: Wish): Promise<void> {
  const { folder, url, tell } = wish;
  const held = await wish.server.list(wantedOf(wish));
  const lost = wish.only?.find((id) => !held.some((one) => one.id === id));
  if (lost !== undefined) throw new PipelinesError(`There is no pipeline ${lost} on the server.`);
  requireApart(
    held.map(({ id }) => id),
    "a folder",
  );
  const files = new Map((existsSync(folder) ? readFolder(folder, wish.env) : []).map((one) => [one.id, one]));
  const steps = held.map((one) => {
    const file = files.get(one.id);
    const differs = file ? differing(file, one) : [];
    if (file && differs.includes("text") && secretNames(file.raw).length > 0)
      throw new PipelinesError(
        `${file.folder}: the text differs from the server's and has secrets in it, whose values a pull would write. Nothing was written: bring the change over by hand, or delete the folder first.`,
      );
    return { one, file, differs, into: file?.folder ?? newFolder(folder, one.id) };
  });
  mkdirSync(folder, { recursive: true });
  const pulled = openPulled(folder, url);
  for (const { one, file, differs, into } of steps) {
    if (!file || differs.length > 0)
      writePipeline(into, { ...one, content: differs.includes("text") || !file ? one.content : file.raw });
    pulled.note(one.id, one.state);
    tell(
      harmless(
        !file
          ? `created    ${one.id}`
          : differs.length > 0
            ? `changed    ${one.id}: ${differs.join(", ")}`
            : `unchanged  ${one.id}`,
      ),
    );
  }
}

async function sent({ server, env }: Wish, file: FolderPipeline, how: "create" | "update"): Promise<ServerPipeline> {
  try {
    return await server.keep(file, how);
  } catch (error) {
    if (!(error instanceof PipelinesError)) throw error;
    throw new PipelinesError(`${file.id}: ${maskSecrets(error.message, { text: file.raw, env })}`);
  }
}

/** Gives the server what the folder has. Throws `PipelinesError`: before anything is sent for what is wrong here. */
export async function push(wish: Wish & { overwrite: boolean }): Promise<void> {
  const { folder, url, tell, overwrite } = wish;
  const { files, held } = await both(wish);
  const pulled = openPulled(folder, url);
  const steps = files.map((file) => ({ file, there: held.get(file.id) }));
  for (const { file, there } of steps) {
    const seen = pulled.stateOf(file.id);
    if (!there && !file.hasId)
      throw new PipelinesError(
        `${file.folder}: the text has no id, and the server would choose one. Add “id: ${file.id}”.`,
      );
    if (there && seen !== undefined && seen !== there.state && differing(file, there).length > 0 && !overwrite)
      throw new PipelinesError(
        `${file.id} was changed on the server since the last pull. Nothing was pushed: pull it and compare, or push with --overwrite.`,
      );
  }
  for (const { file, there } of steps) {
    const differs = there ? differing(file, there) : [];
    const kept = there && differs.length === 0 ? there : await sent(wish, file, there ? "update" : "create");
    const left = differing(file, kept);
    if (left.length > 0)
      throw new PipelinesError(`${file.id} was sent, but the server has another ${left.join(", ")} than was sent.`);
    pulled.note(file.id, kept.state);
    tell(
      harmless(
        !there
          ? `created    ${file.id}`
          : differs.length > 0
            ? `changed    ${file.id}: ${differs.join(", ")}`
            : `unchanged  ${file.id}`,
      ),
    );
  }
}

/** Compares both, and tells each difference; true without one. Throws `PipelinesError`. */
export async function check(wish: Wish): Promise<boolean> {
  const { files, held } = await both(wish);
  const lines = files.map((file) => {
    const there = held.get(file.id);
    if (!there) return `only here       ${file.id}`;
    const differs = differing(file, there);
    return differs.length > 0 ? `differs         ${file.id}: ${differs.join(", ")}` : `same            ${file.id}`;
  });
  const known = new Set(files.map(({ id }) => id));
  const onlyThere = [...held.keys()].filter((id) => !known.has(id)).map((id) => `only on server  ${id}`);
  for (const line of [...lines, ...onlyThere]) wish.tell(harmless(line));
  return onlyThere.length === 0 && lines.every((line) => line.startsWith("same "));
}

import * as z from "zod";
import type { Engine } from "@backend/engine/port";
import { callEngine } from "./engine-client";
import { exactField, SERVER_INDICES, SERVER_TEMPLATES } from "./server-form";
import { firstName, type SystemIndex } from "./system-indices";
import { beside, ownPlace, type Place } from "./system-places";

const MappingsSchema = z.looseObject({
  dynamic: z.union([z.string(), z.boolean()]).optional(),
  properties: z.record(z.string(), z.unknown()).default({}),
  // Indices of before there were versions carry none.
  _meta: z
    .looseObject({ version: z.number().int().optional().catch(undefined) })
    .catch({ version: undefined })
    .default({ version: undefined }),
});
const IndexSchema = z.object({
  aliases: z.record(z.string(), z.unknown()),
  mappings: MappingsSchema,
  settings: z.object({ index: z.looseObject({ verified_before_close: z.string().optional() }) }),
});
const IndicesSchema = z.record(z.string(), IndexSchema);

/**
 * An index that has the name of a definition, or its alias, or is a piece of it. `version`: of our making; null:
 * somebody else's.
 */
type Present = {
  index: string;
  version: number | null;
  marked: boolean;
  closed: boolean;
  mappings: z.infer<typeof MappingsSchema>;
};

/**
 * Something has the name of a system index and can neither be used nor gone around. The message is the one line for the
 * operator.
 */
export class SystemIndexInTheWayError extends Error {}

/** What was found of one definition. */
export type Found = { place: Place; present: readonly Present[] };

const TypedSchema = z.looseObject({ type: z.string() });

// Version 0 had a closed mapping of some of the present fields and nothing else.
function isOfBeforeVersions({ dynamic, properties }: Present["mappings"], definition: SystemIndex): boolean {
  if (String(dynamic ?? true) !== String(definition.mappings.dynamic) || definition.mappings.dynamic) return false;
  return Object.entries(properties).every(([name, field]) => {
    const known = TypedSchema.safeParse(definition.mappings.properties[name]);
    const found = TypedSchema.safeParse(field);
    return (
      name in definition.mappings.properties &&
      (!known.success || (found.success && found.data.type === known.data.type))
    );
  });
}

function versionOf(mappings: Present["mappings"], definition: SystemIndex): number | null {
  return mappings._meta.version ?? (isOfBeforeVersions(mappings, definition) ? 0 : null);
}

async function look({
  engine,
  names,
  mayBeRefused = false,
}: {
  engine: Engine;
  names: readonly string[];
  mayBeRefused?: boolean;
}): Promise<z.infer<typeof IndicesSchema>> {
  const query = { ignore_unavailable: "true", allow_no_indices: "true", expand_wildcards: "all" };
  const { status, body } = await callEngine(
    engine,
    { method: "GET", path: `/${names.join(",")}`, query },
    mayBeRefused ? [403, 404] : [404],
  );
  return status >= 400 ? {} : IndicesSchema.parse(body);
}

function presentOf(definition: SystemIndex, indices: z.infer<typeof IndicesSchema>): Present[] {
  const isOf = (index: string, aliases: Record<string, unknown>) =>
    index === definition.name ||
    definition.name in aliases ||
    (definition.pieces === true && index === firstName(definition));
  return Object.entries(indices).flatMap(([index, { aliases, mappings, settings }]) =>
    isOf(index, aliases)
      ? [
          {
            index,
            version: versionOf(mappings, definition),
            marked: mappings._meta.version !== undefined,
            closed: settings.index.verified_before_close === "true",
            mappings,
          },
        ]
      : [],
  );
}

// Beside others' indices one without a mark is another's too, however much it looks like ours of before there were
// versions.
function amongOthers(present: readonly Present[]): Present[] {
  return present.map((one) => (one.marked ? one : { ...one, version: null }));
}

const isOurs = ({ version }: Present) => version !== null;

function requireOne(name: string, present: readonly Present[]): Present {
  const [one, ...others] = present;
  if (!one || others.length > 0)
    throw new SystemIndexInTheWayError(
      `the alias ${name} stands for several indices (${present
        .map(({ index }) => index)
        .sort()
        .join(", ")}): let it stand for the one that holds the records`,
    );
  if (one.closed) throw new SystemIndexInTheWayError(`the index ${one.index} is closed: open it`);
  return one;
}

function serverPlace(definition: SystemIndex, mappings: unknown): Place {
  return { key: definition.name, definition, form: "server", exact: (field) => exactField(mappings, field) };
}

// Only asked for where something lacks or is another's; an account that may not look there finds nothing.
async function hasServer(engine: Engine, besides: z.infer<typeof IndicesSchema>): Promise<boolean> {
  if (Object.keys(besides).length > 0) return true;
  if (Object.keys(await look({ engine, names: SERVER_INDICES, mayBeRefused: true })).length > 0) return true;
  const { status, body } = await callEngine(
    engine,
    { method: "GET", path: `/_index_template/${SERVER_TEMPLATES}` },
    [400, 403, 404, 405],
  );
  return status < 400 && z.object({ index_templates: z.array(z.unknown()).min(1) }).safeParse(body).success;
}

function besidePlace(definition: SystemIndex, indices: z.infer<typeof IndicesSchema>): Found {
  const moved = beside(definition);
  const present = presentOf(moved, indices);
  const foreign = present.find((one) => !isOurs(one));
  if (foreign)
    throw new SystemIndexInTheWayError(
      `the index ${foreign.index} has a name of the back end's own, which did not make it: rename or remove it`,
    );
  return { place: ownPlace(moved, definition.name), present };
}

/**
 * Finds out, changing nothing, where each system index is or is to be made. An index of ours is used under its name.
 * One that a ReactiveSearch server made is used as it stands where both keep the same records in it; ours goes beside
 * it, under another name, where they do not. On a cluster where such a server has been, what lacks is made so that the
 * server can be started again. Throws `SystemIndexInTheWayError`.
 */
export async function locateSystemIndices({
  engine,
  indices,
}: {
  engine: Engine;
  indices: readonly SystemIndex[];
}): Promise<Found[]> {
  const names = indices.flatMap((definition) =>
    definition.pieces ? [definition.name, firstName(definition)] : [definition.name],
  );
  const there = await look({ engine, names });
  const looked = indices.map((definition) => ({ definition, present: presentOf(definition, there) }));
  const own = looked.every(({ present }) => present.every(isOurs))
    ? looked
    : looked.map(({ definition, present }) => ({ definition, present: amongOthers(present) }));
  if (own.every(({ present }) => present.length > 0 && present.every(isOurs)))
    return own.map(({ definition, present }) => ({ place: ownPlace(definition), present }));
  const besides = await look({
    engine,
    names: indices.map(beside).flatMap((definition) => [definition.name, firstName(definition)]),
    mayBeRefused: true,
  });
  const isGuest = own.some(({ present }) => !present.every(isOurs)) || (await hasServer(engine, besides));
  return own.map(({ definition, present }): Found => {
    if (present.length > 0 && present.every(isOurs)) return { place: ownPlace(definition), present };
    if (present.length === 0 && !isGuest) return { place: ownPlace(definition), present };
    if (!definition.shared) return besidePlace(definition, besides);
    return {
      place: serverPlace(definition, present.length > 0 ? requireOne(definition.name, present).mappings : {}),
      present,
    };
  });
}

import type { JsonObject } from "@common/text/json";
import { requireAllTold, toldMembers } from "@backend/gateway/platform/fields/kept-whole";
import { notFound } from "@backend/gateway/platform/http/errors";
import { isLocal } from "@backend/gateway/platform/http/local";
import { json, message, type Reply } from "@backend/gateway/platform/http/reply";
import type { Access, Route, SignedContext } from "@backend/gateway/platform/http/types";
import type { Services } from "@backend/gateway/services";
import type { Caller } from "@backend/gateway/platform/auth/types";
import { answeredIndex, answeredPopular, answeredRecent, popularOf, withOwnIndices } from "./answered";
import { readGroup } from "./featured/schema";
import { toldGroup } from "./featured/told";
import { readIndex, readPopular, readRecent } from "./schema";
import { RecordSchema } from "../relevance/record";
import type { PreferenceStore } from "./store";

const ACCESS: Access = { kind: "server", category: "suggestions" };
// What is set here is in force for searches of every index.
const OF_ALL: Access = { ...ACCESS, indices: "path" };
const GROUP = "/_featured_suggestions_group/:id";
const SAVED = "Preferences saved successfully";

type Kind<Record> = {
  name: string;
  store: PreferenceStore<Record>;
  read: (body: string) => Record;
  /** What a caller is told of it: of his own indices alone. */
  own: (record: Record, caller: Caller) => Record;
  answered: (record: Record) => Promise<JsonObject> | JsonObject;
  done: string;
  saved?: () => void;
};

function preferenceRoutes<Record extends object>({
  name,
  store,
  read,
  own,
  answered,
  done,
  saved,
  readers,
}: Kind<Record> & Pick<Services, "readers">): Route[] {
  const path = `/_${name}_suggestions/preferences`;

  async function get(context: SignedContext): Promise<Reply> {
    const [record, reader] = [await answered(own(await store.get(), context.caller)), await readers(context)];
    return json(reader ? toldMembers(record, reader) : record);
  }

  async function put(context: SignedContext): Promise<Reply> {
    const record = read(await context.text());
    if (isLocal(context)) return message(done);
    const reader = await readers(context);
    await store.put(record, (before) => {
      const shown = RecordSchema.parse(own(before, context.caller));
      requireAllTold({ kept: before, told: reader ? toldMembers(shown, reader) : shown, what: "these preferences" });
    });
    saved?.();
    return message(done);
  }

  return [
    { methods: ["GET"], path, access: ACCESS, handle: get },
    { methods: ["PUT"], path, access: OF_ALL, handle: put },
  ];
}

/**
 * What is suggested while somebody types: preferences of each kind, and featured suggestions by the id of a search box.
 */
export function suggestionRoutes({ suggestions, readers }: Pick<Services, "suggestions" | "readers">): Route[] {
  const { preferences, popular, keeper, featured } = suggestions;
  const idOf = ({ params }: SignedContext) => params["id"] ?? "";

  // As of all suggestions, none are no error: 404 would tell that there is no such call.
  async function getGroup(context: SignedContext): Promise<Reply> {
    const group = (await featured.get(idOf(context))) ?? { sections: [] };
    const reader = await readers(context);
    return json({ id: idOf(context), ...(reader ? toldGroup(group, reader) : group) });
  }

  async function requireGroupTold(context: SignedContext): Promise<void> {
    const [reader, kept] = [await readers(context), await featured.get(idOf(context))];
    if (reader && kept) requireAllTold({ kept, told: toldGroup(kept, reader), what: "these featured suggestions" });
  }

  async function putGroup(context: SignedContext): Promise<Reply> {
    const group = readGroup(await context.text());
    if (isLocal(context)) return message("Featured suggestions saved successfully");
    await requireGroupTold(context);
    await featured.put(idOf(context), group);
    return message("Featured suggestions saved successfully");
  }

  async function removeGroup(context: SignedContext): Promise<Reply> {
    await requireGroupTold(context);
    if (!isLocal(context) && !(await featured.remove(idOf(context)))) throw notFound("featured suggestions not found");
    return message("Featured suggestions deleted successfully");
  }

  return [
    ...preferenceRoutes({
      name: "popular",
      store: preferences.popular,
      read: readPopular,
      readers,
      own: popularOf,
      answered: async (record) => answeredPopular(record, { alias: popular.alias(), built: await popular.current() }),
      done: "Preferences saved successfully, the suggestions index is being re-populated",
      saved: () => void keeper.rebuild(),
    }),
    ...preferenceRoutes({
      name: "recent",
      store: preferences.recent,
      read: readRecent,
      own: withOwnIndices,
      answered: answeredRecent,
      done: SAVED,
      readers,
    }),
    ...preferenceRoutes({
      name: "index",
      store: preferences.index,
      read: readIndex,
      own: withOwnIndices,
      answered: answeredIndex,
      done: SAVED,
      readers,
    }),
    { methods: ["GET"], path: GROUP, access: ACCESS, handle: getGroup },
    { methods: ["PUT"], path: GROUP, access: OF_ALL, handle: putGroup },
    { methods: ["DELETE"], path: GROUP, access: OF_ALL, handle: removeGroup },
  ];
}

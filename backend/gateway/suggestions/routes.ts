import type { JsonObject } from "@common/json";
import { notFound } from "../http/errors";
import { isLocal } from "../http/local";
import { json, message, type Reply } from "../http/reply";
import type { Access, Route, SignedContext } from "../http/types";
import type { Services } from "../services";
import { answeredIndex, answeredPopular, answeredRecent } from "./answered";
import { readGroup } from "./featured/schema";
import { readIndex, readPopular, readRecent } from "./schema";
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
  answered: (record: Record) => Promise<JsonObject> | JsonObject;
  done: string;
  saved?: () => void;
};

function preferenceRoutes<Record>({ name, store, read, answered, done, saved }: Kind<Record>): Route[] {
  const path = `/_${name}_suggestions/preferences`;

  async function put(context: SignedContext): Promise<Reply> {
    const record = read(await context.text());
    if (isLocal(context)) return message(done);
    await store.put(record);
    saved?.();
    return message(done);
  }

  return [
    { methods: ["GET"], path, access: ACCESS, handle: async () => json(await answered(await store.get())) },
    { methods: ["PUT"], path, access: OF_ALL, handle: put },
  ];
}

/** What is suggested while somebody types: preferences of each kind, and featured suggestions by the id of a search box. */
export function suggestionRoutes({ suggestions }: Pick<Services, "suggestions">): Route[] {
  const { preferences, popular, keeper, featured } = suggestions;
  const idOf = ({ params }: SignedContext) => params["id"] ?? "";

  // As of all suggestions, none are no error: 404 would tell that there is no such call.
  async function getGroup(context: SignedContext): Promise<Reply> {
    return json({ id: idOf(context), ...((await featured.get(idOf(context))) ?? { sections: [] }) });
  }

  async function putGroup(context: SignedContext): Promise<Reply> {
    const group = readGroup(await context.text());
    if (!isLocal(context)) await featured.put(idOf(context), group);
    return message("Featured suggestions saved successfully");
  }

  async function removeGroup(context: SignedContext): Promise<Reply> {
    if (!isLocal(context) && !(await featured.remove(idOf(context)))) throw notFound("featured suggestions not found");
    return message("Featured suggestions deleted successfully");
  }

  return [
    ...preferenceRoutes({
      name: "popular",
      store: preferences.popular,
      read: readPopular,
      answered: async (record) => answeredPopular(record, { alias: popular.alias(), built: await popular.current() }),
      done: "Preferences saved successfully, the suggestions index is being re-populated",
      saved: () => void keeper.rebuild(),
    }),
    ...preferenceRoutes({ name: "recent", store: preferences.recent, read: readRecent, answered: answeredRecent, done: SAVED }),
    ...preferenceRoutes({ name: "index", store: preferences.index, read: readIndex, answered: answeredIndex, done: SAVED }),
    { methods: ["GET"], path: GROUP, access: ACCESS, handle: getGroup },
    { methods: ["PUT"], path: GROUP, access: OF_ALL, handle: putGroup },
    { methods: ["DELETE"], path: GROUP, access: OF_ALL, handle: removeGroup },
  ];
}

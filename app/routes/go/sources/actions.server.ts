import { ranked } from "~/lib/values/rank";
import { appLevel, clusterLevel, screenPath } from "~/navigation/paths";
import { mayOpen, type Scope } from "~/session/scope.server";
import type { PaletteSource } from "../palette";

const MOST = 6;

type Action = {
  title: string;
  /** What else it is called. */
  words?: readonly string[];
  /** The screen whose right it takes, and the page that does it. */
  screen: string;
  page?: string;
  on: "app" | "cluster";
};

const actions: readonly Action[] = [
  { title: "Import data", words: ["upload file", "add documents"], screen: "import", on: "app" },
  { title: "Try a search", words: ["test search"], screen: "search-preview", on: "app" },
  { title: "Publish pending changes", words: ["review draft", "deploy"], screen: "search", page: "review", on: "app" },
  { title: "Compare draft with live", words: ["before and after"], screen: "search", page: "compare", on: "app" },
  { title: "Restore a version", words: ["roll back", "undo publish"], screen: "search", page: "versions", on: "app" },
  { title: "Add synonyms", words: ["create synonym group"], screen: "synonyms", page: "new", on: "app" },
  { title: "Add a field", words: ["create field"], screen: "schema", page: "new", on: "app" },
  { title: "Create relevance test", screen: "relevance-tests", page: "new", on: "app" },
  {
    title: "Create rule",
    words: ["pin a document", "hide a document", "promote"],
    screen: "rules",
    page: "new",
    on: "cluster",
  },
  { title: "Create user", words: ["add user", "invite"], screen: "user-management", page: "new", on: "cluster" },
  { title: "Create API credential", words: ["new key", "API key"], screen: "credentials", page: "new", on: "cluster" },
  { title: "Undo a change", words: ["change log", "history"], screen: "changes", on: "cluster" },
];

/** What can be done, by its words: each leads to the page that does it, in the index that one is in. */
export const actionSource: PaletteSource = {
  id: "actions",
  label: "Actions",
  find: ({ scope, typed }) => {
    if (typed === "") return Promise.resolve([]);
    const found = ranked(
      actions.filter(({ screen, on, page }) => mayOpen(scope, screen) && isThere(scope, { on, page })),
      { typed, textsOf: ({ title, words = [] }) => [title, ...words], most: MOST },
    );
    return Promise.resolve(
      found.map(({ item: { title, screen, page, on }, rank }) => {
        const at = on === "app" && scope.level === "app" ? appLevel(scope.app) : clusterLevel;
        const to = screenPath(at, page === undefined ? screen : `${screen}/${page}`);
        return { title, note: on === "cluster" ? "All indices" : (at.app ?? "Choose an index"), to, rank };
      }),
    );
  },
};

// A page about one index asks for it at its own address only.
const isThere = ({ level }: Scope, { on, page }: Pick<Action, "on" | "page">) =>
  on === "cluster" || level === "app" || page === undefined;

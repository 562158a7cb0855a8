import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { Api } from "../../api";
import { BOX, CODE, RECOMMENDATION, SEARCH_PAGE } from "../../ui-builder/support";
import { fresh } from "./support";
import type { Contract } from "./types";

async function boxPath(api: Api): Promise<string> {
  const path = `/_uibuilder/searchbox/${fresh("box")}`;
  await api.call("PUT", path, BOX);
  return path;
}

const PAGES = { search: SEARCH_PAGE, recommendation: RECOMMENDATION };
const pagePath =
  (kind: keyof typeof PAGES, end: string = kind) =>
  async (api: Api) => {
    const id = randomUUID();
    await api.call("PUT", `/_uibuilder/${id}/${kind}`, PAGES[kind]);
    return `/_uibuilder/${id}/${end}`;
  };
const codePath =
  (rest = "") =>
  async (api: Api) => {
    const path = await pagePath("search", "code")(api);
    await api.call("PUT", path, CODE);
    return `${path}${rest}`;
  };

/** Search boxes, pages and their code. */
export const UI_BUILDER_CONTRACTS: readonly Contract[] = [
  { methods: "GET", route: "/_uibuilder/searchboxes", path: "/_uibuilder/searchboxes", has: expect.any(Array) },
  { methods: "GET", route: "/_uibuilder/searchbox/:id", path: boxPath, has: BOX },
  {
    methods: "PUT",
    route: "/_uibuilder/searchbox/:id",
    path: "/_uibuilder/searchbox/shop_box",
    body: BOX,
    has: { ...BOX, id: "shop_box" },
  },
  {
    methods: "DELETE",
    route: "/_uibuilder/searchbox/:id",
    path: boxPath,
    has: { message: "Search box is deleted successfully" },
  },
  ...(["search", "recommendation"] as const).flatMap((kind): Contract[] => {
    const route = `/_uibuilder/:id/${kind}`;
    return [
      { methods: "GET", route: `/_uibuilder/${kind}`, path: `/_uibuilder/${kind}`, has: expect.any(Array) },
      { methods: "GET", route, path: pagePath(kind), has: PAGES[kind] },
      {
        methods: "PUT",
        route,
        path: pagePath(kind),
        body: PAGES[kind],
        has: { message: "Preference is saved successfully" },
      },
      { methods: "DELETE", route, path: pagePath(kind), has: { message: "Preference is deleted successfully" } },
    ];
  }),
  { methods: "GET", route: "/_uibuilder/:id/code", path: codePath(), has: CODE },
  {
    methods: "PUT",
    route: "/_uibuilder/:id/code",
    path: pagePath("search", "code"),
    body: CODE,
    has: { ...CODE, version_id: "1" },
  },
  {
    methods: "GET",
    route: "/_uibuilder/:id/code/versions",
    path: codePath("/versions"),
    has: { versions: [{ version_id: "1", metadata: CODE.metadata }] },
  },
  { methods: "GET", route: "/_uibuilder/:id/code/version/:version", path: codePath("/version/1"), has: CODE },
];

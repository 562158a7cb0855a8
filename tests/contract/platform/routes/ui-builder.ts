import { expect } from "vitest";
import type { Api } from "../../api";
import { BOX } from "../../ui-builder/support";
import { fresh } from "./support";
import type { Contract } from "./types";

async function boxPath(api: Api): Promise<string> {
  const path = `/_uibuilder/searchbox/${fresh("box")}`;
  await api.call("PUT", path, BOX);
  return path;
}

/** Search boxes. */
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
];

import type { Limits } from "./limit";

const BOX = "`PUT /_uibuilder/searchbox/:id`";
const PAGE = "pages of the console and answers stay small";
const STORE = "the store, and lists that are read as a whole";

/** What the UI builder keeps. */
export const UI_BUILDER_LIMITS = {
  searchBoxes: {
    what: "search boxes that are kept, those of previews included",
    where: BOX,
    most: 500,
    unit: "pieces",
    answer: "400",
    protects: STORE,
  },
  searchBox: {
    what: "one search box",
    where: BOX,
    most: 128 * 1024,
    unit: "bytes",
    answer: "413",
    protects: PAGE,
  },
  searchBoxId: {
    what: "ID of a search box",
    where: BOX,
    most: 200,
    unit: "characters",
    answer: "400",
    protects: PAGE,
  },
} satisfies Limits;

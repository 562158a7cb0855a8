import type { Limits } from "./limit";

const BOX = "`PUT /_uibuilder/searchbox/:id`";
const PREFERENCE = "`PUT /_uibuilder/:id/search` and `/recommendation`";
const CODE = "`PUT /_uibuilder/:id/code`";
const PAGE = "pages of the console and answers stay small";
const DISK = "the disk";
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
  pages: {
    what: "pages that search, and recommendations, of each kind",
    where: PREFERENCE,
    most: 300,
    unit: "pieces",
    answer: "400",
    protects: STORE,
  },
  page: {
    what: "one of these",
    where: PREFERENCE,
    most: 256 * 1024,
    unit: "bytes",
    answer: "413",
    protects: PAGE,
  },
  codeVersions: {
    what: "versions of the code of a page that are kept",
    where: CODE,
    most: 50,
    unit: "pieces",
    answer: "the oldest goes",
    protects: DISK,
  },
  code: {
    what: "code of a page in one version, with what its commit says",
    where: CODE,
    most: 1024 ** 2,
    unit: "bytes",
    answer: "413",
    protects: DISK,
  },
  codeFiles: {
    what: "files of a version",
    where: CODE,
    most: 500,
    unit: "pieces",
    answer: "400",
    protects: PAGE,
  },
  codePath: {
    what: "name of a file with its folders",
    where: CODE,
    most: 200,
    unit: "characters",
    answer: "400",
    protects: PAGE,
  },
  commit: {
    what: "what a commit says",
    where: CODE,
    most: 1_000,
    unit: "characters",
    answer: "400",
    protects: PAGE,
  },
} satisfies Limits;

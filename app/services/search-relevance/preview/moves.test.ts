import { expect, it } from "vitest";
import { movesOf, moveText } from "./moves";

it.each<[string, string, string, string, string, object]>([
  ["nothing moved", "a b", "a b", "same same", "same same", { same: 2, up: 0, down: 0, new: 0, gone: 0 }],
  ["one rises, the others make room", "a b c", "c a b", "down 1,down 1,up 2", "up 2,down 1,down 1", { up: 1, down: 2 }],
  ["one comes and one goes", "a b", "x a", "down 1,gone", "new,down 1", { new: 1, gone: 1, down: 1 }],
  ["all of live is gone", "a b", "", "gone,gone", "", { gone: 2, same: 0 }],
  ["nothing was found before", "", "a", "", "new", { new: 1, gone: 0 }],
  ["no results at all", "", "", "", "", { up: 0, down: 0, same: 0, new: 0, gone: 0 }],
  ["the same result twice on both sides", "a a", "a a", "same same", "same same", { same: 2, new: 0 }],
  ["the same result twice on one", "a", "a a", "same", "same,new", { same: 1, new: 1 }],
  [
    "ids that are names of members",
    "__proto__ constructor",
    "constructor __proto__",
    "down 1,up 1",
    "up 1,down 1",
    { up: 1, down: 1 },
  ],
])("%s", (_title, live, draft, liveWords, draftWords, counts) => {
  const ids = (text: string) => text.split(" ").filter((id) => id !== "");
  const words = (text: string) =>
    text.startsWith("same same") ? text.split(" ") : text.split(",").filter((word) => word !== "");
  const moves = movesOf({ live: ids(live), draft: ids(draft) });
  expect(moves.live.map(moveText)).toEqual(words(liveWords));
  expect(moves.draft.map(moveText)).toEqual(words(draftWords));
  expect(moves.counts).toMatchObject(counts);
});

it("lines lead from the live place to the draft's, none from what is gone", () => {
  expect(movesOf({ live: ["a", "b", "c"], draft: ["c", "a", "x"] }).lines).toEqual([
    { from: 2, to: 0, mark: "up" },
    { from: 0, to: 1, mark: "down" },
  ]);
});

import { afterAll, beforeAll, describe } from "vitest";
import type { OpenedEngine } from "@backend/engine/remote/open";
import { openEmptyEngine } from "../../../../tests/replay/target";
import { walkAsGuest } from "../../../../tests/setup/guests/guest-walk";

describe("a cluster that a ReactiveSearch server filled", () => {
  let opened: OpenedEngine;
  beforeAll(async () => {
    opened = await openEmptyEngine();
  });
  afterAll(() => opened.close());
  walkAsGuest(() => opened);
});

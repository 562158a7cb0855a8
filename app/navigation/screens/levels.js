// The types of a table of screens.

/**
 * @typedef {"cluster" | "app"} Level
 * @typedef {{ path: string, file: string, on?: Level[] }} Child A sub-screen; its path is relative to the screen's, its
 * levels are the screen's or fewer.
 * @typedef {{ path: string, file: string, on: Level[], children?: Child[], top?: boolean }} Screen
 *   `path` is also the key by which navigation/sections.ts names the screen; "" is the overview of a level.
 *   `top` mounts it a third time, at the root (billing).
 */

/** @type {Level[]} */
export const both = ["cluster", "app"];

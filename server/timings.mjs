// A reporter of vitest: leaves in the file that TIMINGS_FILE names how long each test file held its worker, loading it
// included.
import { readFileSync, existsSync, writeFileSync } from "node:fs";

/**
 * Files that go over the addresses of the console, or of the gateway, one by one: what they take grows with every
 * screen.
 */
const WALKS = [
  /^tests\/walks\//,
  /^tests\/e2e\/security\.test\.ts$/,
  /^tests\/routes\/hostile\/.*\.test\.ts$/,
  // What stands beside the folders of the sections is of all screens.
  /^tests\/routes\/[\w-]+\.test\.ts$/,
  /^tests\/routes\/all-screens\//,
  /^tests\/contract\/platform\/hostile\//,
];

const SLOWEST = 25;

export default class TimingsReporter {
  began = new Map();
  took = [];

  onTestModuleQueued(module) {
    this.began.set(module.moduleId, performance.now());
  }

  onTestModuleEnd(module) {
    const began = this.began.get(module.moduleId);
    if (began !== undefined)
      this.took.push({ file: module.relativeModuleId, seconds: (performance.now() - began) / 1000 });
  }

  onTestRunEnd() {
    const file = process.env["TIMINGS_FILE"];
    if (file !== undefined) writeFileSync(file, JSON.stringify(this.took));
  }
}

/**
 * What the runs whose timings these files hold took, seconds rounded to tenths: `files` are the 25 slowest, `walks` all
 * that go over addresses, both the slowest first, `of` how many files there were and `seconds` the sum of all.
 */
export function timingsOf(paths) {
  const all = paths.flatMap((path) => (existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : []));
  const sum = (some) => Math.round(some.reduce((total, { seconds }) => total + seconds, 0));
  const slowestFirst = all
    .map(({ file, seconds }) => ({ file, seconds: Math.round(seconds * 10) / 10 }))
    .sort((a, b) => b.seconds - a.seconds);
  const walks = slowestFirst.filter(({ file }) => WALKS.some((walk) => walk.test(file)));
  return { of: all.length, seconds: sum(all), files: slowestFirst.slice(0, SLOWEST), walks, walked: sum(walks) };
}

/** The same as lines to print. */
export function timingLines(timings) {
  if (timings.of === 0) return [];
  const line = ({ file, seconds }) => `${seconds.toFixed(1).padStart(8)}  ${file}`;
  return [
    `The ${timings.files.length} slowest of ${timings.of} files, which took ${timings.seconds} s together:`,
    ...timings.files.map(line),
    `The ${timings.walks.length} walks over addresses, ${timings.walked} s:`,
    ...timings.walks.map(line),
  ];
}

// Java, Maven, and what Maven fetches for tests, kept in a cache folder outside the repository.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * What Maven fetches, by name: the goal, the pom that names it, and the folder where that is not called the same (it
 * was once fetched with less in it).
 */
const sources = {
  opensearch: { goal: "generate-resources", pom: new URL("opensearch.xml", import.meta.url), folder: "opensearch-knn" },
  elasticsearch: { goal: "dependency:copy-dependencies", pom: new URL("elasticsearch.xml", import.meta.url) },
  "rest-api-spec-7.10.2": {
    goal: "dependency:unpack-dependencies",
    pom: new URL("../../tests/engines/rest-spec/pom.xml", import.meta.url),
  },
};

const OLDEST_JAVA = 17;

/** The major version of the Java on this machine; 0 without Java. */
function javaVersion() {
  const { stderr = "" } = spawnSync("java", ["-version"], { encoding: "utf8" });
  return Number(/version "(\d+)/.exec(stderr ?? "")?.[1] ?? 0);
}

/** Which of Java 17 and Maven this machine lacks. */
export function missingTools() {
  const maven = spawnSync("mvn", ["-version"], { encoding: "utf8" });
  return [...(javaVersion() < OLDEST_JAVA ? ["java"] : []), ...(maven.status === 0 ? [] : ["maven"])];
}

/**
 * The folder with `opensearch`, `elasticsearch` or `rest-api-spec-7.10.2`, fetched by Maven at the first call (15
 * seconds) and kept. Two processes may fetch at once. Throws with one line when Maven cannot fetch it.
 */
export function fetched(name) {
  const cache =
    process.env.REAL_ENGINE_CACHE ?? join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "searchdeck");
  const { goal, pom, folder: called = name } = sources[name];
  const folder = join(cache, called);
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  // Fetched aside and moved into place, so that a fetch cut short is not taken for a whole one.
  const aside = mkdtempSync(join(cache, `${name}-`));
  try {
    execFileSync("mvn", ["-q", "-B", "-f", fileURLToPath(pom), goal, `-DoutputDirectory=${aside}`], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });
    renameSync(aside, folder);
  } catch (error) {
    rmSync(aside, { recursive: true, force: true });
    // Another process was quicker: what it fetched is the same.
    if (existsSync(folder)) return folder;
    const [line = error.message] = String(error.stdout ?? "")
      .split("\n")
      .filter((text) => text.startsWith("[ERROR]"));
    throw new Error(`Maven could not fetch ${name}: ${line}`, { cause: error });
  }
  return folder;
}

import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, renameSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * The folder with Elasticsearch's own REST tests (`test/`) and API descriptions (`api/`), Apache 2.0, fetched once by Maven into a cache
 * outside the repository. Nothing of them is copied into the project.
 */
export function restSpecFolder(): string {
  const cache = process.env["REAL_ENGINE_CACHE"] ?? join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "searchdeck");
  const folder = join(cache, "rest-api-spec-7.10.2");
  if (!existsSync(folder)) {
    mkdirSync(cache, { recursive: true });
    const aside = mkdtempSync(join(cache, "rest-api-spec-"));
    const pom = fileURLToPath(new URL("pom.xml", import.meta.url));
    execFileSync("mvn", ["-q", "-B", "-f", pom, "dependency:unpack-dependencies", `-DoutputDirectory=${aside}`], { stdio: "inherit" });
    renameSync(aside, folder);
  }
  return join(folder, "rest-api-spec");
}

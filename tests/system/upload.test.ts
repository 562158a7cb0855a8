import { rmSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import { screens } from "../../routes.js";
import { childrenOf, launch, peakMemory, temporaryFolder, type Launched } from "./processes";
import { uploadFile } from "./upload.mjs";

// 1 GiB is measured by `npm run bench`; here a size that shows a copy of the file in memory just as well, and takes
// seconds.
const megabyte = 1024 * 1024;
const size = Number(process.env["UPLOAD_MB"] ?? 192) * megabyte;
const dataDir = temporaryFolder();
let launched: Launched | undefined;

afterAll(async () => {
  launched?.child.kill("SIGTERM");
  await launched?.exited;
  rmSync(dataDir, { recursive: true, force: true });
});

async function signIn(address: string, backendUrl: string) {
  const answer = await fetch(`${address}/login`, {
    method: "POST",
    redirect: "manual",
    headers: { Origin: address },
    body: new URLSearchParams({
      intent: "sign-in",
      url: backendUrl,
      username: "admin",
      password: "system-test",
      redirectTo: "/",
    }),
  });
  expect(answer.status).toBe(302);
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}

describe.runIf(screens.some((screen) => screen.path === "import"))("a large upload", () => {
  it("keeps the console under 250 MB", async () => {
    launched = launch({ DATA_DIR: dataDir, PORT: "0", BACKEND_PORT: "0" });
    const [, address = ""] = await launched.printed(/Searchdeck is ready: (\S+)/);
    const [, backendUrl = ""] = await launched.printed(/Back end: (\S+)/);
    const cookie = await signIn(address, backendUrl);
    const [pid = 0] = childrenOf(launched.child.pid ?? 0, "dist/console.js");
    const before = peakMemory(pid);
    const uploaded = await uploadFile({ address, index: "large", cookie, bytes: size });
    expect(uploaded.status).toBe(302);
    expect(uploaded.location).toMatch(/^\/app\/large\/import\//);
    expect(peakMemory(pid)).toBeLessThan(250 * megabyte);
    // A copy of the file in memory would show, whatever the console weighed before.
    expect(peakMemory(pid) - before).toBeLessThan(size / 2);
  });
});

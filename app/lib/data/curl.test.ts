import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { curlCommand } from "./curl";

test("a call that a shell reads back word for word", () => {
  const body = `{"q":"it's $HOME \`x\` \\\\ \\n"}`;
  const command = curlCommand({
    method: "POST",
    url: "http://h/a b?x=1&y=$z",
    username: "o'neil",
    headers: [["X-A", "b c"]],
    body,
  });
  const words = execFileSync("sh", ["-c", `printf '%s\\0' ${command.replace(/^curl /, "")}`], { encoding: "utf8" })
    .split("\0")
    .slice(0, -1);
  expect(words).toEqual(["-X", "POST", "http://h/a b?x=1&y=$z", "-u", "o'neil", "-H", "X-A: b c", "--data-raw", body]);
});

test("plain words stay bare", () => {
  expect(curlCommand({ method: "GET", url: "http://127.0.0.1:9280/movies", username: "admin" })).toBe(
    "curl -X GET http://127.0.0.1:9280/movies \\\n  -u admin",
  );
});

import { expect, test } from "vitest";
import { readConfig } from "./config";

test("an empty environment gives the defaults", () => {
  expect(readConfig({ BACKEND_PORT: "" })).toMatchObject({
    BACKEND_PORT: 9280,
    HOST: "127.0.0.1",
    ADMIN_USERNAME: "admin",
    LOG_LEVEL: "info",
  });
});

test.each([
  [{ BACKEND_PORT: "abc" }, 'BACKEND_PORT="abc" is not allowed: it must be a port from 0 to 65535.'],
  [{ BACKEND_PORT: "70000" }, "BACKEND_PORT"],
  [{ LOG_LEVEL: "loud" }, 'LOG_LEVEL="loud" is not allowed: it must be one of fatal'],
])("%j is refused in one line", (env, message) => {
  expect(() => readConfig(env)).toThrow(message);
});

test("a bad password is not shown", () => {
  expect(() => readConfig({ ADMIN_PASSWORD: "x".repeat(100) })).toThrow("ADMIN_PASSWORD=(not shown)");
});

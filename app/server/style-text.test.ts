import { readFileSync } from "node:fs";
import type * as Files from "node:fs";
import { beforeEach, describe, expect, it, vi } from "vitest";

// The address that the build gives the sheet, and what lies there.
const built = vi.hoisted(() => ({ sheets: ["/build/_assets/tailwind-AAAA.css"], text: ".a{color:red}" }));

vi.mock("../browser/style-sheets", () => ({
  get styleSheets() {
    return built.sheets;
  },
}));
vi.mock("node:fs", async (original) => ({
  ...(await original<typeof Files>()),
  readFileSync: vi.fn(() => built.text),
}));

const { styleTextFor } = await import("./style-text.server");

/** A page asked for with the cookies of the one before it; what it carries, and what it sets. */
function visit({ cookie = "", url = "http://console.test/cluster" } = {}) {
  const headers = new Headers({ "Set-Cookie": "flash=; Path=/" });
  const text = styleTextFor({ request: new Request(url, { headers: { cookie } }), headers });
  const set = headers.getSetCookie().find((line) => line.startsWith("sd_styles="));
  return { text, set, all: headers.getSetCookie(), cookie: set?.split(";")[0] };
}

describe("the text of the style sheets in a page", () => {
  beforeEach(() => {
    built.sheets = [`/build/_assets/tailwind-${Math.random().toString(36).slice(2)}.css`];
    built.text = ".a{color:red}";
    vi.mocked(readFileSync).mockClear();
    vi.unstubAllEnvs();
  });

  it("is sent to a browser that has not got them, with a cookie that says so to the next page", () => {
    const first = visit();
    expect(first.text).toBe(".a{color:red}");
    expect(first.set).toMatch(/^sd_styles=tailwind-\w+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000$/);
    expect(first.all).toHaveLength(2);
    expect(visit({ cookie: `sd_js=1; ${first.cookie}; sd_zone=UTC` })).toMatchObject({ text: null, set: undefined });
  });

  it("is sent again after a new build", () => {
    const { cookie } = visit();
    built.sheets = ["/build/_assets/tailwind-NEW.css"];
    built.text = ".b{}";
    expect(visit({ cookie })).toMatchObject({ text: ".b{}", cookie: "sd_styles=tailwind-NEW" });
  });

  it("is that of all sheets, read once", () => {
    built.sheets = [...built.sheets, "/build/_assets/more-BBBB.css"];
    expect(visit().text).toBe(".a{color:red}\n.a{color:red}");
    visit();
    expect(vi.mocked(readFileSync)).toHaveBeenCalledTimes(2);
  });

  it("sets a cookie for https alone where it came by https", () => {
    expect(visit({ url: "https://console.test/cluster" }).set).toContain("; Secure");
  });

  it("is left to a link where it would end its element, cannot be read, or changes all the time", () => {
    built.text = ".a::after{content:'</style>'}";
    expect(visit()).toMatchObject({ text: null, set: undefined });
    built.sheets = ["/build/_assets/tailwind-GONE.css"];
    vi.mocked(readFileSync).mockImplementationOnce(() => {
      throw new Error("ENOENT");
    });
    expect(visit()).toMatchObject({ text: null, set: undefined });
    built.sheets = ["/build/_assets/tailwind-DEV.css"];
    vi.stubEnv("NODE_ENV", "development");
    expect(visit()).toMatchObject({ text: null, set: undefined });
  });
});

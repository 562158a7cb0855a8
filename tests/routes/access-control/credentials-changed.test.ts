import { describe, expect, it } from "vitest";
import * as z from "zod";
import type { loader as detail } from "~/routes/access-control/credentials/credential";
import type { loader as deletePage } from "~/routes/access-control/credentials/delete";
import type { loader as editPage } from "~/routes/access-control/credentials/edit";
import type { loader as list } from "~/routes/access-control/credentials/list";
import type { loader as reviewPage } from "~/routes/access-control/credentials/review";
import type { loader as rotatePage } from "~/routes/access-control/credentials/rotate";
import { tryPath } from "~/routes/access-control/credentials/_parts/try-path";
import { clusterLevel } from "~/navigation/paths";
import { openScreen } from "../../setup/open-screen";
import { backend, locationOf, make, read, review, save, startCredentials } from "./support/credentials";

startCredentials();

describe("an edit", () => {
  it("shows and sends only what changed, the role not unless it did", async () => {
    const { username } = await make({
      description: "Shop",
      role: "shop-2",
      indices: ["films"],
      categories: ["search"],
      acls: ["search"],
      ops: ["read"],
    });
    const { path } = await review(username, (values) => ({ ...values, description: "Shop window", exclude: "secret" }));
    const { shown, saved } = await save(path);
    expect(shown && "request" in shown ? JSON.parse(shown.request.body ?? "") : null).toEqual({
      description: "Shop window",
      include_fields: [],
      exclude_fields: ["secret"],
    });
    expect(saved.flash).toMatch(/saved/);
    expect(await read(username)).toMatchObject({
      description: "Shop window",
      exclude_fields: ["secret"],
      role: "shop-2",
      acls: ["search"],
    });
  });

  it("of nothing has no differences", async () => {
    const { username } = await make({ description: "Shop", indices: ["films"], ttl: 86_400e9 });
    const { shown } = await save((await review(username, (values) => values)).path);
    expect(
      shown && "changes" in shown ? shown.changes.rows.filter(({ kind }) => kind !== "same" && kind !== "gap") : null,
    ).toEqual([]);
  });

  it("a category that is new brings its acls, those chosen before stay", async () => {
    const { username } = await make({ indices: ["films"], categories: ["search"], acls: ["search"], ops: ["read"] });
    await save((await review(username, (values) => ({ ...values, categories: "cat search" }))).path);
    const { acls, categories } = z
      .object({ acls: z.array(z.string()), categories: z.array(z.string()) })
      .parse(await read(username));
    expect([acls.sort(), categories.sort()]).toEqual([
      ["cat", "search"],
      ["cat", "search"],
    ]);
  });

  it("is refused where somebody saved meanwhile, and keeps what was typed", async () => {
    const { username } = await make({ description: "Shop", indices: ["films"] });
    const { path } = await review(username, (values) => ({ ...values, description: "mine" }));
    const before = await openScreen<typeof reviewPage>(path, { backend });
    const version = before.data && "version" in before.data.review ? before.data.review.version : "";
    await backend.call("PATCH", `/_permission/${username}`, { description: "theirs" });
    const refused = await openScreen(path, { backend, form: { intent: "save", version } });
    expect(refused.flash).toMatch(/changed in the meantime/);
    expect((await openScreen<typeof reviewPage>(path, { backend })).data?.review.state).toBe("conflict");
    expect(await read(username)).toMatchObject({ description: "theirs" });
  });

  it("a time that no unit says stays as it is", async () => {
    const { username } = await make({ description: "odd", indices: ["films"], ttl: 9_000_000_000_000_001 });
    const edit = await openScreen<typeof editPage>(`credentials/${username}/edit`, { backend });
    expect(edit.data?.form.values.expires).toBe("keep");
    await save((await review(username, (values) => ({ ...values, description: "even" }))).path);
    expect(await read(username)).toMatchObject({ description: "even", ttl: 9_000_000_000_000_001 });
  });
});

const show = { intent: "show-password" };

describe("one of them", () => {
  it("has its password in the answer to the form that asks for it, and in no page, address or log", async () => {
    const { username, password } = await make({ indices: ["films"], ops: ["read"] });
    // Nothing was made in this session, so "fresh" opens nothing.
    for (const page of [
      `credentials/${username}`,
      `credentials/${username}?fresh=1`,
      `credentials/${username}/edit`,
      "credentials",
      "changes",
    ])
      expect(JSON.stringify((await openScreen(page, { backend })).data), page).not.toContain(password);
    const asked = await openScreen(`credentials/${username}`, { backend, form: show });
    expect(asked).toMatchObject({ status: 200, data: { secret: { name: username, password } } });
    expect(JSON.stringify(asked.data)).toContain(`${username}:${password}`);
    expect((await openScreen(`credentials/${username}`, { backend, form: { intent: "else" } })).status).toBe(400);
    expect((await openScreen("credentials/no-such", { backend, form: show })).status).toBe(404);
    expect(JSON.stringify((await openScreen("changes", { backend })).data)).not.toContain(password);
  });

  it("tries a call by its address, and says what refuses it", async () => {
    const { username } = await make({ indices: ["films"], ops: ["read"], referers: ["https://shop.test/*"] });
    const at = (query: string) => openScreen<typeof detail>(`credentials/${username}?${query}`, { backend });
    const verdict = async (query: string) => (await at(query)).data?.tried;
    expect(await verdict("path=/films/_search&referer=https://shop.test/a")).toMatchObject({
      kind: "verdict",
      verdict: { allowed: true },
    });
    expect(await verdict("path=/films/_search")).toMatchObject({
      verdict: { allowed: false, status: 401, message: "permission doesn't have required referers" },
    });
    expect(await verdict("path=films")).toMatchObject({ kind: "failed" });
    expect((await at("")).data?.tried).toBeNull();
  });

  it.each([
    [{ indices: ["films"], ops: ["read"], categories: ["search"], acls: ["search"] }, true],
    [{ indices: ["films"], ops: ["write"], categories: ["docs"], acls: ["index"] }, true],
    [{ indices: ["films"], ops: ["read"], referers: ["https://shop.test/find*"] }, true],
    [{ indices: ["films"], ops: ["read"], referers: ["*.else.test", "shop.test"] }, true],
    [{ indices: ["films"], ops: ["read"], categories: ["suggestions"] }, false],
  ])("%j: one step from its page and its editor tries a call that it may make", async (rights, known) => {
    const { username } = await make(rights);
    const edit = await openScreen<typeof editPage>(`credentials/${username}/edit`, { backend });
    const page = await openScreen<typeof detail>(`credentials/${username}`, { backend });
    const { example = null, referer = "" } = page.data ?? {};
    const to = edit.data?.toTry ?? null;
    expect(to).toBe(tryPath(clusterLevel, { name: username, example, referer }));
    expect(to !== null).toBe(known);
    if (to === null) return;
    const tried = await openScreen<typeof detail>(to, { backend });
    expect(tried.data?.tried).toMatchObject({ kind: "verdict", verdict: { allowed: true } });
  });

  it("gets a new password; the old one is good as long as was asked for", async () => {
    const { username, password } = await make({ indices: ["films"], ops: ["read"] });
    expect((await openScreen<typeof rotatePage>(`credentials/${username}/rotate`, { backend })).data?.gate).toEqual({
      ok: true,
    });
    const rotated = await openScreen(`credentials/${username}/rotate`, {
      backend,
      form: { intent: "rotate-credential", minutes: "10" },
    });
    const record = await read(username);
    expect(record.password).not.toBe(password);
    expect(`${rotated.flash} ${locationOf(rotated)}`).not.toContain(record.password);
    const page = await openScreen<typeof detail>(locationOf(rotated), { backend });
    expect(page.data?.previousUntil).toBeGreaterThan(Date.now());
    expect(page.data?.fresh?.password).toBe(record.password);
    const changes = JSON.stringify((await openScreen("changes", { backend })).data);
    expect(changes).toContain(username);
    expect(changes).not.toContain(record.password);
  });

  it("is deleted, after its last use was told", async () => {
    const { username } = await make({ description: "gone soon", indices: ["films"] });
    const page = await openScreen<typeof deletePage>(`credentials/${username}/delete`, { backend });
    expect(page.data?.use).toEqual({ calls: 0, last: null });
    const deleted = await openScreen(`credentials/${username}/delete`, {
      backend,
      form: { intent: "delete", version: page.data?.page.version ?? "" },
    });
    expect(deleted).toRedirectTo("/cluster/credentials");
    expect((await openScreen(`credentials/${username}`, { backend })).status).toBe(404);
  });

  it.each(["no-such", "a%2Fb", "ü%20x", "<b>"])("an unknown name %s is a 404 on each page", async (name) => {
    for (const page of ["", "/edit", "/delete", "/rotate"])
      expect(
        (await openScreen(`credentials/${encodeURIComponent(decodeURIComponent(name))}${page}`, { backend })).status,
      ).toBe(404);
  });
});

describe("who may", () => {
  it("who has not the permission is told which, and a password that opens more is hidden", async () => {
    const { username, password } = await make({ description: "all" });
    for (const page of ["credentials", "credentials/new", `credentials/${username}`, `credentials/${username}/edit`]) {
      expect(await openScreen(page, { backend, as: { actions: ["develop"] } })).toRequire("Access control");
    }
    const limited = await openScreen<typeof detail>(`credentials/${username}`, {
      backend,
      as: { actions: ["access-control"], indices: ["films"] },
    });
    expect(JSON.stringify(limited.data)).not.toContain(password);
    expect(limited.data).toMatchObject({ told: false, fresh: null });
    const asked = await openScreen(`credentials/${username}`, {
      backend,
      as: { actions: ["access-control"], indices: ["films"] },
      form: show,
    });
    expect(asked.data).toEqual({ intent: "show-password", secret: null });
    expect(
      await openScreen(`credentials/${username}`, { backend, as: { actions: ["develop"] }, form: show }),
    ).toMatchObject({ status: 403 });
    const usage = await openScreen<typeof list>("credentials", { backend, as: { actions: ["access-control"] } });
    expect(usage.data?.list.usageMissing).toMatch(/Usage is not shown/);
  });
});

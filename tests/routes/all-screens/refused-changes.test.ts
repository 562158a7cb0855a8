import { http, HttpResponse } from "msw";
import { describe, expect, it } from "vitest";
import { countUnwritten } from "~/services/platform/changes/log-store.server";
import { openStore } from "~/services/platform/store/database.server";
import { takeFlash } from "~/sessions.server";
import { consoleRequest, cookiesOf, replyOf, responseOf } from "../../setup/console";
import { seedChange } from "../../setup/seeds/change";
import {
  backend,
  type Console,
  consoleOf,
  mutations,
  type Person,
  played,
  type Post,
  startRefusing,
  uploadOf,
} from "./support/refused-changes";

startRefusing();

const engine = (status: number, reason: string) =>
  HttpResponse.json(
    { error: { root_cause: [{ type: "odd_exception", reason }], type: "odd_exception", reason }, status },
    { status },
  );

type Played = {
  status: number;
  answer?: () => Response;
  person?: Person;
  env?: () => Record<string, string>;
  says: string;
};

const REFUSED = "odd words about [year]";

const failures: Record<string, Played> = {
  "payment is asked for": {
    status: 402,
    answer: () => HttpResponse.json({ error: { code: 402, message: "trial has ended" } }, { status: 402 }),
    says: "Payment is required for this, says the search server. Nothing was changed.",
  },
  "the plan lacks it": {
    status: 402,
    answer: () => HttpResponse.json({ error: { code: 402, message: "not in your plan" } }, { status: 402 }),
    says: "This is not part of the plan of this server. Nothing was changed. The server said: not in your plan",
  },
  "the right is missing": {
    status: 403,
    person: { username: "reader", password: "pass-reader" },
    says: "Requires the Develop permission, which an administrator of this server can grant. Nothing was changed.",
  },
  "the server refuses the user": {
    status: 403,
    answer: () => engine(403, "not yours"),
    says: "Your user is not allowed to do this. The server said: not yours",
  },
  "somebody was faster": {
    status: 409,
    answer: () => engine(409, "changed since"),
    says: "Somebody else was faster. The server said: changed since",
  },
  "the engine refuses it": {
    status: 400,
    answer: () => engine(400, REFUSED),
    says: `The engine refuses it: ${REFUSED}`,
  },
  "the server is away": {
    status: 502,
    answer: () => HttpResponse.error(),
    says: "The search server cannot be reached. It is not known whether the change was made: look before you try again.",
  },
  "the server is protected": {
    status: 403,
    env: () => ({ PROTECTED_SERVERS: backend.url }),
    says: "This server is protected and no writing window is open. Open one under Changes, then try again. Nothing was changed.",
  },
};

const flashOf = (answer: Response) => takeFlash(consoleRequest("/", { cookie: cookiesOf(answer.headers) })).flash;

const reading = /\/_(search|msearch|count|reactivesearch|mget)\b/;

function play(answer: () => Response) {
  played.use(
    http.all(`${backend.url}/*`, ({ request }) =>
      ["GET", "HEAD"].includes(request.method) || reading.test(request.url) ? undefined : answer(),
    ),
  );
}

describe.each(Object.entries(mutations))(
  "%s",
  (_, { what, path, ready, form, permission = "Develop", field = {}, words = {}, conflict }) => {
    it.each(Object.entries(failures))("is told why when %s", async (_why, { status, answer, person, env, says }) => {
      const own = consoleOf({ person, ...(env ? { env: env() } : {}) });
      const straight: Post = (sent) => own.post(path, sent);
      // Who lacks the right can open nothing before.
      const post = person || !ready ? straight : await ready(own);
      if (answer) play(answer);
      const answered = post(form);
      if (status === 409 && conflict !== undefined)
        return expect(flashOf(await responseOf(answered))).toMatchObject({ kind: "bad", text: conflict });
      const reply = replyOf(await answered);
      expect(reply.status).toBe(status);
      const said = words[status] ?? says.replace("the Develop permission", `the ${permission} permission`);
      const beside = field[status];
      expect(reply.errors).toEqual(beside === undefined ? { "": [`${what} ${said}`] } : { [beside]: [said] });
    });
  },
);

/** SQLite answers a file that may not grow as it answers a full disk. The room left in its pages is used up too. */
function fill({ context, username }: Pick<Console, "context" | "username">) {
  const { dataDir, sessionSecrets: secrets } = context.config;
  openStore(dataDir).exec("PRAGMA max_page_count = 1");
  for (let n = 0; countUnwritten(dataDir) === 0; n += 1)
    seedChange({ dataDir, secrets, id: `c-${n}`, server: "elsewhere", person: username, index_name: "x" });
  expect(() => {
    for (;;) uploadOf({ context, username });
  }).toThrow("disk is full");
}

describe("with the console's disk full", () => {
  const { "start an import": start, ...others } = mutations;

  it("an import, which has to be kept, is not started, and says why", async () => {
    const own = consoleOf();
    const id = uploadOf(own);
    fill(own);
    const { status, errors } = replyOf(await own.post(`/app/films/import/${id}/fields`, { ...start?.form }));
    expect(status).toBe(507);
    expect(errors[""]).toEqual([
      "The import was not started. The console's disk is full, so it cannot store this. Free disk space in its data folder, then try again.",
    ]);
  });

  it.each(Object.entries(others))(
    "one can still %s, and is told that the log lacks it",
    async (_, { path, ready, form }) => {
      const own = consoleOf();
      const post = ready ? await ready(own) : (sent: Record<string, string>) => own.post(path, sent);
      fill(own);
      play(() =>
        HttpResponse.json({
          acknowledged: true,
          message: "done",
          username: form["username"] ?? "",
          _shards: { failed: 0 },
          _index: "films",
          _id: form["id"] ?? "1",
          _version: 2,
          _seq_no: 2,
          _primary_term: 1,
          result: "updated",
        }),
      );
      const flash = flashOf(await responseOf(post(form)));
      expect(flash?.kind).toBe("good");
      expect(flash?.text).toMatch(/The change log does not show it yet: the console's disk is full\.$/);
    },
  );
});

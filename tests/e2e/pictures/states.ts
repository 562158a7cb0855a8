import type { Page } from "playwright-core";
import type { Mode } from "../support/journey";
import { hydrated } from "../support/hydrated";
import { mountedPaths } from "../support/screens";
import type { Consoles } from "./consoles";
import { changeId } from "./changes";
import { logId } from "./logs";
import { sampleCredential } from "../../setup/seeds/credential";
import { longName, shown } from "./data";
import { jobIds } from "./jobs";
import { steps } from "./steps";

/** One picture: where it is taken, by whom, and what is done on the page before. */
export type Picture = {
  name: string;
  path: string;
  at?: keyof Omit<Consoles, "reach" | "stop">;
  as?: "admin" | "limited" | "nobody";
  mode?: Mode;
  /** Taken at 1920 too: tables use the whole width. */
  wide?: boolean;
  /** Only what the window shows, for what floats above the page. */
  window?: boolean;
  act?: (context: { page: Page; mode: Mode }) => Promise<void>;
};

const app = `/app/${shown}`;
const press = (name: string | RegExp): Picture["act"] => {
  return ({ page }) =>
    page
      .getByRole("button", { name, exact: typeof name === "string" })
      .first()
      .click();
};

/** Every mounted screen, each with what the pictures' data has for its parameters. */
const screens: Picture[] = mountedPaths({
  app: shown,
  document: "2133",
  job: jobIds.done,
  change: changeId,
  log: logId,
})
  .filter(({ kind, path }) => ["page", "plain", "chooser", "not-found"].includes(kind) && path !== "/logout")
  .map(({ path, kind }) => ({
    name: path.slice(1).replaceAll("/", "_"),
    path,
    ...steps[path],
    ...(kind === "plain" ? { as: "nobody" as const } : {}),
    wide: ["/cluster", `${app}/browse`, "/cluster/changes", "/indices"].includes(path),
  }));

async function openMenu(page: Page) {
  await page.locator(".data-table tbody tr").nth(1).locator(".menu > summary").first().click();
}

async function openFix(page: Page) {
  await page.getByText("…", { exact: true }).waitFor({ state: "detached" });
  await page.locator(".data-table tbody tr").first().getByLabel(/^Fix /).click();
}

/** Types into the editor of a document: with scripts it is one, without a text area. */
async function writeDocument({ page, mode }: { page: Page; mode: Mode }, text: string) {
  const editor = mode === "js" ? page.locator(".cm-content") : page.getByLabel("Document");
  await editor.waitFor();
  await editor.fill(text);
}

const overview: Picture[] = [
  { name: "overview-menu", path: "/cluster", window: true, act: ({ page }) => openMenu(page) },
  { name: "overview-page-2", path: "/cluster?page=2" },
  { name: "overview-nothing-found", path: "/cluster?q=nothing-has-this-name" },
  {
    name: "overview-filters",
    path: "/cluster?health=yellow&status=open",
    act: ({ page }) =>
      page
        .locator(".fold > summary")
        .click({ timeout: 500 })
        .catch(() => {}),
  },
  { name: "overview-fresh", path: "/cluster", at: "fresh" },
  { name: "overview-read-only", path: "/cluster", at: "readOnly" },
  { name: "overview-protected", path: "/cluster", at: "protected" },
  { name: "overview-away", path: "/cluster", at: "away" },
  { name: "overview-limited", path: "/cluster", as: "limited" },
  {
    name: "overview-account-menu",
    path: "/cluster",
    window: true,
    act: ({ page }) => page.locator("header .menu > summary").last().click(),
  },
  {
    name: "overview-section-menu",
    path: `${app}/browse`,
    window: true,
    act: ({ page }) =>
      page
        .locator("nav[aria-label=Sections] > details > summary")
        .click({ timeout: 500 })
        .catch(() => {}),
  },
  {
    name: "create-index-errors",
    path: "/cluster/create-index",
    act: async ({ page, mode }) => {
      await page.getByLabel("Name", { exact: true }).fill("Movies 2");
      await page.locator("summary", { hasText: "Advanced" }).click();
      const settings =
        mode === "js" ? page.locator(".cm-content[aria-label^='Settings']") : page.getByLabel(/^Settings/);
      await settings.fill('{\n  "analysis": oops\n}');
      await page.getByRole("button", { name: "Create index" }).click();
      await page
        .getByText(/line 2, column 15/)
        .filter({ visible: true })
        .first()
        .waitFor();
    },
  },
  {
    name: "delete-index-error",
    path: `${app}/delete`,
    act: async ({ page }) => {
      await page.getByLabel(`Type ${shown} to confirm`).fill("movie");
      await page.getByRole("button", { name: "Delete index" }).click();
      await page.getByText("That is not").filter({ visible: true }).first().waitFor();
    },
  },
  { name: "no-results-fix", path: `${app}/no-results-searches`, act: ({ page }) => openFix(page) },
  { name: "no-results-all", path: "/cluster/no-results-searches" },
  { name: "app-long-name", path: `/app/${longName}` },
  { name: "app-closed", path: "/app/stores.eu" },
  { name: "app-read-only", path: app, at: "readOnly" },
  { name: "app-forbidden", path: `${app}/browse`, as: "limited" },
  { name: "app-missing", path: "/app/no-such-index" },
];

const importing: Picture[] = [
  { name: "import-target", path: `/cluster/import/${jobIds.untargeted}/target` },
  { name: "import-fields", path: `${app}/import/${jobIds.draft}/fields` },
  { name: "import-discard", path: `${app}/import/${jobIds.draft}/discard` },
  { name: "import-running", path: `/app/all-cities/import/${jobIds.running}` },
  { name: "import-file-failed", path: `/app/products-2026-11/import/${jobIds.failed}` },
  { name: "import-paused", path: `${app}/import/${jobIds.paused}` },
  { name: "import-empty-form", path: `${app}/import`, act: press("Upload file") },
  { name: "jobs-deletion", path: `/app/products-2026-10/jobs/${jobIds.deletion}` },
  { name: "jobs-running", path: `/app/all-cities/jobs/${jobIds.running}/cancel` },
  { name: "jobs-failed-only", path: "/cluster/jobs?state=failed" },
  { name: "jobs-none", path: "/cluster/jobs", at: "fresh" },
  { name: "changes-filtered", path: "/cluster/changes?person=jonas&outcome=failed" },
  { name: "changes-none", path: "/cluster/changes", at: "fresh" },
  { name: "changes-failed", path: "/cluster/changes/c-p4" },
  { name: "changes-not-sent", path: "/cluster/changes/c-p5" },
  { name: "writing-window", path: "/cluster/changes/writing-window", at: "protected" },
];

const access: Picture[] = [
  {
    name: "credentials-tried",
    path: `/cluster/credentials/${sampleCredential}?path=/${shown}/_search&referer=https://evil.test/`,
  },
  { name: "credentials-fresh", path: `/cluster/credentials/${sampleCredential}?fresh=1` },
  { name: "credentials-none", path: "/cluster/credentials", at: "fresh" },
  { name: "credentials-template", path: `${app}/credentials/new?template=search-page` },
  {
    name: "credentials-errors",
    path: "/cluster/credentials/new",
    act: async ({ page }) => {
      // Required by the browser, which would not send the form.
      await page.getByLabel("Indices", { exact: true }).fill("movies");
      await page.getByText("Where it may be used from").first().click();
      await page.getByLabel("IP sources").fill("nowhere");
      await page.getByRole("button", { name: "Create credential" }).click();
      await page.getByText("A range is an address").filter({ visible: true }).first().waitFor();
    },
  },
];

const filters = "f=above:IMDB%2520Votes:100000";

const documents: Picture[] = [
  { name: "browse-filtered", path: `${app}/browse?q=the&${filters}`, wide: true },
  { name: "browse-nothing-found", path: `${app}/browse?q=nothing-has-these-words` },
  { name: "browse-empty", path: "/app/drafts-without-documents/browse" },
  { name: "browse-page-2", path: `${app}/browse?page=2&size=10` },
  {
    name: "browse-ticked",
    path: `${app}/browse`,
    act: async ({ page }) => {
      for (const at of [0, 2]) await page.locator("tbody .tick input").nth(at).check();
    },
  },
  { name: "browse-menu", path: `${app}/browse`, window: true, act: ({ page }) => openMenu(page) },
  { name: "browse-top-values", path: `${app}/browse?facet=Major%20Genre&f=above:IMDB%2520Rating:6` },
  { name: "browse-update-many", path: `${app}/browse/documents/update-many?f=above:IMDB%2520Rating:8` },
  {
    name: "browse-update-preview",
    path: `${app}/browse/documents/update-many?f=above:IMDB%2520Rating:8&edit=append&path=tags&with=good`,
  },
  { name: "browse-update-problem", path: `${app}/browse/documents/update-many?edit=set&path=IMDB%20Rating&with=good` },
  {
    name: "browse-compare",
    path: `${app}/browse`,
    act: async ({ page }) => {
      for (const at of [0, 1]) await page.locator("tbody .tick input").nth(at).check();
      await page.getByRole("button", { name: "Compare", exact: true }).click();
      await page.getByRole("heading", { name: "Compare documents" }).waitFor();
    },
  },
  { name: "browse-request", path: `${app}/browse?show=request` },
  { name: "browse-places", path: "/app/all-cities/browse", wide: true },
  { name: "browse-many-fields", path: "/app/support-articles/browse", wide: true },
  { name: "browse-closed", path: "/app/stores.eu/browse" },
  { name: "browse-read-only", path: `${app}/browse`, at: "readOnly" },
  { name: "browse-away", path: `${app}/browse`, at: "away" },
  { name: "document-large", path: "/app/support-articles/browse/1" },
  { name: "document-edit-large", path: "/app/support-articles/browse/1/edit" },
  { name: "document-missing", path: `${app}/browse/no-such-document` },
  {
    name: "document-delete-many",
    path: `${app}/browse`,
    act: async ({ page }) => {
      for (const at of [0, 1, 2]) await page.locator("tbody .tick input").nth(at).check();
      await page.getByRole("button", { name: "Delete…", exact: true }).click();
      await page.getByRole("button", { name: /^Delete 3 documents/ }).waitFor();
    },
  },
  {
    name: "document-review",
    path: `${app}/browse/2133/edit?as=json`,
    act: async (context) => {
      await writeDocument(
        context,
        JSON.stringify(
          {
            Title: "Pulp Fiction, a film with another title",
            "US Gross": 107928762,
            "Major Genre": "Crime",
            Director: "Quentin Tarantino",
          },
          null,
          2,
        ),
      );
      await context.page.getByRole("button", { name: "Review changes" }).click();
      await context.page.getByText("Nothing is saved yet").waitFor();
    },
  },
  {
    name: "document-edit-error",
    path: `${app}/browse/2134/edit?as=json`,
    act: async (context) => {
      await writeDocument(context, '{\n  "Title": oops\n}');
      await context.page.getByRole("button", { name: "Review changes" }).click();
      await context.page
        .getByText(/line 2/i)
        .filter({ visible: true })
        .first()
        .waitFor();
    },
  },
];

const searching: Picture[] = [
  { name: "preview-hits", path: `${app}/search-preview?q=godfather` },
  {
    name: "preview-facets-request",
    path: `${app}/search-preview?q=love&facet=Major%20Genre.keyword&is.Major%20Genre.keyword=Drama&call=request`,
  },
  {
    name: "preview-score",
    path: `${app}/search-preview?q=godfather`,
    act: async ({ page }) => {
      await page.getByRole("link", { name: "Why this score" }).first().click();
      await page.getByRole("link", { name: "Hide the score" }).waitFor();
    },
  },
  {
    name: "preview-rule",
    path: `${app}/search-preview?q=night`,
    act: async ({ page }) => {
      await page.getByText(/hidden by a rule/).click();
      await page
        .getByLabel(/^Actions for/)
        .nth(1)
        .click();
    },
  },
  { name: "preview-nothing-found", path: `${app}/search-preview?q=qqqqqqq` },
  { name: "preview-rows", path: `${app}/search-preview?q=night&view=rows&sort=Release%20Date.keyword` },
  { name: "preview-error", path: `${app}/search-preview?q=godfather&field=no%20such%20field` },
  { name: "go-results", path: "/go?q=movies" },
  { name: "go-nothing-found", path: "/go?q=qqqqqq" },
  {
    name: "go-palette",
    path: "/cluster",
    mode: "js",
    window: true,
    act: async ({ page }) => {
      await hydrated(page);
      await page.keyboard.press("Control+k");
      await page.getByRole("dialog").getByRole("combobox").fill("movies");
      await page.getByRole("dialog").getByRole("option").first().waitFor();
    },
  },
  {
    name: "login-error",
    path: "/login",
    as: "nobody",
    act: async ({ page }) => {
      await page.getByLabel("User name").fill("admin");
      await page.getByLabel("Password").fill("wrong");
      await page.getByRole("button", { name: "Sign in" }).click();
      await page
        .getByText(/Wrong user name/)
        .filter({ visible: true })
        .first()
        .waitFor();
    },
  },
];

/** All pictures, in the order in which they are taken. */
const log = `${app}/request-logs/${logId}`;
const logging: Picture[] = [
  { name: "request-logs-searches", path: `${app}/request-logs?filter=search&order=slowest&least=20&user=web-shop` },
  { name: "request-logs-nothing-found", path: `${app}/request-logs?q=nothing-has-this-word` },
  {
    name: "request-logs-dates",
    path: `${app}/request-logs`,
    act: ({ page }) => page.locator(".date-range > summary").click(),
  },
  { name: "request-log-response", path: `${log}?view=response&as=text` },
  { name: "request-log-stages", path: `${log}?view=stages` },
  { name: "request-log-raw", path: `${log}?view=raw` },
  { name: "request-log-replayed", path: `${log}/replay`, act: press("Replay") },
  { name: "no-longer-kept", path: `${app}/clone/start` },
  { name: "request-logs-figures", path: `/cluster/request-logs/performance?range=last-day` },
];

export const pictures: Picture[] = [
  ...screens,
  ...overview,
  ...access,
  ...importing,
  ...documents,
  ...searching,
  ...logging,
];

import type { Page } from "playwright-core";
import type { Mode } from "../support/journey";
import { samplePipeline, sampleQuery, sampleTemplate } from "../support/screens";
import { shown } from "./data";
import type { Picture } from "./states";

type Steps = Pick<Picture, "path" | "act">;
type On = { page: Page; mode: Mode };

const app = `/app/${shown}`;
const template = `/cluster/templates/legacy/${sampleTemplate.name}`;
const text = ({ page, mode }: On) => (mode === "js" ? page.locator(".cm-content") : page.locator("textarea")).first();

/** Continues a form as it stands, up to the page that checks it. */
const started: Steps["act"] = async ({ page }) => {
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByText("What will happen").waitFor();
};

async function reviewed(page: Page) {
  await page.getByRole("button", { name: "Review changes" }).click();
  await page.getByText("Nothing is saved yet").waitFor();
}

const query = (level: string): Steps => ({
  path: `${level}/stored-queries/${sampleQuery}/edit`,
  act: async ({ page }) => {
    await page.getByLabel("Description").fill("The ten best films of a genre, the best one first");
    await reviewed(page);
  },
});

const confirmed = (level: string): Steps => ({
  path: `${level}/console`,
  act: async (on) => {
    await text(on).fill("DELETE /products-2026-10");
    await on.page.getByRole("button", { name: "Run request" }).click();
    await on.page.getByRole("heading", { name: /^Send DELETE/ }).waitFor();
  },
});

/**
 * Pages that show what was sent to them: by their address, where the picture begins and what is done before it is
 * taken. Alone they say that it is no longer kept.
 */
export const steps: Readonly<Record<string, Steps>> = {
  [`/cluster/pipelines/${samplePipeline}`]: {
    path: `/cluster/pipelines/${samplePipeline}?stage=ratings`,
    act: async ({ page }) => {
      await page.getByRole("button", { name: "Run sample" }).click();
      await page
        .getByText(/[0-9] ms/)
        .first()
        .waitFor();
    },
  },
  [`${app}/clone/start`]: { path: `${app}/clone`, act: started },
  [`${app}/reindex/start`]: { path: `${app}/reindex`, act: started },
  [`${app}/settings/review`]: {
    path: `${app}/settings`,
    act: async ({ page }) => {
      await page.getByLabel("Refresh interval").fill("45s");
      await reviewed(page);
    },
  },
  [`${template}/review`]: {
    path: `${template}/edit`,
    act: async (on) => {
      await text(on).fill(
        JSON.stringify({ ...sampleTemplate.body, order: 3, settings: { index: { number_of_replicas: "1" } } }, null, 2),
      );
      await reviewed(on.page);
    },
  },
  [`${app}/stored-queries/${sampleQuery}/review`]: query(app),
  [`/cluster/stored-queries/${sampleQuery}/review`]: query("/cluster"),
  [`${app}/console/confirm`]: confirmed(app),
  "/cluster/console/confirm": confirmed("/cluster"),
};

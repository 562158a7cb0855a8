import { comeToLife } from "../../../setup/hostile/come-to-life";
import { ELSEWHERE, TOLD } from "../../../setup/hostile/payloads";
import type { Seen } from "../seen";

const eye = { told: TOLD, elsewhere: ELSEWHERE };

/** Stored markup stays a text: no element, attribute or address is made of it, and none of it runs. */
export async function markup({ page, heard }: Seen): Promise<string[]> {
  const given = JSON.stringify({ ...eye, own: new URL(page.url()).origin });
  const found = await page.evaluate<string[]>(
    `(${comeToLife.toString()})({ elements: document.querySelectorAll("*"), ...${given} })`,
  );
  return [...found, ...heard.filter(({ kind }) => kind === "alive").map(({ what }) => what)];
}

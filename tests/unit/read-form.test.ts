import { CONSOLE_LIMITS } from "@common/limits/console";
import { expect, test } from "vitest";
import { readForm } from "~/components/forms/read-form.server";

const { formFields, formFieldName, formListPlace } = CONSOLE_LIMITS;

async function statusFor(body: string): Promise<number> {
  const headers = { "Content-Type": "application/x-www-form-urlencoded" };
  try {
    await readForm(new Request("http://console/", { method: "POST", headers, body }));
    return 200;
  } catch (refusal) {
    if (refusal instanceof Response) return refusal.status;
    throw refusal;
  }
}

test.each([
  ["fields of a form", (count: number) => "a=&".repeat(count), formFields.most],
  ["the name of a field", (length: number) => `${"a".repeat(length)}=`, formFieldName.most],
  ["the place in a list", (place: number) => `${encodeURIComponent(`rows[${place}].name`)}=`, formListPlace.most],
])("%s: what is at its bound is taken, one past it is refused", async (_, body, most) => {
  expect(await statusFor(body(most))).toBe(200);
  expect(await statusFor(body(most + 1))).toBe(400);
});

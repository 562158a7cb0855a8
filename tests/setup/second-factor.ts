import { Secret, TOTP } from "otpauth";
import * as z from "zod";

const BegunSchema = z.object({ secret: z.string() });
const ConfirmedSchema = z.object({ recovery_codes: z.array(z.string()), proof: z.string() });

/** The code of a time step, counted from now: those of -1, 0 and 1 are good, each once. */
export function codeOf(secret: string, steps = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });
}

/** Gives a user of a back end a second factor; the code before now's is used up by it. */
export async function giveFactor({ url, username, password }: { url: string; username: string; password: string }) {
  const headers = {
    Authorization: `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`,
    "Content-Type": "application/json",
  };
  async function own(path: string, body: object): Promise<unknown> {
    const answer = await fetch(`${url}/_user/_second_factor/${path}`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  }
  const { secret } = BegunSchema.parse(await own("_begin", {}));
  const { recovery_codes: codes, proof } = ConfirmedSchema.parse(
    await own("_confirm", { code: codeOf(secret, -1), minutes: 60 }),
  );
  return { secret, codes, proof };
}

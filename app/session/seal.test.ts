import { mkdtempSync, readFileSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { seal, sessionSecrets, unseal } from "./seal.server";

const purpose = "session cookie";

describe("seal", () => {
  it("opens with the secret it was sealed with, also when a newer one stands before it", () => {
    const value = seal({ text: "mira:secret", purpose, secrets: ["old"] });
    expect(value).not.toContain("mira");
    expect(unseal({ value, purpose, secrets: ["new", "old"] })).toBe("mira:secret");
    expect(unseal({ value, purpose, secrets: ["new"] })).toBeUndefined();
  });

  it("opens for the purpose alone that it was sealed for, under the same secret", () => {
    const purposes = ["session cookie", "job credentials", "way back", "console work"] as const;
    for (const made of purposes) {
      const value = seal({ text: "mira:secret", purpose: made, secrets: ["s"] });
      for (const asked of purposes)
        expect(unseal({ value, purpose: asked, secrets: ["s"] }), `${made} as ${asked}`).toBe(
          made === asked ? "mira:secret" : undefined,
        );
    }
  });

  it("never seals the same text the same way", () => {
    expect(seal({ text: "a", purpose, secrets: ["s"] })).not.toBe(seal({ text: "a", purpose, secrets: ["s"] }));
  });

  it("refuses a value with any character changed, cut or of another version", () => {
    const value = seal({ text: "x".repeat(40), purpose, secrets: ["s"] });
    for (let at = 2; at < value.length - 1; at += 1) {
      const other = value[at] === "A" ? "B" : "A";
      expect(
        unseal({ value: `${value.slice(0, at)}${other}${value.slice(at + 1)}`, purpose, secrets: ["s"] }),
        String(at),
      ).toBeUndefined();
    }
    expect(unseal({ value: value.slice(0, 20), purpose, secrets: ["s"] })).toBeUndefined();
    expect(unseal({ value: value.replace("1.", "2."), purpose, secrets: ["s"] })).toBeUndefined();
    expect(unseal({ value: "", purpose, secrets: ["s"] })).toBeUndefined();
  });

  it.each([0, 1, 2, 3, 40])("takes the exact spelling alone, of a text of %i letters", (length) => {
    const value = seal({ text: "y".repeat(length + 1), purpose, secrets: ["s"] });
    const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/= \n.%";
    const others = new Set([
      value.toUpperCase(),
      value.toLowerCase(),
      value.replaceAll("-", "+"),
      value.replaceAll("_", "/"),
      encodeURIComponent(` ${value}`),
    ]);
    for (const letter of letters) {
      others
        .add(`${value.slice(0, -1)}${letter}`)
        .add(`${value}${letter}`)
        .add(`${letter}${value}`)
        .add(`${value.slice(0, 12)}${letter}${value.slice(12)}`);
      others.add(`${value.slice(0, 2)}${letter}${value.slice(3)}`);
    }
    others.delete(value);
    for (const other of others)
      expect(unseal({ value: other, purpose, secrets: ["s"] }), JSON.stringify(other)).toBeUndefined();
    expect(unseal({ value, purpose, secrets: ["s"] })).toBe("y".repeat(length + 1));
  });
});

describe("sessionSecrets", () => {
  it("makes one, keeps it for the next start and lets only its owner read it", () => {
    const dataDir = mkdtempSync(join(tmpdir(), "searchdeck-"));
    const [secret] = sessionSecrets({ sessionSecrets: [], dataDir });
    expect(secret).toHaveLength(43);
    expect(readFileSync(join(dataDir, "session.secret"), "utf8")).toBe(secret);
    expect(statSync(join(dataDir, "session.secret")).mode & 0o077).toBe(0);
    expect(sessionSecrets({ sessionSecrets: ["given"], dataDir })).toEqual(["given"]);
  });
});

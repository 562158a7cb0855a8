import { expect, it } from "vitest";
import { languageOfTexts, proposedLanguage } from "./language.server";

const of = async (...texts: string[]) => {
  const found = await languageOfTexts(texts);
  return [found?.language, proposedLanguage(found)];
};

it("tells the language of texts, and leaves it open where they do not say it", async () => {
  const german =
    "Der Bundestag hat am Mittwoch nach langer Debatte ein neues Gesetz für den Schutz des Klimas beschlossen.";
  const french = "Le gouvernement a présenté mercredi un projet de loi pour la protection du climat et de la nature.";
  const norwegian =
    "Regjeringen la onsdag frem et nytt forslag til hvordan landet skal verne klimaet og naturen i fjellene.";
  expect(await of(german, german)).toEqual(["german", "german"]);
  expect(await of(norwegian, norwegian)).toEqual(["norwegian", "norwegian"]);
  expect(await of("七人の侍", "となりのトトロ", "千と千尋の神隠し", "風の谷のナウシカ")).toEqual([
    "japanese",
    "japanese",
  ]);
  expect(
    (
      await of(
        ...Array.from({ length: 8 }, (_, n) =>
          n % 2 === 0 ? `${german} ${german} ${german}` : `${french} ${french} ${french}`,
        ),
      )
    )[1],
  ).toBe("universal");
  expect(await of("Oslo", "Riga", "Bern")).toEqual([undefined, "universal"]);
  expect(await of("8812 77-1 AB", "12 mm 4711")).toEqual([undefined, "universal"]);
  expect(await of()).toEqual([undefined, "universal"]);
});

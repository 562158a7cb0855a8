import { Card } from "~/components/ui/card";
import { Name } from "~/components/ui/name";
import type { InWords } from "./rights-in-words";

const parts = [
  { key: "can", title: "It can", shape: "shape-good text-good", word: "Yes: " },
  { key: "cannot", title: "It cannot", shape: "shape-cross text-muted", word: "No: " },
  { key: "mind", title: "Keep in mind", shape: "shape-warn text-warn", word: "" },
] as const;

/** The rights of a credential in words. */
export function RightsCard({ words }: { words: InWords }) {
  return (
    <Card title="What this credential can do">
      {parts
        .filter(({ key }) => words[key].length > 0)
        .map(({ key, title, shape, word }) => (
          <section key={key} className="mt-3 border-t border-line pt-2 first-of-type:border-t-0 first-of-type:pt-0">
            <h3 className="text-12 font-semibold text-muted">{title}</h3>
            <ul className="mt-1 grid gap-1.5 text-13">
              {words[key].map((line) => (
                <li key={line} className="flex gap-2">
                  <span aria-hidden="true" className={`shape ${shape} mt-[6px] shrink-0`} />
                  <Name className="min-w-0">
                    {word !== "" && <span className="sr-only">{word}</span>}
                    {line}
                  </Name>
                </li>
              ))}
            </ul>
          </section>
        ))}
    </Card>
  );
}

import { useFetcher } from "@remix-run/react";
import { useEffect, useState } from "react";
import { rankOf } from "~/lib/values/rank";
import { queryString } from "~/navigation/paths";
import type { PaletteAnswer } from "~/routes/go/palette";

const PAUSE_MS = 120;

/** What of an answer to another text fits this one too. */
export function fitting(answer: PaletteAnswer, typed: string): PaletteAnswer {
  const groups = answer.groups.map((group) => ({
    ...group,
    entries: group.entries.filter(({ title, note }) => [title, note].some((text) => rankOf(text, typed) !== undefined)),
  }));
  return { ...answer, groups: groups.filter(({ entries }) => entries.length > 0) };
}

/**
 * Asks the server for what is typed, after a short pause; what fits of the answer before stands until the next one
 * comes.
 */
export function usePaletteSearch({ app, only }: { app?: string | undefined; only?: string }) {
  const { load, data, state } = useFetcher<PaletteAnswer>();
  const [typed, ask] = useState("");
  useEffect(() => {
    const timer = setTimeout(
      () => load(`/resources/go${queryString({ q: typed, app, only })}`),
      typed === "" ? 0 : PAUSE_MS,
    );
    return () => clearTimeout(timer);
  }, [typed, app, only, load]);
  const isOld = data !== undefined && data.typed !== typed.trim();
  return { answer: isOld ? fitting(data, typed) : data, waiting: state !== "idle" || isOld, ask };
}

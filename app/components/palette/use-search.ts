import { useFetcher } from "@remix-run/react";
import { useEffect, useState } from "react";
import { queryString } from "~/navigation/paths";
import type { PaletteAnswer } from "~/routes/go/palette";

const PAUSE_MS = 120;

/** Asks the server for what is typed, after a short pause; the answer before stands until the next one comes. */
export function usePaletteSearch({ app, only }: { app?: string | undefined; only?: string }) {
  const { load, data, state } = useFetcher<PaletteAnswer>();
  const [typed, ask] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => load(`/resources/go${queryString({ q: typed, app, only })}`), typed === "" ? 0 : PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, app, only, load]);
  return { answer: data, waiting: state !== "idle" || (data !== undefined && data.typed !== typed.trim()), ask };
}

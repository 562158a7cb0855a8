import { useFetcher, useLocation, useNavigate, useParams } from "@remix-run/react";
import { type ComponentType, useCallback, useEffect, useState } from "react";
import type { PaletteAnswer } from "~/routes/go/palette";
import { queryString } from "~/navigation/paths";
import type { PaletteProps } from "~/components/palette/palette";

const PAUSE_MS = 120;

/** Opens the palette by Ctrl-K, Cmd-K or a click on a link to its page, which stays what it is until the palette's script is there. Once on a page, in its frame. */
export function PaletteHost() {
  const [Palette, setPalette] = useState<ComponentType<PaletteProps>>();
  const [open, setOpen] = useState(false);
  const { key } = useLocation();
  const show = useCallback((otherwise: () => void) => {
    setOpen(true);
    // Loaded at the first use: no page pays for it. Where it does not come, the page does.
    import("~/components/palette/palette").then(
      (module) => setPalette(() => module.Palette),
      () => {
        setOpen(false);
        otherwise();
      },
    );
  }, []);
  const navigate = useNavigate();
  const { appName } = useParams();
  useEffect(() => {
    const page = `/go${queryString({ app: appName })}`;
    function press(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.defaultPrevented) return;
      event.preventDefault();
      show(() => navigate(page));
    }
    function click(event: MouseEvent) {
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      if (!(event.target instanceof Element) || event.target.closest("a[data-palette]") === null) return;
      event.preventDefault();
      event.stopPropagation();
      show(() => navigate(page));
    }
    document.documentElement.dataset["keys"] = /Mac|iPhone|iPad/.test(navigator.userAgent) ? "mac" : "other";
    document.addEventListener("keydown", press);
    // Before the listener of plain links, which would follow this one.
    document.addEventListener("click", click, { capture: true });
    return () => {
      document.removeEventListener("keydown", press);
      document.removeEventListener("click", click, { capture: true });
    };
  }, [show, navigate, appName]);
  // A navigation of any kind closes it.
  useEffect(() => setOpen(false), [key]);
  if (!open) return null;
  return Palette ? <OpenPalette Palette={Palette} app={appName} onClose={() => setOpen(false)} /> : <span className="loading-bar" />;
}

type OpenPaletteProps = { Palette: ComponentType<PaletteProps>; app: string | undefined; onClose: () => void };

function OpenPalette({ Palette, app, onClose }: OpenPaletteProps) {
  const { answer, waiting, ask } = usePaletteSearch({ app });
  return <Palette answer={answer} waiting={waiting} onType={ask} onClose={onClose} />;
}

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

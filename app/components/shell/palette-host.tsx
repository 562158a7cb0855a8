import { useNavigate, useParams } from "@remix-run/react";
import { type ComponentType, useCallback, useEffect, useState } from "react";
import { queryString } from "~/navigation/paths";
import type { PaletteProps } from "~/components/palette/palette";

/**
 * Opens the palette by Ctrl-K, Cmd-K or a click on a link to its page, which stays what it is until the palette's
 * script is there. Once on a page, in its frame.
 */
export function PaletteHost() {
  const [Palette, setPalette] = useState<ComponentType<PaletteProps>>();
  const [open, setOpen] = useState(false);
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
      if (
        event.key.toLowerCase() !== "k" ||
        !(event.ctrlKey || event.metaKey) ||
        event.shiftKey ||
        event.altKey ||
        event.defaultPrevented
      )
        return;
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
  // Its own choices close it, and so does going back or forward. A page that was on its way when it was opened comes
  // behind it, and takes nothing that was typed.
  useEffect(() => {
    const close = () => setOpen(false);
    window.addEventListener("popstate", close);
    return () => window.removeEventListener("popstate", close);
  }, []);
  if (!open) return null;
  return Palette ? <Palette app={appName} onClose={() => setOpen(false)} /> : <span className="loading-bar" />;
}

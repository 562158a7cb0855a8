import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { FlashMessage } from "~/components/shell/flash-message";
import { Header } from "~/components/shell/header";
import { LevelTabs } from "~/components/shell/level-tabs";
import { LoadingBar } from "~/components/shell/loading-bar";
import { PaletteHost } from "~/components/shell/palette-host";
import { ProtectionBanner } from "~/components/shell/protection-banner";
import { Sidebar } from "~/components/shell/sidebar";
import { ViewBanner } from "~/components/shell/view-banner";
import { useMenus } from "~/components/ui/menu";
import { PageTabs } from "~/components/ui/page/page-tabs";
import { usePlainLinks } from "~/components/ui/plain-link";
import type { ShellData } from "~/server/shell.server";

/** Skip link, sidebar, header, flash, and the page in the middle. */
export function Frame({ shell, children }: { shell: ShellData; children: ReactNode }) {
  usePlainLinks();
  useMenus();
  return (
    <>
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:left-2 focus:top-2 focus:z-50 focus:rounded focus:bg-surface focus:px-3 focus:py-2"
      >
        Skip to content
      </a>
      <LoadingBar />
      <PaletteHost />
      <div className="min-h-screen medium:flex">
        <Sidebar shell={shell} />
        <div className="flex min-w-0 flex-1 flex-col">
          {shell.view.header && <Header shell={shell} />}
          {shell.viewAs !== null && <ViewBanner viewAs={shell.viewAs} />}
          <ProtectionBanner protection={shell.protection} server={shell.server} at={shell.at} />
          <main id="main" tabIndex={-1} className="w-full max-w-[1400px] flex-1 p-4 outline-none medium:p-6">
            <FlashMessage key={useLocation().key} flash={shell.flash} at={shell.at} />
            <PageTabs.Provider value={<LevelTabs shell={shell} />}>{children}</PageTabs.Provider>
          </main>
        </div>
      </div>
    </>
  );
}

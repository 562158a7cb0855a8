import type { ReactNode } from "react";
import { Logo } from "~/components/ui/logo";
import { useReader } from "~/components/ui/reader";

/** A page without the shell: the mark, one card, links below. */
export function PlainPage({
  children,
  below,
  wide = false,
}: {
  children: ReactNode;
  below?: ReactNode;
  wide?: boolean;
}) {
  const { siteName } = useReader();
  return (
    <div className="flex min-h-screen flex-col items-center bg-sunken px-4 pb-10 pt-14">
      <header className="mb-5">
        <Logo name={siteName} />
      </header>
      <main className={`w-full rounded border border-line bg-surface p-6 ${wide ? "max-w-form" : "max-w-[400px]"}`}>
        {children}
      </main>
      {below && <footer className="mt-3 max-w-[400px] text-center text-13 text-faint">{below}</footer>}
    </div>
  );
}

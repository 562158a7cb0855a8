export type LogoVariant = "white" | "small" | "black" | "lucid_works" | "grey";

const inks: Record<LogoVariant, { bars: string; ink: string; word: boolean }> = {
  black: { bars: "text-accent", ink: "text-ink", word: true },
  small: { bars: "text-accent", ink: "text-ink", word: false },
  white: { bars: "text-[#ffffff]", ink: "text-[#ffffff]", word: true },
  grey: { bars: "text-muted", ink: "text-muted", word: true },
  lucid_works: { bars: "text-info", ink: "text-info", word: true },
};

/** The mark of the console: three lines of a list and a lens. The name beside it is text, so it may be any. */
export function Logo({ variant = "black", name }: { variant?: LogoVariant; name: string }) {
  const { bars, ink, word } = inks[variant];
  return (
    <span className={`inline-flex items-center gap-2 text-16 font-bold ${ink}`}>
      <svg
        aria-hidden={word}
        role={word ? undefined : "img"}
        aria-label={word ? undefined : name}
        viewBox="0 0 24 22"
        className="h-5 w-[22px]"
        fill="none"
      >
        <g className={bars} stroke="currentColor" strokeWidth="3" strokeLinecap="round">
          <path d="M2.5 3.5h11" />
          <path d="M2.5 10.5h7" opacity="0.75" />
          <path d="M2.5 17.5h3.5" opacity="0.5" />
        </g>
        <circle cx="15.5" cy="12" r="4.6" stroke="currentColor" strokeWidth="2" />
        <path d="m19 15.6 3.4 3.6" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
      </svg>
      {word && <span>{name}</span>}
    </span>
  );
}

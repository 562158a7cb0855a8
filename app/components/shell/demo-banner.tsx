/** On every page, printed ones too, while the console shows a plan or a search engine that its server has not. */
export function DemoBanner({ shows }: { shows: string }) {
  return (
    <aside aria-label="Demo" className="bg-warn-soft px-4 py-1.5 text-13 text-warn">
      <strong>Demo.</strong> This console shows {shows}. The server answers as always.
    </aside>
  );
}

/** How far a long task is, as a bar and as words. `share` from 0 to 1; unknown shows words only. */
export function Progress({ label, share, note }: { label: string; share: number | undefined; note?: string }) {
  const percent = share === undefined ? undefined : Math.round(Math.min(1, Math.max(0, share)) * 100);
  return (
    <div className="mb-4">
      <div className="flex justify-between gap-4 text-13">
        <span className="font-semibold">{percent === undefined ? label : `${percent}%`}</span>
        {note !== undefined && <span className="text-muted">{note}</span>}
      </div>
      {percent !== undefined && (
        <div
          role="progressbar"
          aria-label={label}
          aria-valuenow={percent}
          aria-valuemin={0}
          aria-valuemax={100}
          className="mt-1 h-2 overflow-hidden rounded-full border border-line bg-sunken"
        >
          <div className="h-full bg-accent" style={{ width: `${percent}%` }} />
        </div>
      )}
    </div>
  );
}

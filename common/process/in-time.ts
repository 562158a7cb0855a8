/**
 * Does work with a signal that aborts after so many ms, or when another one does. `AbortSignal.any` does not hold on to
 * a timeout: once memory is cleaned up, it would never come.
 */
export async function inTime<Result>(
  { ms, signal }: { ms: number; signal: AbortSignal },
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const ending = new AbortController();
  const end = () => ending.abort(signal.reason);
  const timer = setTimeout(
    () => ending.abort(new DOMException("The operation was aborted due to timeout", "TimeoutError")),
    ms,
  );
  signal.addEventListener("abort", end);
  if (signal.aborted) end();
  try {
    return await work(ending.signal);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", end);
  }
}

/**
 * Ends this process in order when it is asked to, once: by a signal, or because the parent that holds its channel is
 * gone. Ctrl-C reaches every process of a terminal, npm and the launcher pass it on besides, and the impatient press it
 * again: what comes after the first is heard, and changes nothing. Exit code 0, or 1 where `close` rejects.
 */
export function onStop(close: () => Promise<void>): void {
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
        process.exit(1);
      },
    );
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
  if (process.send !== undefined) process.on("disconnect", stop);
}

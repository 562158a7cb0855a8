import { startTestBackend, type TestBackend } from "../setup/backend";
import { seedServer } from "../setup/forms/seed";

/** A search server with one of each thing: what the worlds of a file stand on. */
export type Stage = { backend: TestBackend; close: () => Promise<void> };

/** Sets it up, with one of each thing unless told; `close` takes it down. */
export async function openStage(seed: (backend: TestBackend) => Promise<void> = seedServer): Promise<Stage> {
  const backend = await startTestBackend();
  await seed(backend);
  return { backend, close: () => backend.close() };
}

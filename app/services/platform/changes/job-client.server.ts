import { type BackendClient, type ClientOptions, createClient, writerOf } from "~/services/platform/http/client.server";

/**
 * The client of a job that goes on after its request: its calls are part of the change that started it, which stands in
 * the log with the job.
 */
export function createJobClient(options: Omit<ClientOptions, "signal">): BackendClient {
  return writerOf(createClient(options));
}

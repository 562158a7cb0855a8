// 1 GiB through the console's import, from the upload form to the job's end, with the memory of console and back end
// measured.
import { uploadFile } from "../../../tests/system/upload.mjs";
import { followJob, sendForm, startBoth } from "../console.mjs";
import { memoryOf } from "../processes.mjs";

/**
 * Imports `UPLOAD_MB` (1,024) megabytes within `minutes`; returns seconds of upload and job, rows, and the highest
 * resident memory of both processes in MB.
 */
export async function benchUpload({ dataDir, minutes }) {
  const megabytes = Number(process.env.UPLOAD_MB ?? 1024);
  const { backend, console_, address, cookie, stop } = await startBoth({ dataDir: `${dataDir}/upload` });
  const peakOf = ({ pid }) => memoryOf(pid)?.peak ?? "an unknown number of";
  try {
    const upload = await uploadFile({ address, index: "large", cookie, bytes: megabytes * 1024 * 1024 });
    if (upload.status !== 302) throw new Error(`the upload answered ${upload.status}`);
    const received = peakOf(console_);
    const job = await sendForm({ address, cookie, path: upload.location, intent: "start-import" });
    const began = performance.now();
    const view = await followJob({
      address,
      cookie,
      path: `/resources/import/${job.split("/").at(-1)}/events`,
      minutes,
    });
    const seconds = (performance.now() - began) / 1000;
    return {
      megabytes,
      upload: { seconds: upload.seconds, rows: upload.rows, peak: received },
      job: {
        state: view.state,
        seconds,
        rows: view.rowsRead ?? 0,
        failed: view.failed ?? 0,
        console: peakOf(console_),
        backend: peakOf(backend),
      },
    };
  } finally {
    await stop();
  }
}

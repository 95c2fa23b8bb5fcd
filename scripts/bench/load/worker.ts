/** A process of its own that makes load: it must not share a core's turn with what starts and watches the others. */
import { directLoad } from "./direct";
import { httpLoad } from "./http-load";
import type { Job } from "./jobs";

process.on("message", (job: Job) => {
  const run = job.kind === "http" ? httpLoad(job) : directLoad(job);
  run.then(
    (outcome) => process.send?.({ outcome }),
    (error: unknown) => process.send?.({ failed: String(error) }),
  );
});
process.on("disconnect", () => process.exit(0));
process.send?.({ ready: true });

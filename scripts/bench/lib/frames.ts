import type { Browser, Page } from "@playwright/test";

export const GOAL_FRAME_MS = 50;

interface Watch {
  frames: number[];
  longTasks: number[];
  stop: boolean;
}
type Watching = typeof globalThis & { watch: Watch };

/** From now on the page notes how long each frame took, and each task that held it up. */
export async function watchFrames(page: Page): Promise<void> {
  // The loader that runs this file wraps named functions in a helper which the page doesn't have.
  await page.evaluate("globalThis.__name = (each) => each");
  await page.evaluate(() => {
    const watch: Watch = { frames: [], longTasks: [], stop: false };
    (globalThis as Watching).watch = watch;
    new PerformanceObserver((list) => {
      watch.longTasks.push(...list.getEntries().map((entry) => entry.duration));
    }).observe({ entryTypes: ["longtask"] });
    let last = performance.now();
    const frame = (now: number) => {
      watch.frames.push(now - last);
      last = now;
      if (!watch.stop) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
}

/** CPU time of the page's main thread: what a frame costs where nothing else wants the processor. */
export async function cpuMs(page: Page): Promise<() => Promise<number>> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Performance.enable", { timeDomain: "threadTicks" });
  return async () => {
    const { metrics } = await cdp.send("Performance.getMetrics");
    return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0) * 1000;
  };
}

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** CPU time, in microseconds. */
  tdur?: number;
  args: { name?: string };
}

/**
 * The CPU time of each task of the pages' main threads while something is done, in ms: what it would last on a core of its
 * own. The wall clock also counts how long a thread waited for one.
 */
export async function taskCpuDuring(browser: Browser, page: Page, work: () => Promise<unknown>): Promise<number[]> {
  await browser.startTracing(page, { categories: ["toplevel"] });
  await work();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const mains = new Set(
    traceEvents
      .filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain")
      .map((event) => threadOf(event)),
  );
  return traceEvents
    .filter((event) => event.ph === "X" && event.name.endsWith("RunTask") && mains.has(threadOf(event)))
    .map((event) => (event.tdur ?? 0) / 1000);
}

export const told = (page: Page) => page.evaluate(() => (globalThis as Watching).watch);

import type { BrowserContext, Page } from "@playwright/test";

/** That something with this text is in the page. */
export interface Shown {
  selector: string;
  text: string;
}

export interface Answer {
  /** From an event to the end of the frame that followed it, the longest of all that the person's act has made. */
  frameMs: number;
  /** From the last press to the frame that shows what was asked for. */
  shownMs: number;
}

type Armed = typeof globalThis & { answered: Promise<Answer> };

/** As Event Timing counts, but not rounded to 8 ms, of which a ratio would be made of. */
async function arm(page: Page, shown: Shown): Promise<void> {
  await page.evaluate(({ selector, text }) => {
    const isShown = () => [...document.querySelectorAll(selector)].some((each) => each.textContent?.includes(text));
    if (isShown()) throw new Error(`${text} is shown already`);
    const painted = (then: () => void) =>
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = then;
        port2.postMessage(null);
      });
    (globalThis as Armed).answered = new Promise((resolve, reject) => {
      setTimeout(reject, 15_000, new Error(`${text} was not shown`));
      const types = ["pointerdown", "pointerup", "click", "keydown", "keyup"] as const;
      let [pressed, frameMs, open, isLooking] = [0, 0, 0, false];
      const look = () => {
        if (!isShown() || open > 0) return painted(look);
        for (const type of types) removeEventListener(type, note, { capture: true });
        resolve({ frameMs, shownMs: performance.now() - pressed });
      };
      const note = ({ type, timeStamp }: Event) => {
        if (type === "pointerdown" || type === "keydown") pressed = timeStamp;
        open += 1;
        painted(() => {
          frameMs = Math.max(frameMs, performance.now() - timeStamp);
          open -= 1;
        });
        if (!isLooking) painted(look);
        isLooking = true;
      };
      for (const type of types) addEventListener(type, note, { capture: true });
    });
  }, shown);
}

/** What a person waits for after a real click or key. */
export async function answerTo(page: Page, act: () => Promise<void>, shown: Shown): Promise<Answer> {
  await arm(page, shown);
  await act();
  return page.evaluate(() => (globalThis as Armed).answered);
}

/** When the largest thing that a page has at first was painted. */
export const largestPaintMs = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? Number.NaN)).observe({
          type: "largest-contentful-paint",
          buffered: true,
        });
      }),
  );

type Noting = typeof globalThis & { longestMs: number };
type Noted = PerformanceEntry & { interactionId: number };

/** From now on each page of a context keeps its longest interaction, as the browser itself times it: to 8 ms, from 16 ms on. */
export async function noteInteractions(context: BrowserContext): Promise<void> {
  await context.addInitScript("globalThis.__name = (each) => each");
  await context.addInitScript(() => {
    const noting = globalThis as Noting;
    noting.longestMs = 16;
    const note = (list: PerformanceObserverEntryList) => {
      for (const { interactionId, duration } of list.getEntries() as Noted[])
        if (interactionId > 0) noting.longestMs = Math.max(noting.longestMs, duration);
    };
    new PerformanceObserver(note).observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
  });
}

export const longestMs = (page: Page): Promise<number> => page.evaluate(() => (globalThis as Noting).longestMs);

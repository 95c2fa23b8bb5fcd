import { QueryObserver } from "@tanstack/react-query";
import { describe, expect, test } from "vitest";
import { ConsoleQueryClient } from "./query-client";

const queryKey = ["units"];

/** A query whose answers are given by hand, each as it was when it was asked for. */
function asked() {
  const client = new ConsoleQueryClient();
  let truth = "before";
  const answers: (() => void)[] = [];
  const observer = new QueryObserver(client, {
    queryKey,
    queryFn: () => {
      const read = truth;
      return new Promise<string>((resolve) => answers.push(() => resolve(read)));
    },
  });
  observer.subscribe(() => undefined);
  const change = (to: string) => {
    truth = to;
    return client.invalidateQueries({ queryKey });
  };
  const until = (value: string) => expect.poll(() => client.getQueryState(queryKey)?.data, { interval: 1 }).toBe(value);
  return { answers, change, until, isIdle: () => client.isFetching() === 0 };
}

describe("a change while a query is answered", () => {
  test("for the first time is followed by one more question, however many changes there were", async () => {
    const { answers, change, until, isIdle } = asked();
    void change("after");
    void change("after that");
    answers[0]?.();
    await until("before");
    await expect.poll(() => answers.length, { interval: 1 }).toBe(2);
    answers[1]?.();
    await until("after that");
    expect(answers).toHaveLength(2);
    expect(isIdle()).toBe(true);
  });

  test("once more is followed by a question in the place of the one that is on its way", async () => {
    const { answers, change, until } = asked();
    answers[0]?.();
    await until("before");
    void change("after");
    void change("after that");
    await expect.poll(() => answers.length, { interval: 1 }).toBe(3);
    answers[2]?.();
    await until("after that");
  });
});

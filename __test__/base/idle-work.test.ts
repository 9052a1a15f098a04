import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { IdleWork } from "../../ts/base/idle-work.js";

describe("work that waits for a pause", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const doing = (limits?: ConstructorParameters<typeof IdleWork>[0]) => {
    const idle = new IdleWork(limits);
    const done: number[] = [];
    const add = (job: number, bytes?: number) => idle.add(() => done.push(job), bytes);
    return { idle, done, add };
  };

  it("is done one by one, in its order, each after a pause", () => {
    const { done, add } = doing({ pauseMs: 30 });
    for (const job of [1, 2]) add(job);
    vi.advanceTimersByTime(29);
    expect(done).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(done).toEqual([1]);
    vi.advanceTimersByTime(30);
    expect(done).toEqual([1, 2]);
  });

  it("is done now and then where no pause ever comes", () => {
    const { done, add } = doing({ pauseMs: 30, patienceMs: 1000 });
    for (let job = 0; job < 250; job++) {
      add(job);
      vi.advanceTimersByTime(10);
    }
    expect(done).toEqual([0, 1]);
  });

  it("is bounded in number and bytes, and forgets the oldest", () => {
    const many = doing({ most: 2 });
    for (const job of [1, 2, 3]) many.add(job);
    many.idle.finish();
    expect(many.done).toEqual([2, 3]);
    const large = doing({ mostBytes: 100 });
    for (const [job, bytes] of [
      [1, 60],
      [2, 60],
      [3, 40],
    ] as const)
      large.add(job, bytes);
    large.idle.finish();
    expect(large.done).toEqual([2, 3]);
    large.add(4, 1000);
    large.idle.finish();
    expect(large.done).toEqual([2, 3, 4]);
  });

  it("counts what was forgotten, and nothing that was done", () => {
    const { idle, add } = doing({ most: 2 });
    for (const job of [1, 2, 3, 4]) add(job);
    idle.finish();
    add(5);
    idle.finish();
    expect(idle.forgotten).toBe(2);
  });

  it("is done as a whole at the end", () => {
    const { idle, done, add } = doing();
    for (const job of [1, 2, 3]) add(job);
    idle.finish();
    vi.advanceTimersByTime(10_000);
    expect(done).toEqual([1, 2, 3]);
  });
});

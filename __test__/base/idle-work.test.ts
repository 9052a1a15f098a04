import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { forgetIdleWork, IdleWork, requestCame } from "../../ts/base/idle-work.js";

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

  it("leaves the thread to others between two slices, whoever's", () => {
    const [first, second] = [doing(), doing()];
    first.add(1);
    second.add(2);
    vi.advanceTimersByTime(30);
    expect([first.done, second.done]).toEqual([[1], []]);
    vi.advanceTimersByTime(5);
    expect(second.done).toEqual([2]);
  });

  it("is forgotten where its memory is needed, also what was begun", () => {
    const { idle, done, add } = doing();
    idle.add(function* () {
      yield;
      vi.advanceTimersByTime(2);
      yield;
      done.push(1);
    });
    add(2);
    vi.advanceTimersByTime(30);
    forgetIdleWork();
    vi.advanceTimersByTime(1_000);
    expect([done, idle.forgotten]).toEqual([[], 2]);
    add(3);
    vi.advanceTimersByTime(30);
    expect(done).toEqual([3]);
  });

  it("is done now and then where no pause ever comes", () => {
    const { done, add } = doing({ pauseMs: 30, patienceMs: 1000 });
    for (let job = 0; job < 250; job++) {
      add(job);
      vi.advanceTimersByTime(10);
    }
    expect(done).toEqual([0, 1]);
  });

  it("is bounded in number and bytes, and forgets the oldest", async () => {
    const many = doing({ most: 2 });
    for (const job of [1, 2, 3]) many.add(job);
    await many.idle.end();
    expect(many.done).toEqual([2, 3]);
    const large = doing({ mostBytes: 100 });
    for (const [job, bytes] of [
      [1, 60],
      [2, 60],
      [3, 40],
    ] as const)
      large.add(job, bytes);
    await large.idle.end();
    expect(large.done).toEqual([2, 3]);
    large.add(4, 1000);
    await large.idle.end();
    expect(large.done).toEqual([2, 3, 4]);
  });

  it("counts what was forgotten, and nothing that was done", async () => {
    const { idle, add } = doing({ most: 2 });
    for (const job of [1, 2, 3, 4]) add(job);
    await idle.end();
    add(5);
    await idle.end();
    expect(idle.forgotten).toBe(2);
  });

  it("is done as a whole at the end", async () => {
    const { idle, done, add } = doing();
    for (const job of [1, 2, 3]) add(job);
    await idle.end();
    vi.advanceTimersByTime(10_000);
    expect(done).toEqual([1, 2, 3]);
  });

  it("waits while requests come, wherever the work was begun, and is done now and then all the same", () => {
    const { idle, done, add } = doing({ pauseMs: 30, patienceMs: 1000 });
    idle.add(function* () {
      done.push(0);
      yield;
      done.push(1);
    });
    add(2);
    for (let ms = 0; ms < 990; ms += 10) {
      requestCame();
      vi.advanceTimersByTime(10);
    }
    expect(done).toEqual([]);
    requestCame();
    vi.advanceTimersByTime(20);
    expect(done).toEqual([0, 1]);
    vi.advanceTimersByTime(60);
    expect(done).toEqual([0, 1, 2]);
  });

  it("is forgotten at the end where it takes too long, and others have the thread meanwhile", async () => {
    vi.useRealTimers();
    const { idle, done, add } = doing();
    let steps = 0;
    idle.add(function* () {
      for (;;) {
        const until = performance.now() + 1;
        while (performance.now() < until);
        steps++;
        yield;
      }
    });
    add(1);
    let turns = 0;
    const other = setInterval(() => turns++, 1);
    await idle.end(60);
    clearInterval(other);
    expect(steps).toBeGreaterThan(2);
    expect(turns).toBeGreaterThan(2);
    expect([done, idle.forgotten]).toEqual([[], 2]);
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createClock } from '#kit';
import { ChangeFeed } from './change-feed.ts';

/** As the database delivers them, or does not. */
class Channel {
  delivers = true;
  #receive: ((message: unknown) => void) | undefined;
  #connected: ((isConnected: boolean) => void) | undefined;

  listen(_: string, hear: (message: unknown) => void, connected: (isConnected: boolean) => void): () => void {
    [this.#receive, this.#connected] = [hear, connected];
    return () => (this.#receive = undefined);
  }

  announce(_: string, message: unknown): Promise<void> {
    if (this.delivers) this.#receive?.(message);
    return Promise.resolve();
  }

  connect(isConnected: boolean): void {
    this.#connected?.(isConnected);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

describe('ChangeFeed', () => {
  const clock = createClock();
  let channel: Channel;
  let received: string[];
  let feed: ChangeFeed;
  let passedMs: number;
  /** Runs the echo as often as the scheduler would. */
  const pass = (ms: number): void => {
    for (const endMs = passedMs + ms; passedMs < endMs;) {
      vi.advanceTimersByTime(1000);
      passedMs += 1000;
      if (passedMs % feed.echoJob.everyMs === 0) void feed.echoJob.run();
    }
  };
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance'] });
    passedMs = 0;
    channel = new Channel();
    received = [];
    feed = new ChangeFeed({
      announcements: channel,
      clock,
      changed: (key) => received.push(key),
      missed: () => received.push('missed'),
    });
  });
  afterEach(() => {
    feed.close();
    vi.useRealTimers();
  });

  it('D-PTPL-4 trusts a connection once a word of its own came back, and says that something may have been missed', async () => {
    expect(feed.isReceiving).toBe(false);
    channel.connect(true);
    expect([feed.isReceiving, received]).toEqual([true, ['missed']]);
    await channel.announce('', 'a key');
    pass(50_000);
    expect([feed.isReceiving, received]).toEqual([true, ['missed', 'a key']]);
  });

  it('D-PTPL-4 does not trust one by which nothing arrives, as behind a pooler', () => {
    channel.delivers = false;
    channel.connect(true);
    pass(60_000);
    expect([feed.isReceiving, received]).toEqual([false, []]);
  });

  it('D-PTPL-4 stops trusting one that ended at once, and one that is silent after fifteen seconds', () => {
    channel.connect(true);
    channel.connect(false);
    expect(feed.isReceiving).toBe(false);
    channel.connect(true);
    channel.delivers = false;
    pass(14_000);
    expect(feed.isReceiving).toBe(true);
    pass(1_000);
    expect(feed.isReceiving).toBe(false);
    channel.delivers = true;
    pass(5_000);
    expect([feed.isReceiving, received]).toEqual([true, ['missed', 'missed', 'missed']]);
  });

  it('D-PTPL-4 hears every change where a process is alone with its database', () => {
    expect(
      new ChangeFeed({ announcements: undefined, clock, changed: () => {}, missed: () => {} }).isReceiving,
    ).toBe(true);
  });
});

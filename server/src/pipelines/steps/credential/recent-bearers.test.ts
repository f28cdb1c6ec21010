import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Bearer } from './bearer.ts';
import { RecentBearers } from './recent-bearers.ts';

const bearer = (secret: string): Bearer => ({ kind: 'inference', secret, print: `print of ${secret}` });

describe('recently sent headers', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('are remembered as long as they are sent, and forgotten within twenty seconds', () => {
    const recent = new RecentBearers();
    recent.keep('busy', bearer('busy'));
    recent.keep('left', bearer('left'));
    for (let i = 0; i < 4; i++) {
      vi.advanceTimersByTime(6000);
      expect(recent.find('busy')).toEqual(bearer('busy'));
    }
    expect(recent.find('left')).toBeUndefined();
    vi.advanceTimersByTime(20_000);
    expect(recent.find('busy')).toBeUndefined();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('are remembered again after all were forgotten', () => {
    const recent = new RecentBearers();
    recent.keep('one', bearer('one'));
    vi.advanceTimersByTime(30_000);
    recent.keep('one', bearer('one'));
    expect(recent.find('one')).toEqual(bearer('one'));
    vi.advanceTimersByTime(20_000);
    expect(recent.find('one')).toBeUndefined();
  });

  it('are a limited number, none of them long', () => {
    const recent = new RecentBearers();
    for (let i = 0; i < 1001; i++) recent.keep(`header ${i}`, bearer(`${i}`));
    expect(recent.find('header 999')).toBeDefined();
    expect(recent.find('header 1000')).toBeUndefined();
    const other = new RecentBearers();
    other.keep('x'.repeat(513), bearer('x'));
    expect(other.find('x'.repeat(513))).toBeUndefined();
  });
});

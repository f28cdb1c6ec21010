import { describe, expect, it } from 'vitest';
import { sequence, type Step } from './step.ts';

/** What the steps of these tests share: whether the client left, and which steps ran. */
interface Trace {
  disconnected: boolean;
  readonly ran: string[];
}
interface Named {
  name: string;
}

const note =
  (text: string): Step<Trace> =>
  ({ ran }) =>
    void ran.push(text);
const addName: Step<Trace, Named> = ({ ran }) => void ran.push('name');
const useName: Step<Trace & Named> = ({ ran }) => void ran.push('use');
const newTrace = (): Trace => ({ disconnected: false, ran: [] });

describe('sequence', () => {
  it('runs its steps in order, including nested lists, and synchronously if every step is', () => {
    const trace = newTrace();
    const inner = sequence<Trace>()(note('b'), note('c'));
    expect(sequence<Trace>()(note('a'), inner, note('d'))(trace)).toBeUndefined();
    expect(trace.ran).toEqual(['a', 'b', 'c', 'd']);
  });

  it('continues after an asynchronous step, unless the client has left meanwhile', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const run = sequence<Trace>()(() => promise, note('behind'));
    const [stays, leaves] = [newTrace(), newTrace()];
    const waiting = [run(stays), run(leaves)];
    leaves.disconnected = true;
    resolve();
    for (const each of waiting) await each;
    expect([stays.ran, leaves.ran]).toEqual([['behind'], []]);
  });

  it('runs nothing after a refusal', () => {
    const trace = newTrace();
    const refuse: Step<Trace> = () => {
      throw new Error('refused');
    };
    expect(() => sequence<Trace>()(note('a'), refuse, note('b'))(trace)).toThrow('refused');
    expect(trace.ran).toEqual(['a']);
  });

  it('accepts a step only after the one that adds what it needs', () => {
    const trace = newTrace();
    void sequence<Trace>()(addName, useName)(trace);
    expect(trace.ran).toEqual(['name', 'use']);
    const naming = sequence<Trace>()(addName);
    const using = sequence<Trace & Named>()(useName);
    void sequence<Trace>()(naming, using)(trace);
    expect(trace.ran).toEqual(['name', 'use', 'name', 'use']);
    // @ts-expect-error nothing ahead of it adds the name
    void sequence<Trace>()(useName, addName);
    // @ts-expect-error a list needs what its first step needs
    void sequence<Trace>()(using, naming);
  });
});

import { describe, expect, it } from 'vitest';
import { evaluateJobs } from './check-jobs.ts';

const counts = { kind: 'mail.send', waiting: 2, running: 1, failed: 0, overdueMs: 3000 };

describe('jobs in svc doctor', () => {
  it('are fine while none is late and none failed', () => {
    expect(evaluateJobs([])).toEqual({ state: 'ok', what: 'jobs', detail: 'none waiting' });
    expect(evaluateJobs([counts])).toEqual({
      state: 'ok',
      what: 'jobs',
      detail: 'mail.send: 2 waiting, 1 running',
    });
  });

  it('are a warning when one failed for good or is late', () => {
    expect(evaluateJobs([counts, { ...counts, kind: 'other', failed: 3 }])).toEqual({
      state: 'warn',
      what: 'jobs',
      detail: 'mail.send: 2 waiting, 1 running\nother: 2 waiting, 1 running, 3 failed and not retried',
    });
    expect(evaluateJobs([{ ...counts, overdueMs: 11 * 60_000 }])).toMatchObject({
      state: 'warn',
      detail: 'mail.send: 2 waiting, overdue by 11 min, 1 running',
    });
  });
});

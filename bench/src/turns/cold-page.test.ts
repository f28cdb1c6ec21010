import { expect, it } from 'vitest';
import { coldPage, STEPS } from './cold-page.ts';

it('compares what answers cost after a start with those of the warm process', () => {
  const start = (first: number, warm: number): number[] => [
    first,
    ...Array<number>(STEPS.length - 2).fill(150),
    warm,
  ];
  const page = coldPage([{ name: 'svc', microseconds: [start(800, 90), start(400, 110), start(600, 100)] }]);
  const lines = page.split('\n');
  expect(lines[0]).toContain('medians of 3 starts');
  expect(lines).toContain('| 0 to 1,000 | 600.0 | 6.00 |');
  expect(lines).toContain('| 2,000 to 3,000 | 150.0 | 1.50 |');
  expect(lines.at(-1)).toBe('| 35,000 to 45,000 | 100.0 | 1.00 |');
});

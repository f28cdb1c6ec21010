import { expect, it } from 'vitest';
import { toCsv } from './to-csv.ts';

it('quotes what would end a cell, and runs no name as a formula', () => {
  const rows = [
    ['day', 'amount'],
    ['2026-11-22', '-0.5'],
    ['=HYPERLINK("x")', 'a, "b"\nc'],
    ['@cmd', '-x'],
    ['＝1+1', '＋1'],
    ['－1', '＠SUM(A1)'],
  ];
  expect(toCsv(rows)).toBe(
    'day,amount\r\n2026-11-22,-0.5\r\n"\'=HYPERLINK(""x"")","a, ""b""\nc"\r\n\'@cmd,\'-x\r\n' +
      "'＝1+1,'＋1\r\n'－1,'＠SUM(A1)\r\n",
  );
});

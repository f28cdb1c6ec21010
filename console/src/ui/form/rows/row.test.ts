import { expect, it } from 'vitest';
import { emptyAs, keptRow, readRows, type Row } from './row.ts';

const textRow: Row<string> = { render: () => null, read: (values, name) => values(name).trim() };
const ROWS = {
  name: textRow,
  note: emptyAs(null, textRow),
  external_id: emptyAs(undefined, textRow),
  scope: keptRow({ type: 'organization' }),
};

it.each([
  [
    'send what each field says, under its name',
    { name: ' Ada ', note: ' later ', external_id: 'crm-7' },
    { name: 'Ada', note: 'later', external_id: 'crm-7', scope: { type: 'organization' } },
  ],
  [
    'send what stands for an empty field',
    { name: 'Ada', note: '  ' },
    { name: 'Ada', note: null, external_id: undefined, scope: { type: 'organization' } },
  ],
])('rows %s', (_what, texts: Readonly<Record<string, string>>, sent) => {
  expect(readRows(ROWS, (name) => texts[name] ?? '')).toStrictEqual(sent);
});

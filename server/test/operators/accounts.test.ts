import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpDatabases } from '#test-kit';
import { startOperatorFixture, type OperatorFixture } from './operator-fixture.ts';

type Row = Readonly<Record<string, unknown>>;

describe.each(await httpDatabases(import.meta.filename))('the list of operators on $kind', (database) => {
  let fixture: OperatorFixture;
  const list = async (path: string): Promise<Row[]> => (await fixture.api('GET', path)).body.data as Row[];

  beforeAll(async () => {
    fixture = await startOperatorFixture(database);
  });
  afterAll(() => fixture?.stop());

  it('says who has a second factor, who has a link only, and when they last signed in', async () => {
    await fixture.invite('newcomer@svc.test', 'operator_viewer');
    const operators = await list('/operators');
    expect(operators.map(({ email }) => email)).toEqual([
      'newcomer@svc.test',
      'vera@svc.test',
      'otto@svc.test',
    ]);
    expect(operators[0]).toMatchObject({
      type: 'operator',
      role: 'operator_viewer',
      second_factor: 'link_sent',
      last_sign_in_at: null,
      active_sign_ins: 0,
    });
    expect(operators[2]).toMatchObject({ role: 'operator', second_factor: 'set_up', active_sign_ins: 1 });
    expect(operators[2]!['last_sign_in_at']).toMatch(/^20/);
    await fixture.service.advance(25 * 3600);
    const later = await list('/operators');
    expect(later[0]).toMatchObject({ second_factor: 'link_expired' });
    expect(later[2]).toMatchObject({
      active_sign_ins: 0,
      last_sign_in_at: operators[2]!['last_sign_in_at'],
    });
    expect(operators.flatMap(Object.keys).filter((name) => name.includes('password'))).toEqual([]);
  });
});

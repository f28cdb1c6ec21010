import { describe, expect, it } from 'vitest';
import { plantedTree } from './planted-tree.ts';
import { tableUses } from './table-uses.ts';

describe('uses of tables', () => {
  it('of other rooms are counted, those with a reason apart', () => {
    const text = "db.selectFrom('mails');\ndb.selectFrom('users');\nsql`select 1 from api_keys`;";
    const [reads, exceptions] = tableUses(
      plantedTree({
        'server/src/features/mail/store/mails.ts': text,
        'server/src/features/billing/store/keys.ts': text.slice(text.indexOf('sql')),
        'server/src/features/mail/enqueue-mail.ts': text,
      }),
    );
    expect(reads?.places).toEqual([
      'server/src/features/billing/store/keys.ts:1 reads api_keys of features/keys',
    ]);
    expect(exceptions?.places).toEqual([
      'server/src/features/mail/store/mails.ts:2 reads users of features/organization',
      'server/src/features/mail/store/mails.ts:3 reads api_keys of features/keys',
    ]);
  });
});

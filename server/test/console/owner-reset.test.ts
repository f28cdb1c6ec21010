import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resetSignIn } from '#features/console-auth';
import { ApiBrowser, type OpenTestDatabase, httpDatabases } from '#test-kit';
import { startCodeSignInNode, type CodeSignInNode } from '../code-sign-in/code-sign-in-node.ts';

const AUTH = '/console/api/auth';
const EMAIL = 'pia@acme.test';

describe.each(await httpDatabases(import.meta.filename))(
  'mailed links of an owner after a reset, on $kind',
  (database) => {
    let opened: OpenTestDatabase;
    let node: CodeSignInNode;

    beforeAll(async () => {
      opened = await database.open();
      node = await startCodeSignInNode({ store: opened.store });
    });

    afterAll(async () => {
      await node?.close();
      await opened?.close();
    });

    /** Requests a link like somebody with access to the old mailbox, and counts the user's valid links. */
    const askForLink = async (): Promise<number> => {
      expect(await new ApiBrowser(node.url).post(`${AUTH}/password_reset`, { email: EMAIL })).toMatchObject({
        status: 200,
      });
      await node.clock.advance(1);
      return links();
    };
    const links = async (): Promise<number> => {
      const { userId } = await node.person(EMAIL);
      return (
        await node.db.selectFrom('sign_in_challenges').select('id').where('value', '=', userId).execute()
      ).length;
    };

    it('D-CONS-1 end with the reset, and no new ones work until the link of the operator was used', async () => {
      expect(await askForLink()).toBe(1);
      const { token } = await resetSignIn(node.db, { organization: 'Acme' }, node.clock.nowMs());
      expect(await links()).toBe(0);
      expect(await askForLink()).toBe(0);
      const begun = { token: token.reveal(), name: 'Pia', email: EMAIL, password: 'correct horse battery' };
      expect(await new ApiBrowser(node.url).post(`${AUTH}/set_up`, begun)).toMatchObject({ status: 200 });
      expect(await askForLink()).toBe(1);
    });
  },
);

import type { Load } from '../load.ts';
import { repeat } from './calls.ts';

/** A stranger who tries addresses that have no account: each costs a hash of a password. */
export const SIGN_INS: Load = {
  name: 'sign-ins of unknown addresses',
  async run({ url }, sent, signal) {
    const headers = { 'content-type': 'application/json', origin: url.replace('127.0.0.1', 'localhost') };
    await repeat(8, signal, async (i) => {
      const body = JSON.stringify({ email: `nobody-${i}@evil.test`, password: 'correct horse battery' });
      sent(body.length);
      const path = `${url}/console/api/auth/sign_in`;
      await (await fetch(path, { method: 'POST', headers, body, signal })).text();
    });
  },
};

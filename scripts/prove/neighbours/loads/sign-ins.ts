import { request } from 'node:http';
import type { Load } from '../load.ts';
import { repeat } from './calls.ts';

const NETWORKS = 16;
const OF_EACH = 60;

/** A stranger with several networks who tries addresses that have no account: each costs a hash of a password. */
export const SIGN_INS: Load = {
  name: 'sign-ins of unknown addresses',
  lane: 'sign-in',
  async run({ url }, hold, signal) {
    const headers = { 'content-type': 'application/json', origin: url.replace('127.0.0.1', 'localhost') };
    await repeat(NETWORKS * OF_EACH, signal, (i) => {
      const body = JSON.stringify({ email: `nobody-${i}@evil.test`, password: 'correct horse battery' });
      const localAddress = `127.0.${1 + (i % NETWORKS)}.1`;
      const options = { method: 'POST', headers, localAddress, agent: false, signal };
      const responded = new Promise<void>((resolve) => {
        const call = request(`${url}/console/api/auth/sign_in`, options, (response) => response.resume());
        call.once('close', resolve).once('error', resolve).end(body);
      });
      return hold(body.length, responded);
    });
  },
};

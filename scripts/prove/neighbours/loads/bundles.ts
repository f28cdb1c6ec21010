import { zip } from '../../../../server/test-kit/index.ts';
import type { Load } from '../load.ts';
import { repeat } from './calls.ts';

const ENTRIES = 1990;

/** Plugins of many entries with the longest names, as deep as they may be. */
export const BUNDLES: Load = {
  name: 'bundles of long names',
  async run({ url, adminKey }, hold, signal) {
    const entries = Array.from({ length: ENTRIES }, (_, i) => ({
      name: `${`${i}-`.padEnd(30, 'x')}/`.repeat(30) + 'y'.repeat(60),
      content: 'text',
    }));
    const manifest = { name: 'plugin.json', content: JSON.stringify({ name: 'long', version: '1.0.0' }) };
    const bytes = zip([manifest, ...entries]);
    await repeat(2, signal, async () => {
      const form = new FormData();
      form.append('file', new File([bytes as BlobPart], 'long.zip'));
      const headers = { authorization: `Bearer ${adminKey}`, 'svc-beta': 'admin-2026-11-01' };
      const request = { method: 'POST', headers, body: form, signal };
      const response = await hold(bytes.length, fetch(`${url}/v1/organizations/plugins`, request));
      await response.text();
    });
  },
};

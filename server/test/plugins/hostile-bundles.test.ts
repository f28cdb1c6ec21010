import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpDatabases, zip } from '#test-kit';
import { refusal } from '../console/console-fixture.ts';
import { bundle, startPluginsFixture, type PluginsFixture } from './plugins-fixture.ts';

describe.each(await httpDatabases(import.meta.filename))(
  'hostile plugin bundles on the $kind database',
  (database) => {
    let plugins: PluginsFixture;
    beforeAll(async () => {
      plugins = await startPluginsFixture(database, {
        plugin_entries: 50,
        plugin_unpacked_bytes: 1_000_000,
        plugin_bytes: 200_000,
      });
    });
    afterAll(() => plugins?.stop());

    it('D-PLUG-1 are refused if the bundle is harmful, incomplete or not a bundle', async () => {
      const manifest = (more: object): Buffer => bundle('harm', '1.0.0', { manifest: more });
      const withEntry = (name: string, more: object = {}): Buffer =>
        bundle('harm', '1.0.0', { entries: [{ name, content: 'x', ...more }] });
      const many = Array.from({ length: 49 }, (_, i) => ({ name: `f${i}`, content: '' }));
      const bomb = { name: 'bomb', content: Buffer.alloc(1_000_001) };
      const cases: [string, Buffer, RegExp][] = [
        ['no archive', Buffer.from('hello'), /is not a ZIP archive, or it is damaged/],
        ['empty', Buffer.alloc(0), /not a ZIP archive/],
        ['cut', bundle('harm', '1.0.0').subarray(0, 100), /not a ZIP archive/],
        ['no manifest', zip([{ name: 'a/plugin.json', content: '{}' }]), /no plugin\.json/],
        ['manifest is no JSON', zip([{ name: 'plugin.json', content: '{' }]), /not valid JSON/],
        ['large manifest', zip([{ name: 'plugin.json', content: ' '.repeat(70_000) }]), /larger than 65536/],
        [
          'no version',
          zip([{ name: 'plugin.json', content: '{"name":"harm"}' }]),
          /^version in plugin.json is required/,
        ],
        ['invalid semver', manifest({ version: '1.0' }), /semantic version/],
        ['semver with v', manifest({ version: 'v1.0.0' }), /semantic version/],
        ['leading zero', manifest({ version: '1.01.0' }), /semantic version/],
        ['name with capitals', manifest({ name: 'Harm' }), /name/],
        ['long name', manifest({ name: 'h'.repeat(65) }), /name/],
        ['hyphens in a row', manifest({ name: 'a--b' }), /name/],
        ['zip slip', withEntry('../evil'), /"\.\.\/evil" would be unpacked outside/],
        ['zip slip inside', withEntry('a/../../evil'), /evil/],
        ['absolute', withEntry('/etc/passwd'), /passwd/],
        ['drive', withEntry('c:/evil'), /evil/],
        ['backslash', withEntry(String.raw`..\evil`), /evil/],
        ['control character', withEntry('a\u0001b'), /cannot be unpacked/],
        ['empty part', withEntry('a//b'), /cannot be unpacked/],
        ['deep', withEntry(`${'a/'.repeat(40)}b`), /deeper/],
        ['link', withEntry('link', { mode: 0o120_777 }), /link/],
        ['device', withEntry('null', { mode: 0o020_666 }), /special/],
        ['encrypted', withEntry('secret', { encrypted: true }), /encrypted/],
        ['same name', withEntry('commands/hello.md'), /twice/],
        ['same name but for case', withEntry('Commands/HELLO.md'), /twice/],
        [
          'same name but for form',
          bundle('harm', '1.0.0', {
            entries: [
              { name: 'é', content: '' },
              { name: 'e\u0301', content: '' },
            ],
          }),
          /twice/,
        ],
        ['inside of a file', withEntry('commands/hello.md/x'), /inside/],
        ['too many entries', bundle('harm', '1.0.0', { entries: many }), /more than 50 entries/],
        ['bomb', bundle('harm', '1.0.0', { entries: [bomb] }), /more than 1000000 bytes/],
        [
          'bomb that lies',
          bundle('harm', '1.0.0', { entries: [{ ...bomb, claimedBytes: 10 }] }),
          /not a ZIP archive/,
        ],
        ['too large', Buffer.alloc(200_001), /larger than 200000/],
      ];
      const before = await plugins.stored();
      for (const [what, bytes, message] of cases) {
        const reply = await plugins.upload(bytes);
        expect([what, refusal(reply)]).toEqual([what, '400 invalid_plugin file']);
        expect(reply.body.error.message).toMatch(message);
        expect(reply.body.error.message).toMatch(/^(The|plugin\.json|\w+ in plugin\.json) /);
      }
      expect(await plugins.stored()).toBe(before);
      expect((await plugins.upload(bundle('fits', '1.0.0', { entries: many.slice(0, 48) }))).status).toBe(
        201,
      );
    });
  },
);

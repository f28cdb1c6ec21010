import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Message, Tunnel } from '@svc/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort, MAIN_KEY } from '#test-kit';
import { GUIDE, GuideShell, linkDocs, packageVersions } from './guide-shell.ts';
import { startTunnelsFixture, type TunnelsFixture } from './tunnels-fixture.ts';

describe('the commands of docs/tunnels.md', () => {
  let fixture: TunnelsFixture;
  let folder: string;
  let shell: GuideShell;
  /** What differs here from what the guide has: addresses, and what its reader fills in. */
  const filledIn = new Map<string, string>();
  const block = (containing: string): string => {
    const found = GUIDE.find((one) => one.includes(containing));
    if (found === undefined) throw new Error(`docs/tunnels.md has no command with ${containing}`);
    return [...filledIn].reduce((text, [from, to]) => text.replaceAll(from, to), found);
  };

  beforeAll(async () => {
    const [mtlsPort, notesPort] = await Promise.all([freePort(), freePort()]);
    fixture = await startTunnelsFixture({ tunnels: { mtls_port: mtlsPort } });
    folder = mkdtempSync(join(tmpdir(), 'svc-guide-'));
    shell = new GuideShell(folder, { SVC_KEY: MAIN_KEY, NOTES_PORT: String(notesPort) });
    filledIn.set('http://localhost:8080', `http://127.0.0.1:${fixture.service.port}`);
    filledIn.set('https://svc.example.com:8443', `https://127.0.0.1:${mtlsPort}`);
    filledIn.set('127.0.0.1:7777', `127.0.0.1:${notesPort}`);
    filledIn.set('…/docs', `${linkDocs(folder)}/docs`);
    fixture.callThenReply('office__list_notes', {}, 'on Friday at ten');
  });
  afterAll(async () => {
    shell.end();
    await fixture.stop();
    rmSync(folder, { recursive: true });
  });

  it('TUN-27 TUN-36 lead from nothing to a model that uses a private tool', async () => {
    const tool = block('node notes-server.mjs');
    for (const [asked, installed] of packageVersions(tool)) expect(asked).toBe(installed);
    await shell.until(tool, /notes server at/);
    const created = JSON.parse(await shell.run(block('"name": "office"'))) as Tunnel;
    filledIn.set('tnl_…', created.id);
    filledIn.set('stn_…', created.connector_token!);
    const [settings, check, start] = block('npx --no svc-connector check').split('\n');
    expect(await shell.run(`${settings}\n${check}`)).toContain('MCP server "notes"');
    await shell.until(`${settings}\n${start}`, /"targets received"/);
    const message = JSON.parse(await shell.run(block('When is the next fire drill'))) as Message;
    expect(message.content).toEqual([{ type: 'text', text: 'on Friday at ten' }]);
    expect(message.usage.server_tool_use).toEqual({ mcp_tool_calls: 1 });
    expect(fixture.lastMessages()).toContain('The next fire drill is on Friday at ten.');
  });

  it('TUN-24 TUN-31 have a connector come in with a certificate', async () => {
    const { id } = await fixture.tunnel({ auth_mode: 'mtls' });
    filledIn.set('tnl_…', id);
    await shell.until(block('certificate_pem'), /"targets received"/);
    const { body } = await fixture.api('GET', `/v1/tunnels/${id}`);
    expect(body['status']).toBe('connected');
  });
});

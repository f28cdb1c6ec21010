import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { createAddressPolicy } from './address-policy.ts';
import { OutboundError } from './outbound-error.ts';
import { resolveByDns, type ResolveHost } from './resolve-host.ts';
import { verifyTargetText, parseTargetUrl, resolveTarget, type Target } from './target.ts';

const never = new AbortController().signal;
const policy = createAddressPolicy(['10.1.0.0/16']);

function target(url: string, addresses: readonly string[], from?: Target['scope']): Promise<Target> {
  const resolve: ResolveHost = () => Promise.resolve(addresses);
  return resolveTarget(
    parseTargetUrl(url),
    { policy, resolve, ...(from === undefined ? {} : { from }) },
    never,
  );
}

describe('a target', () => {
  it('holds the judged addresses of a public name, all of them', async () => {
    expect(await target('https://Public.test./a?b#c', ['93.184.215.14', '2606:4700::1111'])).toMatchObject({
      host: 'public.test',
      addresses: ['93.184.215.14', '2606:4700::1111'],
      scope: 'public',
    });
    expect(await target('https://[2606:4700::1111]/', [])).toMatchObject({
      addresses: ['2606:4700::1111'],
      scope: 'public',
    });
  });

  it('D-53 is never private when a public host sent us there, however open it is to direct requests', async () => {
    expect(await target('http://open.test/', ['10.1.2.3'])).toMatchObject({ scope: 'private' });
    expect(await target('http://open.test/', ['10.1.2.3'], 'private')).toMatchObject({ scope: 'private' });
    for (const url of ['http://open.test/', 'https://open.test/', 'http://10.1.2.3/'])
      await expect(target(url, ['10.1.2.3'], 'public'), url).rejects.toMatchObject({
        failure: 'unreachable',
        step: 'address',
      });
  });

  it('D-53 is refused when one address of many is not like the others', async () => {
    for (const bad of ['127.0.0.1', '10.1.2.3', '::ffff:93.184.215.14'])
      await expect(target('https://mixed.test/', ['93.184.215.14', bad]), bad).rejects.toMatchObject({
        step: 'address',
      });
  });

  it.each<[string, readonly string[], readonly string[] | undefined]>([
    ['both families', ['127.0.0.0/8', '::1'], ['127.0.0.1', '::1']],
    ['the older family', ['127.0.0.0/8'], ['127.0.0.1']],
    ['the newer family', ['::1'], ['::1']],
    ['another loopback address', ['127.0.0.2'], undefined],
    ['another network', ['10.0.0.0/8'], undefined],
    ['nothing', [], undefined],
  ])('D-53 of a local name is what the operator opened of it: %s', async (_name, opened, addresses) => {
    const rules = { policy: createAddressPolicy(opened), resolve: resolveByDns };
    for (const host of ['localhost', 'LOCALHOST.', 'mcp.localhost']) {
      const work = resolveTarget(parseTargetUrl(`http://${host}:8080/mcp`), rules, never);
      if (addresses) expect(await work, host).toMatchObject({ addresses, scope: 'private' });
      else await expect(work, host).rejects.toMatchObject({ failure: 'unreachable', step: 'address' });
    }
  });

  it('D-53 is no local name where a public host sent us there, nor where only its beginning is one', async () => {
    const rules = {
      policy: createAddressPolicy(['127.0.0.0/8']),
      resolve: resolveByDns,
      from: 'public',
    } as const;
    await expect(resolveTarget(parseTargetUrl('http://localhost/'), rules, never)).rejects.toMatchObject({
      step: 'address',
    });
    const mixed: ResolveHost = () => Promise.resolve(['127.0.0.1', '::1']);
    for (const host of ['localhost.test', 'mylocalhost'])
      await expect(
        resolveTarget(parseTargetUrl(`http://${host}/`), { policy: rules.policy, resolve: mixed }, never),
        host,
      ).rejects.toMatchObject({ step: 'address' });
  });

  it('D-53 takes plain HTTP only where the operator opened the address', async () => {
    await expect(target('http://public.test/', ['93.184.215.14'])).rejects.toMatchObject({
      failure: 'url',
      step: 'scheme',
    });
    expect(await target('http://10.1.2.3:8080/', [])).toMatchObject({ scope: 'private' });
  });
});

describe('resolveByDns', () => {
  it('keeps localhost on this machine, and gives up when it is told to', async () => {
    for (const name of ['localhost', 'a.localhost'])
      expect(await resolveByDns(name, never)).toEqual(['127.0.0.1', '::1']);
    const leaving = new AbortController();
    const asked = resolveByDns('name.invalid', leaving.signal);
    const left = once(leaving.signal, 'abort');
    leaving.abort();
    await left;
    expect(await asked).toEqual([]);
  });
});

describe('verifyTargetText', () => {
  const verify = (url: string, opened: readonly string[] = []) =>
    verifyTargetText(url, createAddressPolicy(opened));

  it('D-40 lets names pass over https without asking for their addresses, and addresses as they are judged', () => {
    for (const url of ['https://a.test/x', 'https://localhost/', 'https://93.184.216.34/'])
      expect(() => verify(url)).not.toThrow();
    for (const url of [
      'http://a.test/',
      'https://127.1/',
      'https://[::ffff:10.0.0.1]/',
      'http://93.184.216.34/',
      'ftp://a.test/',
      'x',
    ])
      expect(() => verify(url), url).toThrow(OutboundError);
  });

  it('D-40 lets plain HTTP pass to local names where an operator opened one of their addresses', () => {
    for (const host of ['localhost', 'localhost.', 'a.localhost', 'A.LocalHost'])
      for (const opened of ['127.0.0.0/8', '::1'])
        expect(() => verify(`http://${host}:8080/mcp`, [opened]), host).not.toThrow();
    expect(() => verify('http://localhost/mcp')).toThrow(OutboundError);
    expect(() => verify('http://localhost/mcp', ['10.0.0.0/8'])).toThrow(OutboundError);
    expect(() => verify('http://localhost.test/mcp', ['127.0.0.0/8'])).toThrow(OutboundError);
  });

  it('D-40 lets plain HTTP pass to an address that an operator opened', () => {
    expect(() => verify('http://127.0.0.1:8080/mcp', ['127.0.0.0/8'])).not.toThrow();
    expect(() => verify('http://10.0.0.1/mcp', ['127.0.0.0/8'])).toThrow(OutboundError);
  });
});

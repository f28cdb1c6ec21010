import { describe, expect, it } from 'vitest';
import { ALL_OPERATIONS } from './operations.ts';
import { unknownPathError, unroutedPath } from './unrouted-path.ts';

describe('a request that no operation answers', () => {
  it('D-04 is read by the same pages as the operations around it', () => {
    for (const { path, browserAccess } of ALL_OPERATIONS)
      expect(unroutedPath(`${path}/nothing`).browserAccess, path).toBe(browserAccess);
    expect(unroutedPath('/v1').browserAccess).toBe('any_site');
    expect(unroutedPath('/v1x').browserAccess).toBe('default');
  });

  it('D-20 looks like the operation whose path it has', () => {
    const styles = [
      '/v1/messages',
      '/v1/messages/x',
      '/v1/chat/completions',
      '/v1/models',
      '/oauth/token',
      '*',
      '',
    ];
    expect(styles.map((path) => unroutedPath(path).errorStyle)).toEqual([
      'messages',
      'standard',
      'chat',
      'standard',
      'standard',
      'standard',
      'standard',
    ]);
  });

  it('D-02 is refused by endpoint_not_supported as a POST under /v1, and not found otherwise', () => {
    expect(unknownPathError('/v1/nothing', 'POST')).toBe('endpoint_not_supported');
    for (const [path, method] of [
      ['/v1/nothing', 'GET'],
      ['/v1x/nothing', 'POST'],
      ['/console/api/nothing', 'POST'],
      ['/chat/completions', 'POST'],
    ] as const)
      expect(unknownPathError(path, method), path).toBe('not_found');
  });
});

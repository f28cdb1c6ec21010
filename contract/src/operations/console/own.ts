import { Me } from '../../schemas/console/me.ts';
import { consoleOperation } from './console-operation.ts';

/** Open to every role. */
export const OWN_OPERATIONS = [
  consoleOperation({
    id: 'readMe',
    method: 'GET',
    path: '/console/api/me',
    summary: 'Read who is signed in and what they may do',
    permission: 'signed_in',
    response: Me,
  }),
] as const;

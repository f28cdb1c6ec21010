import { queryOptions } from '@tanstack/react-query';
import { call } from './console-api.ts';

export const organizationOptions = queryOptions({
  queryKey: ['organization'],
  queryFn: ({ signal }) => call('readOrganization', { signal }),
});

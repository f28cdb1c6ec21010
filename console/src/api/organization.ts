import { queryOptions } from '@tanstack/react-query';
import { admin } from './console-api.ts';

export const organizationOptions = queryOptions({
  queryKey: ['organization'],
  queryFn: ({ signal }) => admin.readOrganization({ signal }),
});
